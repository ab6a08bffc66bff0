// The message of something thrown, whatever it is. Never its stack.

/** What a thrown value says of itself. Never throws, also where the value cannot be made a text of. */
export function errorMessage(thrown: unknown): string {
  const said = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : thrown;
  return typeof said === 'object' && said !== null ? 'something without a message was thrown' : String(said);
}
