// The message of something thrown, whatever it is. Never its stack.

/** What a thrown value says of itself. */
export function messageOf(thrown: unknown): string {
  return typeof thrown === 'object' && thrown !== null && 'message' in thrown ? String(thrown.message) : String(thrown);
}
