// The message of something thrown, whatever it is. Never its stack.

/** The message of a thrown value. Never throws, also where the value cannot be converted to text. */
export function errorMessage(thrown: unknown): string {
  const message = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : thrown;
  return typeof message === 'object' && message !== null ? 'something without a message was thrown' : String(message);
}
