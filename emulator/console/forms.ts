// Buttons of the console as plain forms, which need no script. Each carries the token of this console, so that no page of
// another origin can send it.
import { html } from './html.ts';
import type { Html, HtmlPart } from './html.ts';

/** Name of the hidden field with the token. */
export const TOKEN_FIELD = 'token';

/** A form of one button, with fields before it where needed. */
export function button(
  label: string,
  action: string,
  rest: { readonly token: string; readonly fields?: HtmlPart },
): Html {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="${TOKEN_FIELD}" value="${rest.token}" />
    ${rest.fields} <button>${label}</button>
  </form>`;
}

/** A choice from a list. */
export function select(
  label: string,
  name: string,
  rest: { readonly choices: readonly string[]; readonly chosen?: string },
): Html {
  const options = rest.choices.map((choice) =>
    choice === rest.chosen ? html`<option selected>${choice}</option>` : html`<option>${choice}</option>`,
  );
  return html`<label
    >${label}
    <select name="${name}">
      ${options}
    </select></label
  >`;
}
