// The message of something thrown, whatever it is. Never its stack.

/** What a thrown value says of itself. */
export function messageOf(thrown: unknown): string {
  return Error.isError(thrown) ? thrown.message : String(thrown);
}
