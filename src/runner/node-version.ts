// Refuses a Node that is too old. Comes before everything else, and uses nothing that only a newer Node has.
import type { Host } from './host.ts';
import { outputNames } from './outputs/index.ts';

/** Required by action.yml. GitHub's runners have it; some other runners, and act, take the Node of the machine. */
const MIN_NODE_MAJOR = 24;

/** Reports a Node that is too old, with all outputs; returns true if it is. */
export function refusesNode(host: Host): boolean {
  const { core, nodeVersion } = host;
  if (Number.parseInt(nodeVersion) >= MIN_NODE_MAJOR) return false;
  const title = 'The action cannot run here';
  const cause = `Node ${MIN_NODE_MAJOR} or newer is needed, and this is Node ${nodeVersion}. Nothing was sent to the service.`;
  const nextStep =
    'GitHub’s runners bring it along from version 2.327.1 on; act takes the node that comes first on the PATH.';
  core.error(`${cause}\nWhat to do: ${nextStep}\nerror-code: internal`, { title });
  for (const name of outputNames) core.setOutput(name, name === 'error-code' ? 'internal' : '');
  host.writeSummary(`## ❌ ${title}\n\n${cause}\n\n**What to do:** ${nextStep}\n`);
  return true;
}
