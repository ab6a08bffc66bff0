/** The message of what was thrown, which need not be an error. */
export function errorMessage(error: unknown): string {
  return Error.isError(error) ? error.message : String(error);
}
