// Whole dialects: one variant for every open shape, chosen by name, in part, or in words.
import { shapes } from './shapes.ts';
import { didYouMean } from '../../schema/index.ts';
import type { Traits } from './traits.ts';

type Variants = { readonly [Shape in keyof typeof shapes]: keyof (typeof shapes)[Shape] };

/** Which variant each open shape has, and what is unusual beside the shapes. */
export type Dialect = Variants & { readonly traits?: Traits };

const plain: Dialect = {
  accepted: 'deployment',
  lifecycle: 'ok',
  resource: 'wrapped',
  domains: 'strings',
  deploymentFields: 'none',
  list: 'bare',
  detail: 'wrapped',
  logField: 'log',
  logForm: 'text',
  runtimeLog: 'text',
  env: 'strings',
  errorExtras: 'none',
  retryAfter: 'none',
};

/** Whole dialects by name. */
export const dialects = {
  plain,
  wrapped: {
    ...plain,
    accepted: 'deploymentId',
    lifecycle: 'resource',
    domains: 'objects',
    list: 'ok',
    deploymentFields: 'created',
    runtimeLog: 'lines',
    env: 'objects',
    retryAfter: 'seconds',
  },
  bare: {
    ...plain,
    accepted: 'bare',
    lifecycle: 'status',
    resource: 'bare',
    domains: 'hosts',
    detail: 'bare',
    logField: 'logs',
    runtimeLog: 'plainText',
    env: 'array',
  },
  camel: {
    ...plain,
    accepted: 'okId',
    lifecycle: 'message',
    resource: 'beside',
    domains: 'hostnames',
    deploymentFields: 'times',
    list: 'total',
    detail: 'beside',
    logField: 'buildLog',
    runtimeLog: 'list',
    env: 'keys',
    errorExtras: 'requestId',
    retryAfter: 'date',
  },
  snake: {
    ...plain,
    accepted: 'snake',
    resource: 'okBare',
    domains: 'names',
    deploymentFields: 'snake',
    detail: 'okBare',
    logField: 'buildLogSnake',
    env: 'names',
    errorExtras: 'details',
  },
  listy: {
    ...plain,
    accepted: 'data',
    lifecycle: 'data',
    resource: 'data',
    domains: 'urlObjects',
    list: 'page',
    detail: 'data',
    logField: 'output',
    logForm: 'messages',
    runtimeLog: 'messages',
    env: 'data',
    errorExtras: 'status',
  },
  silent: { ...plain, accepted: 'empty', lifecycle: 'empty', domains: 'empty', env: 'nulls' },
  misleading: {
    ...plain,
    accepted: 'resourceId',
    domains: 'urls',
    deploymentFields: 'epoch',
    logForm: 'lineObjects',
    retryAfter: 'zero',
  },
} as const satisfies Record<string, Dialect>;

const unusual = (traits: Traits, variants: Partial<Variants> = {}): Dialect => ({ ...plain, ...variants, traits });

/** Unusual dialects by name, for clients that must cope with what nobody imagined. Responses are not checked in these. */
export const unusualDialects = {
  nanoid: unusual({ ids: 'nanoid' }),
  base64: unusual({ ids: 'base64' }, { accepted: 'bare' }),
  numbers: unusual({ ids: 'number' }, { accepted: 'deploymentId' }),
  spaced: unusual({ ids: 'spaced' }, { accepted: 'empty' }),
  detailed: unusual({ statuses: 'detailed' }),
  'upper-case': unusual({ statuses: 'upper' }),
  capped: unusual({ list: 'capped' }),
  'logs-in-list': unusual({ list: 'withLogs' }),
  'newest-first': unusual({ log: 'newestFirst' }),
  'head-and-tail': unusual({ log: 'headAndTail' }),
  'json-in-json': unusual({ log: 'jsonInJson' }),
  phases: unusual({ log: 'phases' }),
  overwritten: unusual({ log: 'overwritten' }),
  'none-yet': unusual({ noneYet: true }),
  slow: unusual({ acceptanceMs: 50_000 }, { accepted: 'empty' }),
} as const satisfies Record<string, Dialect>;

/** A dialect by name, or `plain` with some shapes changed. */
export type DialectChoice = keyof typeof dialects | keyof typeof unusualDialects | Partial<Dialect>;

/** Shapes and variants in words, which may be wrong. */
type Words = Readonly<Record<string, string>>;

const BY_NAME: Readonly<Record<string, Dialect>> = { ...dialects, ...unusualDialects };

/** The whole dialect of a choice, which may come from outside; an unknown name is an exception that lists the known ones. */
export function dialectOf(choice: string | Partial<Dialect> | Words = 'plain', base: Dialect = plain): Dialect {
  if (typeof choice === 'string') {
    if (Object.hasOwn(BY_NAME, choice)) return BY_NAME[choice] ?? plain;
    const names = Object.keys(BY_NAME);
    throw new TypeError(
      `Unknown dialect "${choice}"${didYouMean(choice, names) || '.'} Known are ${names.join(', ')}.`,
    );
  }
  for (const [shape, variant] of Object.entries(choice)) {
    if (typeof variant !== 'string') continue; // the traits of a whole dialect
    if (!isShape(shape)) {
      const names = Object.keys(shapes);
      throw new TypeError(`Unknown shape "${shape}"${didYouMean(shape, names) || '.'} Known are ${names.join(', ')}.`);
    }
    const variants = shapes[shape];
    if (!Object.hasOwn(variants, variant)) {
      throw new TypeError(`Unknown variant "${variant}" of ${shape}. Known are ${Object.keys(variants).join(', ')}.`);
    }
  }
  return Object.keys(choice).length === 0 ? base : { ...base, ...choice };
}

/** The names of all dialects. */
export const dialectNames: readonly string[] = Object.keys(BY_NAME);

/** The name of a dialect; for one made of single shapes the words that `parseDialect` reads. */
export function nameOfDialect(dialect: Dialect): string {
  const [name] = Object.entries(BY_NAME).find(([, known]) => known === dialect) ?? [];
  if (name !== undefined) return name;
  const changed = Object.keys(shapes).flatMap((shape) =>
    isShape(shape) && plain[shape] !== dialect[shape] ? [`${shape}=${dialect[shape]}`] : [],
  );
  return changed.join(',') || 'plain';
}

/**
 * Reads a choice in words: a name, `shape=variant` pairs, or a name and pairs, with commas between them. Throws for words
 * that are not known, and for more than one name.
 */
export function parseDialect(text: string): Dialect {
  const parts = text.split(',').map((part) => part.trim());
  const [name, ...others] = parts.filter((part) => !part.includes('='));
  if (others.length > 0) throw new TypeError(`One dialect can be selected, not ${[name, ...others].join(' and ')}.`);
  const pairs = parts
    .filter((part) => part.includes('='))
    .map((part): [string, string] => {
      const at = part.indexOf('=');
      return [part.slice(0, at), part.slice(at + 1)];
    });
  return dialectOf(Object.fromEntries(pairs), dialectOf(name));
}

function isShape(text: string): text is keyof typeof shapes {
  return Object.hasOwn(shapes, text);
}
