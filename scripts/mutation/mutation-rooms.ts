// The rooms where a wrong rule does the most harm: what is broken there on purpose, and which suites have to notice.
// How it is done is in stryker.config.js.

/** One room of mutation testing. Paths as glob patterns from the top of the repository. */
export interface MutationRoom {
  /** The files that are broken. */
  readonly mutate: readonly string[];
  /** The suites that judge them: no processes, no bundle, nothing that is slow by design. */
  readonly suites: readonly string[];
}

/** Name of a room to the room. */
export const mutationRooms: Readonly<Record<string, MutationRoom>> = {
  'api/wire': {
    mutate: ['src/api/wire/**/*.ts'],
    suites: ['__tests__/api/wire/**/*.test.ts'],
  },
  api: {
    mutate: ['src/api/*.ts'],
    suites: ['__tests__/api/*.test.ts'],
  },
  'api/http': {
    mutate: ['src/api/http/*.ts'],
    suites: ['__tests__/api/http/*.test.ts'],
  },
  'api/pacing': {
    mutate: ['src/api/pacing/*.ts'],
    suites: ['__tests__/api/pacing/*.test.ts'],
  },
  'operations/decisions': {
    mutate: ['src/operations/decisions/*.ts'],
    suites: ['__tests__/operations/decisions/*.test.ts'],
  },
  'runner/messages': {
    mutate: ['src/runner/messages/*.ts'],
    suites: ['__tests__/runner/messages/*.test.ts'],
  },
  'runner/sanitize': {
    mutate: ['src/runner/sanitize/*.ts'],
    suites: [
      '__tests__/runner/sanitize/{line-cleaner,log-sanitizer,markdown,redaction,sanitizers,sanitizers.limits,step-log,visible-text}.test.ts',
    ],
  },
};

/** A room by its name; or a single file by its path, judged by the suites that are named like it. */
export function mutationRoom(name: string): MutationRoom {
  return (
    mutationRooms[name] ?? { mutate: [name], suites: [name.replace(/^src\/(.*)\.ts$/, '__tests__/$1{,.*}.test.ts')] }
  );
}

/** Where the results of a room are written, without the ending. */
export function mutationReport(room: string): string {
  return `reports/mutation/${room.replaceAll('/', '-')}`;
}
