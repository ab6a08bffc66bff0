// The bodies of the control API, each with its schema: a typo is refused, not ignored.
import { refuse, orThrow } from '../refusals.ts';
import { createChecker, joinProblems } from '../schema/index.ts';
import type { Wallet } from '../state/index.ts';

const TEXT = { type: 'string' };

function body<T>(properties: Readonly<Record<keyof T & string, object>>, required: readonly string[]) {
  const check = createChecker<T>({ type: 'object', properties, required, additionalProperties: false });
  return (data: unknown): T => {
    const result = check(data);
    if (result.ok) return result.value;
    return orThrow<T>(refuse('invalid_input', `The body: ${joinProblems(result.problems)}`));
  };
}

/** `PUT /wallet`. */
export const walletBody = body<{ readonly wallet: Wallet }>({ wallet: { enum: ['funded', 'empty'] } }, ['wallet']);

/** `PUT /dialect`: a name, parts in words, or an object of shapes and variants, which the dialects check. */
export const dialectBody = body<{ readonly dialect: string | Readonly<Record<string, string>> }>(
  {
    dialect: {
      anyOf: [TEXT, { type: 'object', additionalProperties: TEXT }],
      description: 'the name of a dialect or an object of shapes and variants',
    },
  },
  ['dialect'],
);

/** `PUT /resources/…/status`. */
export const statusBody = body<{ readonly status: string }>({ status: { ...TEXT, minLength: 1 } }, ['status']);

/** `POST /resources/…/logs`. */
export const logBody = body<{ readonly text: string }>({ text: TEXT }, ['text']);

/** `POST /resources/…/deployments`. */
export const deploymentBody = body<{ readonly label?: string; readonly force?: boolean }>(
  { label: TEXT, force: { type: 'boolean' } },
  [],
);
