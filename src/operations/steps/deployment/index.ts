export { afterDeployment } from './after-deployment.ts';
export { awaitDeployment } from './await-deployment.ts';
export { awaitNewDeployment, type DeploymentToAwait } from './await-new-deployment.ts';
export { recordCommit } from './commit.ts';
export { LATEST, latestOf, readTarget, type Target } from './target.ts';
