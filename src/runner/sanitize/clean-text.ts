// A branded type for sanitized text, so that a log is sanitized exactly once.

declare const clean: unique symbol;

/** Lines without secrets, invisible characters and workflow commands, each of at most 4096 characters. */
export type CleanText = string & { readonly [clean]: true };

/** Marks text as clean. Only for sanitizers, and for parts or joins of clean lines. */
export function asClean(text: string): CleanText {
  // oxlint-disable-next-line no-unsafe-type-assertion -- a brand exists for the compiler alone
  return text as CleanText;
}
