// What an owner does in the console, as functions: keys, wallet, status words, deployments, faults. No HTTP.
import type { Clock } from '../clock/index.ts';
import type { DeploymentRecord, KeyRequest, State, Wallet } from '../state/index.ts';
import { createKey, revokeKey } from '../state/index.ts';
import { orThrow } from '../api/index.ts';
import type { Actor, Service } from '../service/index.ts';
import type { KeyView } from './view.ts';
import { withoutHash } from './view.ts';

/** The owner at the console, as the activity record shows it. */
export const consoleActor: Actor = { by: 'console', address: null };

/** What a person asks for when deploying in the console. */
export interface ConsoleDeploy {
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
  /** Revokes a key by id or name, at once. */
  revokeKey(idOrName: string): KeyView;
  /** Says whether the organisation can pay; every change is refused while it cannot. */
  setWallet(wallet: Wallet): void;
  /** Puts a status word on the resource's card, whatever really goes on. */
  setStatus(resourceId: string, word: string): void;
  /** Adds text to the runtime log as if the app had printed it. */
  appendRuntimeLog(resourceId: string, text: string): void;
  /** Adds text to a build log. */
  appendBuildLog(resourceId: string, deploymentId: string, text: string): void;
  /** Starts a deployment as a person at the console does; what comes back is a copy. */
  deploy(resourceId: string, request?: ConsoleDeploy): DeploymentRecord;
  /** Cancels a deployment that is under way, which the API cannot; what comes back is a copy. */
  cancel(resourceId: string, deploymentId: string): DeploymentRecord;
}

/** The owner's functions over a state and its service. */
export function createControl(parts: {
  readonly clock: Clock;
  readonly state: State;
  readonly service: Service;
  readonly onChange: () => void;
}): Control {
  const { clock, state, service, onChange } = parts;
  return {
    createKey: (request) => {
      const { record, value } = orThrow(createKey(state, request, clock));
      service.recordActivity(consoleActor, { action: 'key.create', target: record.name, deploymentId: null });
      return { ...withoutHash(record), value };
    },
    revokeKey: (idOrName) => {
      const record = orThrow(revokeKey(state, idOrName, clock.wallTime()));
      service.recordActivity(consoleActor, { action: 'key.revoke', target: record.name, deploymentId: null });
      return withoutHash(record);
    },
    setWallet: (wallet) => {
      state.wallet = wallet;
      onChange();
    },
    setStatus: (resourceId, word) => {
      orThrow(service.resource(resourceId)).record.status = word.toLowerCase();
    },
    appendRuntimeLog: (resourceId, text) => {
      orThrow(service.resource(resourceId)).record.runtimeLog += text;
    },
    appendBuildLog: (resourceId, deploymentId, text) => {
      orThrow(service.deployment(resourceId, deploymentId)).log += text;
      onChange();
    },
    deploy: (resourceId, { label = 'console', force = false, evenIfBusy = false } = {}) => {
      const deployment = service.deploy(resourceId, { ...consoleActor, label, force, evenIfBusy });
      return { ...orThrow(deployment) };
    },
    cancel: (resourceId, deploymentId) => {
      return { ...orThrow(service.cancel(resourceId, deploymentId, consoleActor)) };
    },
  };
}
