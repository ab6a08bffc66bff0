// What the buttons of the console do: a form that was sent becomes a call of the owner's functions and a page to go to.
import { parseDialect } from '../testing/dialects/index.ts';
import type { ControlContext } from '../control/index.ts';
import { parseFaults } from '../faults/index.ts';
import { readKeyRequest } from '../state/index.ts';
import { orThrow } from '../refusals.ts';

/** What comes of a form: a page to go to, or the value of a new key to show once. */
export type ActionResult =
  { readonly goTo: string } | { readonly created: { readonly name: string; readonly value: string } };

type Action = (context: ControlContext, form: URLSearchParams, segments: readonly string[]) => ActionResult;

const text = (form: URLSearchParams, name: string): string => form.get(name)?.trim() ?? '';

/** A number of days, or `none`; anything else is refused where keys are read. */
function daysOf(choice: string): number | string {
  return /^\d+$/.test(choice) ? Number(choice) : choice;
}

/** Addresses of the forms, `*` standing for one segment. */
export const actions: Readonly<Record<string, Action>> = {
  '/settings/wallet': ({ control }, form) => {
    control.setWallet(text(form, 'wallet') === 'empty' ? 'empty' : 'funded');
    return { goTo: '/settings/emulator' };
  },
  '/settings/dialect': ({ useDialect }, form) => {
    useDialect(parseDialect(text(form, 'dialect')));
    return { goTo: '/settings/emulator' };
  },
  '/settings/faults': ({ faults }, form) => {
    faults.add(...parseFaults(text(form, 'fault')));
    return { goTo: '/settings/emulator' };
  },
  '/settings/faults/clear': ({ faults }) => {
    faults.clear();
    return { goTo: '/settings/emulator' };
  },
  '/settings/api-keys': ({ control }, form) => {
    const { name, value } = control.createKey(
      orThrow(
        readKeyRequest({
          name: text(form, 'name'),
          scopes: form.getAll('scope'),
          expiresInDays: daysOf(text(form, 'expires')),
        }),
      ),
    );
    return { created: { name, value } };
  },
  '/settings/api-keys/*/revoke': ({ control }, _form, [id = '']) => {
    control.revokeKey(id);
    return { goTo: '/settings/api-keys' };
  },
  '/resources/*/deployments/*/cancel': ({ control }, _form, [id = '', deploymentId = '']) => {
    control.cancel(id, deploymentId);
    return { goTo: `/resources/${encodeURIComponent(id)}/deployments/${encodeURIComponent(deploymentId)}` };
  },
};
