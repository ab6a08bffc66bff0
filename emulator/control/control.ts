// What an owner does in the console, as functions: keys, wallet, statuses, deployments, logs. No HTTP.
import type { Actor, DeploymentRecord, KeyParts, KeyRequest, Wallet } from '../state/index.ts';
import { createKey, saveChange, revokeKey } from '../state/index.ts';
import type { Service } from '../service/index.ts';
import type { KeyView } from './view.ts';
import { withoutHash } from './view.ts';
import { orThrow } from '../refusals.ts';

/** The owner at the console, as the activity record shows it. */
const consoleActor: Actor = { by: 'console', address: null };

/** What a person asks for when deploying in the console. */
interface ConsoleDeploy {
  /** What the Deployments tab shows, default `console`. */
  readonly label?: string;
  readonly force?: boolean;
  /** Starts even while other work runs, as only a race between two people could. */
  readonly evenIfBusy?: boolean;
}

/** The owner's functions. What the service refuses is thrown as a `RefusedError` with its code. */
export interface Control {
  /** Creates a key; the only moment at which its value is shown. */
  createKey(request: KeyRequest): KeyView & { readonly value: string };
  /** Revokes a key by id, or all that bear a name, at once. */
  revokeKey(idOrName: string): KeyView;
  /** Sets whether the organisation can pay; every change is refused while it cannot. */
  setWallet(wallet: Wallet): void;
  /** Shows a status for the resource, whatever really happens. */
  setStatus(resourceId: string, status: string): void;
  /** Adds text to the runtime log as if the app had printed it. */
  appendRuntimeLog(resourceId: string, text: string): void;
  /** Starts a deployment as a person at the console does; what comes back is a copy. */
  deploy(resourceId: string, request?: ConsoleDeploy): DeploymentRecord;
  /** Cancels a deployment that is under way, which the API cannot; what comes back is a copy. */
  cancel(resourceId: string, deploymentId: string): DeploymentRecord;
}

/** The owner's functions over a service and its keys. */
export function createControl(keyParts: KeyParts, service: Service): Control {
  const { state } = keyParts;
  return {
    createKey: (request) => {
      const { record, value } = orThrow(createKey(keyParts, request, consoleActor));
      return { ...withoutHash(record), value };
    },
    revokeKey: (idOrName) => withoutHash(orThrow(revokeKey(keyParts, idOrName, consoleActor))),
    setWallet: (wallet) => {
      orThrow(saveChange(keyParts, { organisation: { ...state, wallet } }, undefined));
      state.wallet = wallet;
    },
    setStatus: (resourceId, status) => {
      orThrow(service.resource(resourceId)).record.status = status.toLowerCase();
    },
    appendRuntimeLog: (resourceId, text) => {
      orThrow(service.resource(resourceId)).record.runtimeLog.append(text);
    },
    deploy: (resourceId, { label = 'console', force = false, evenIfBusy = false } = {}) =>
      orThrow(service.deploy(resourceId, { ...consoleActor, label, force, evenIfBusy })),
    cancel: (resourceId, deploymentId) => orThrow(service.cancel(resourceId, deploymentId, consoleActor)),
  };
}
