// The message of any thrown value, without its stack.

/** The message of a thrown value. Never throws, even if the value cannot be converted to a string. */
export function errorMessage(thrown: unknown): string {
  const message = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : thrown;
  return typeof message === 'object' && message !== null ? 'something without a message was thrown' : String(message);
}
