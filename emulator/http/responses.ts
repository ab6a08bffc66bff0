// Records of the service as the dialect shows them. Pure.
import type { ApiResponse } from '../api/index.ts';
import type { Dialect } from '../testing/dialects/index.ts';
import { shapes, shownId, shownLog, shownResourceStatus, shownStatus } from '../testing/dialects/index.ts';
import type { DeploymentRecord, ResourceRecord } from '../state/index.ts';

/** The fields of a resource that a response has. */
export type ShownResource = Omit<ResourceRecord, 'runtimeLog' | 'env'>;

/** The fields of the API page's list item, and no others. */
export function fieldsOf(record: ShownResource, { traits = {} }: Dialect): Readonly<Record<string, unknown>> {
  const { id, type, name, catalogKey, cpuMillicores, memoryMb, diskGb, createdAtMs } = record;
  const status = shownResourceStatus(record.status, traits);
  const createdAt = new Date(createdAtMs).toISOString();
  return { id, type, name, status, catalogKey, cpuMillicores, memoryMb, diskGb, createdAt };
}

/** A deployment in a list. */
export function deploymentFields(dialect: Dialect, deployment: DeploymentRecord): Readonly<Record<string, unknown>> {
  const { traits = {} } = dialect;
  const extra: object = shapes.deploymentFields[dialect.deploymentFields](deployment);
  return { id: shownId(deployment.id, traits), status: shownStatus(deployment.status, traits), ...extra };
}

/** The response to a deploy. */
export function acceptedResponse({ traits = {}, accepted }: Dialect, deployment: DeploymentRecord): ApiResponse {
  const shown = { ...deployment, status: shownStatus(deployment.status, traits), log: '' };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- some services have numbers as ids, ours never has
  const id = shownId(deployment.id, traits) as string;
  return shapes.accepted[accepted]({ ...shown, id });
}

/** The body of the detail of a deployment. */
export function detailOf(dialect: Dialect, record: DeploymentRecord): unknown {
  const { traits = {} } = dialect;
  return shapes.detail[dialect.detail]({
    deployment: deploymentFields(dialect, record),
    field: shapes.logField[dialect.logField](),
    log: shownLog(record, traits) ?? shapes.logForm[dialect.logForm](record.log, record.createdAtMs),
  });
}
