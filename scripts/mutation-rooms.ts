// The rooms where a wrong rule does the most harm: what is broken there on purpose, and which suites have to notice.
// How it is done is in stryker.config.js.

/** One room of mutation testing. Paths as glob patterns from the top of the repository. */
export interface MutationRoom {
  /** The files that are broken. */
  readonly mutate: readonly string[];
  /** The suites that judge them: no processes, no bundle, no fault matrix, nothing that is slow by design. */
  readonly suites: readonly string[];
}

/** Name of a room to the room. */
export const mutationRooms: Readonly<Record<string, MutationRoom>> = {
  'api/wire': {
    mutate: ['src/api/wire/index.ts', 'src/api/wire/*.ts'],
    suites: ['__tests__/api/wire-{dialects,edges,fixtures,log,refusals}.test.ts'],
  },
  'api/retry': {
    mutate: ['src/api/retry.ts'],
    suites: ['__tests__/api/{retry,retry-loop}.test.ts'],
  },
  'api/pace': {
    mutate: ['src/api/pace.ts', 'src/api/pace/*.ts'],
    suites: ['__tests__/api/pace*.test.ts'],
  },
  'operations/submit': {
    mutate: ['src/operations/steps/submit-deployment.ts'],
    suites: ['__tests__/operations/{submit,submission}.test.ts'],
  },
  'runner/untrusted': {
    mutate: [
      'src/runner/{untrusted,redaction,redacted-stream,step-log}.ts',
      'src/runner/{line-cleaner,line-splitter,visible-text,inert-markdown}.ts',
    ],
    suites: ['__tests__/runner/untrusted-{limits,lines,markdown,redaction,step-log,visible-text}.test.ts'],
  },
};

/** Where the results of a room are written, without the ending. */
export function mutationReport(room: string): string {
  return `reports/mutation/${room.replaceAll('/', '-')}`;
}
