// The type of text that has been cleaned, so that a log is cleaned once and nothing is shown that was not.

declare const clean: unique symbol;

/** Lines that are redacted, visible and free of commands, each of at most 4096 characters; they are not cleaned again. */
export type CleanText = string & { readonly [clean]: true };

/** Marks text as clean: for the sanitizers, and for what is cut from clean lines or joined of them. */
export function asClean(text: string): CleanText {
  // oxlint-disable-next-line no-unsafe-type-assertion -- a brand exists for the compiler alone
  return text as CleanText;
}
