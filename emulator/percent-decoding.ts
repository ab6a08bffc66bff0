// Parts of a path as their senders meant them.

/** A path segment without its percent encoding; what cannot be decoded stays as it is, so that it is found nowhere. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
