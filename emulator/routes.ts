// Which entry of a table a request means: method and path, with parameters such as `{id}`.

/** Where an entry is: its method, and its path with parameters in braces. */
export interface Location {
  readonly method: string;
  readonly path: string;
}

/** What a request means. `allowed` is there when only its method is wrong. */
export type Match<Name extends string> =
  | { readonly name: Name; readonly params: Readonly<Record<string, string>> }
  | { readonly name?: never; readonly allowed: readonly string[] };

/** Finds entries by requests; the function returns undefined for a path that no entry has. */
export function routesOf<Name extends string>(
  locations: readonly (Location & { readonly name: Name })[],
): (method: string, path: string) => Match<Name> | undefined {
  const patterns = locations.map(({ path, ...rest }) => {
    const source = path.replaceAll('.', String.raw`\.`).replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    return { ...rest, pattern: new RegExp(`^${source}$`) };
  });
  return (method, path) => {
    const matches = patterns.flatMap(({ pattern, ...rest }) => {
      const match = pattern.exec(path);
      return match === null ? [] : [{ ...rest, groups: match.groups ?? {} }];
    });
    const found = matches.find((each) => each.method === method);
    if (found === undefined)
      return matches.length === 0 ? undefined : { allowed: matches.map((each) => each.method) };
    const params = Object.entries(found.groups).map(
      ([key, value]) => [key, decoded(value)] as const,
    );
    return { name: found.name, params: Object.fromEntries(params) };
  };
}

/** What cannot be decoded stays as it is, so that nothing is found by it. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
