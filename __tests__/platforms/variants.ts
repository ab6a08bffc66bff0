// Platforms that differ from a profile in one way, and the scenarios that are played on them.
import type { AppState, Body, Profile } from './profile.ts';
import { deployBeside, type Scenario, scenarios } from './scenarios.ts';

/** A platform and the scenarios to play on it. */
export interface Variant {
  readonly name: string;
  readonly profile: Profile;
  readonly scenarios: readonly Scenario[];
}

const DAY_MS = 86_400_000;
const LATE_LIST_MS = 5_000;

const unknownWords: Readonly<Record<AppState, string>> = {
  up: 'nominal',
  down: 'dormant',
  crashed: 'wrecked',
  starting: 'warming',
  restarting: 'cycling',
  stopping: 'draining',
};

/** Where states share a status, the first in this order determines its replacement. */
const states = ['up', 'down', 'crashed', 'starting', 'restarting', 'stopping'] as const;

const STATUS_NAME = /status|state|suspended|phase/i;

const besideUs: readonly Scenario[] = [
  deployBeside('deploy after somebody else, who still builds', {
    atMs: -5_000,
    queuedMs: 1_000,
    buildMs: 30_000,
    ending: 'finished',
    isStale: true,
  }),
  deployBeside('deploy while somebody else starts one', { atMs: 3_000, after: 'request', ending: 'finished' }),
  deployBeside('deploy before somebody else', { atMs: 500, after: 'end', ending: 'finished' }),
];

const neverEnding: readonly Scenario[] = [
  deployBeside('deploy above a build that never ends', { atMs: -1.5 * DAY_MS, ending: undefined, isStale: true }),
];

/** The variants of a platform. */
export function variants(profile: Profile): Variant[] {
  const { words, timing } = profile;
  const about = (...operations: string[]): Scenario[] =>
    scenarios.filter(({ steps }) => steps.every(({ operation }) => operations.includes(operation)));
  const ofStatus = about('deploy', 'wait', 'start', 'stop', 'restart', 'status', 'list');
  return [
    ...(words === undefined
      ? []
      : [
          { name: 'unknown status words', profile: withUnknownWords(profile, words), scenarios: ofStatus },
          { name: 'no status', profile: withoutStatus(profile, words), scenarios: ofStatus },
        ]),
    {
      name: 'late list',
      profile: { ...profile, timing: { ...timing, listLagMs: LATE_LIST_MS } },
      scenarios: about('deploy', 'wait'),
    },
    { name: 'builds of somebody else', profile, scenarios: besideUs },
    { name: 'a build that never ends', profile, scenarios: neverEnding },
  ];
}

function withUnknownWords(profile: Profile, words: Readonly<Record<AppState, string>>): Profile {
  const newWordOf = (word: string): string | undefined => {
    const state = states.find((one) => words[one].toLowerCase() === word.toLowerCase());
    return state && unknownWords[state];
  };
  const newWords = Object.fromEntries(states.map((state) => [state, newWordOf(words[state])]));
  return {
    ...withStatuses(profile, newWordOf),
    words: { ...unknownWords, ...newWords },
  };
}

function withoutStatus(profile: Profile, words: Readonly<Record<AppState, string>>): Profile {
  const isWord = (word: string): boolean => states.some((state) => words[state].toLowerCase() === word.toLowerCase());
  return { ...withStatuses(profile, (word) => (isWord(word) ? null : undefined)), words: undefined };
}

/** The replacement of a status; null removes it, undefined keeps it. */
type Rename = (word: string) => string | null | undefined;

function withStatuses(profile: Profile, rename: Rename): Profile {
  const change = (body: Body): Body => ('json' in body ? { json: renamed(body.json, rename) } : body);
  return {
    ...profile,
    resources: (resources) => change(profile.resources(resources)),
    resource: (resource) => change(profile.resource(resource)),
    changed: (resource, action) => change(profile.changed(resource, action)),
  };
}

function renamed(value: unknown, rename: Rename): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => renamed(item, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]: [string, unknown]): [string, unknown][] => {
      if (typeof inner !== 'string' || !STATUS_NAME.test(name)) return [[name, renamed(inner, rename)]];
      const word = rename(inner);
      return word === null ? [] : [[name, word ?? inner]];
    }),
  );
}
