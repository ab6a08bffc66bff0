// The table of error codes for docs/errors.md, from the advice that the error messages give.
import { apiErrorCodes, ownErrorCodes } from '../../src/api/errors.ts';
import { newOutcome } from '../../src/operations/outcome.ts';
import { adviceFor, titleOf } from '../../src/runner/messages/index.ts';

/** One row per code, those of the service first: what the title of the error states, and what to do. */
export function errorCodeTable(): string {
  const rows = [...apiErrorCodes, ...ownErrorCodes].map((code) => {
    const outcomes = [{ ...newOutcome('<resource>'), errorCode: code }];
    const { nextStep } = adviceFor({ outcomes, errorCode: code, action: 'deploy' });
    return `| \`${code}\` | ${cell(titleOf(code))} | ${cell(nextStep)} |`;
  });
  return ['| `error-code` | what happened | what to do |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Text for a cell: names such as `resource-id:` and `<name>` are no Markdown. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '\\<').replaceAll('*', '\\*');
}
