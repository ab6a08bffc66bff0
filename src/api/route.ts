// Paths of the service's endpoints.

/** The path of a route such as `/resources/{}/env` with an id in the place of each `{}`. */
export function pathOf(route: string, ids: readonly string[]): string {
  const rest = [...ids];
  return route.replaceAll('{}', () => encodeSegment(rest.shift() ?? ''));
}

/**
 * Encodes one path segment. `encodeURIComponent` throws for an unpaired surrogate and leaves five characters that some
 * servers treat as delimiters (RFC 3986, section 2.2). `.` and `..` are never ids.
 */
function encodeSegment(id: string): string {
  const encoded = encodeURIComponent(id.toWellFormed());
  return encoded.replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
