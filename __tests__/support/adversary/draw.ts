// How stories are drawn from a seed: half of them are plain platforms, the others meet one to three
// kinds of trouble.
import { hostileCases } from '../hostile-text.ts';
import { seededRandom } from '../random.ts';
import {
  type AnswerForm,
  answerForms,
  type DetailForm,
  detailForms,
  type ListForm,
  listForms,
  type LogForm,
  logForms,
  NAMING_FORMS,
} from './forms.ts';
import {
  APP_WORDS,
  type AppState,
  type End,
  type Fate,
  FOLLOW,
  plainStory,
  type Rival,
  type Spell,
  type Story,
} from './story.ts';
import { FAIL_OVERS, LIMITS, LOSSES, OUTAGES, REFUSALS, type Trouble } from './troubles.ts';

type Part = Partial<Story>;

/** Draws of one seed. */
class Dice {
  readonly #random: () => number;
  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }
  /** True once in so many draws. */
  once(times: number): boolean {
    return this.#random() * times < 1;
  }
  one<const T>(...choices: readonly T[]): T {
    const chosen = choices[Math.floor(this.#random() * choices.length)];
    if (chosen === undefined) throw new Error('there is nothing to choose from');
    return chosen;
  }
  /** Mostly the first one, in one of `times` draws one of the others. */
  mostly<const T>(times: number, plain: T, ...others: readonly T[]): T {
    return this.once(times) ? this.one(...others) : plain;
  }
  whole(min: number, max: number): number {
    return min + Math.floor(this.#random() * (max - min + 1));
  }
  some<T>(max: number, draw: (index: number) => T): T[] {
    return Array.from({ length: this.whole(1, max) }, (_, index) => draw(index));
  }
}

const formsOf = <T extends string>(forms: Readonly<Record<T, unknown>>, unread = 0): T[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a closed record
  (Object.keys(forms) as T[]).slice(0, -unread || undefined);
const ANSWER_FORMS: readonly AnswerForm[] = formsOf(answerForms);
const DETAIL_FORMS: readonly DetailForm[] = formsOf(detailForms, 3);
const LIST_FORMS: readonly ListForm[] = formsOf(listForms, 2);
const LOG_FORMS: readonly LogForm[] = formsOf(logForms, 1);

const END_WORDS: Readonly<Record<End, readonly string[]>> = {
  finished: ['finished', 'Finished'],
  failed: ['failed', 'failed', 'error', 'TIMED_OUT', 'timed-out', 'crashed'],
  cancelled: ['cancelled', 'canceled', 'superseded', 'skipped'],
};
const MEANWHILE = ['deploying', 'finishing', 'failing over', 'cancel_requested', 'almost finished'];
/** Long ones once made a pattern that was too large. */
const KEYS = ['key_0123456789', 'A'.repeat(40)];

function drawEnd(dice: Dice): Pick<Story, 'end' | 'endWord'> {
  const end = dice.one<End>('finished', 'finished', 'finished', 'failed', 'failed', 'cancelled');
  return { end, endWord: dice.one(...END_WORDS[end]) };
}

const anyWord = (dice: Dice): string =>
  dice.one(
    ...APP_WORDS[dice.one(...(['up', 'up', 'up', 'bad', 'moving', 'asleep', 'other'] as const))],
  );

/** What the app shows after the work: mostly a good end, else loops, crashes and sleep. */
function drawApp(dice: Dice): Pick<Story, 'before' | 'app' | 'loops'> {
  const lastWord = dice.once(2) ? dice.one(...APP_WORDS.up) : anyWord(dice);
  const way = dice.once(2) ? [] : dice.some(2, () => dice.one(...APP_WORDS.moving, 'restarting'));
  const app = [...way, lastWord].map((word, index): AppState => ({
    word,
    afterS: index === 0 ? dice.one(0, 0, 1, 3, 5) : dice.one(2, 4, 10, 15),
  }));
  return {
    before: dice.mostly(3, 'running', anyWord(dice)),
    app: dice.once(3) ? [] : app,
    loops: dice.once(6),
  };
}

/** What any platform may be like, and what any step may be asked. */
function drawPlatform(dice: Dice): Part {
  const operation = dice.mostly<Story['operation']>(
    3,
    'deploy',
    FOLLOW,
    FOLLOW,
    'start',
    'stop',
    'restart',
  );
  return {
    operation,
    timeoutS: dice.mostly(6, 600, dice.whole(5, 200)),
    waits: dice.mostly(8, true, false),
    onBusy: dice.mostly(6, 'wait', 'fail'),
    debug: dice.once(8),
    healthCheck: dice.once(10),
    key: dice.mostly(12, plainStory.key, ...KEYS),
    past: dice.once(6)
      ? []
      : dice.some(4, () => dice.mostly<End>(4, 'finished', 'failed', 'cancelled')),
    whileBusy: dice.one('parallel', 'busy', 'supersedes', 'joins'),
    queuedS: dice.mostly(3, 0, dice.whole(1, 40)),
    buildS: dice.mostly(6, dice.whole(1, 90), 300),
    meanwhile: dice.mostly(6, 'building', ...MEANWHILE),
    ...drawEnd(dice),
    ...drawApp(dice),
    answerForm: dice.mostly(3, dice.one(...NAMING_FORMS), ...ANSWER_FORMS),
    detailForm: dice.one(...DETAIL_FORMS),
    listForm: dice.one(...LIST_FORMS),
    logForm: dice.one(...LOG_FORMS),
    ...(operation === FOLLOW
      ? { target: dice.one('', 'latest', 'ours'), createdS: dice.one(-400, -15, -3, 0, 5, 60) }
      : {}),
  };
}

const drawRival = (dice: Dice): Rival => ({
  atS: dice.one<Rival['atS']>('before', 0, 1, 3, 6, 12, 25, 60),
  buildS: dice.mostly(8, dice.whole(1, 60), 10_000),
  end: dice.mostly(3, 'finished', 'failed', 'cancelled'),
});

const drawFate = (dice: Dice): Fate => {
  const trouble = dice.one<Trouble | 'busy'>(
    ...LOSSES,
    ...LOSSES,
    ...LIMITS,
    ...REFUSALS,
    'busy',
    'busy',
  );
  const isLost = (LOSSES as readonly string[]).includes(trouble);
  return isLost && dice.once(1.5)
    ? { trouble, takenAfterS: dice.one(0, 0, 1, 4, 20, 50) }
    : { trouble };
};

function drawSpell(dice: Dice, on: Spell['on'], troubles: readonly Trouble[]): Spell {
  const trouble = dice.one(...troubles);
  const since = trouble === 'refused' ? 'start' : dice.one('start', 'request', 'end');
  return {
    on,
    trouble,
    since,
    afterS: dice.one(0, 0, 1, 3, 8, 15, 30, 60),
    lastsS: dice.one(1, 3, 6, 15, 30, 70, 130, 10_000),
    carriesOut: LOSSES.includes(trouble) && dice.once(2),
  };
}

/** Kinds of trouble; each changes a story. */
const TROUBLED: readonly ((dice: Dice) => Part)[] = [
  (dice) => ({ fates: dice.some(3, () => drawFate(dice)) }),
  (dice) => ({ fates: [{ trouble: dice.one(...LOSSES), takenAfterS: dice.one(0, 0, 2, 20) }] }),
  (dice) => ({ rivals: dice.some(3, () => drawRival(dice)) }),
  (dice) => ({ rivals: dice.some(2, () => drawRival(dice)), whileBusy: 'busy' }),
  (dice) => ({
    listLagS: dice.one(1, 4, 10, 30, 60, 130),
    detailLagS: dice.one(0, 0, 1, 4, 10, 30),
  }),
  (dice) => ({ createdS: dice.one(1, 3, 8) }),
  (dice) => ({ cap: dice.whole(1, 3), slideS: dice.one(0, 0, 2, 12, 30) }),
  (dice) => ({ [dice.one('cancelledS', 'deletedS')]: dice.one(1, 5, 12, 40) }),
  (dice) => ({ spells: dice.some(2, () => drawSpell(dice, 'all', OUTAGES)) }),
  (dice) => ({ spells: [drawSpell(dice, 'reads', [...OUTAGES, ...LIMITS])] }),
  (dice) => ({ spells: [drawSpell(dice, 'all', LIMITS)] }),
  (dice) => ({ spells: dice.some(2, () => drawSpell(dice, 'list', [...FAIL_OVERS, ...OUTAGES])) }),
  (dice) => ({
    spells: [drawSpell(dice, 'detail', ['forbidden', 'not found', 'unauthorized', ...OUTAGES])],
  }),
  (dice) => ({ spells: [drawSpell(dice, 'resource', [...OUTAGES, ...REFUSALS, 'not found'])] }),
  (dice) => ({ spells: [drawSpell(dice, 'all', REFUSALS)] }),
  (dice) => ({ detailForm: dice.one(...formsOf(detailForms).slice(-3)) }),
  (dice) => ({ listForm: dice.one(...formsOf(listForms).slice(-2)), logForm: 'steps' }),
  (dice) => ({ cancelS: dice.one(1, 2, 4, 11, 30, 80) }),
  (dice) => ({ timeoutS: dice.whole(3, 90) }),
];

/** What the key looks like within a text. */
const KEY_FORMS: readonly ((key: string) => string)[] = [
  (key) => key,
  encodeURIComponent,
  (key) => key.toUpperCase(),
  (key) => Buffer.from(key).toString('hex'),
  (key) => Buffer.from(`user:${key}`).toString('base64'),
  (key) => Buffer.from(key).toString('base64url'),
  (key) => JSON.stringify(key).replaceAll('/', String.raw`\/`),
  (key) => key.split('').join('\u200b'),
  (key) => `\u001b[3${key}`,
];

function drawHostile(dice: Dice, key: string): string {
  const texts = dice.some(3, () => dice.one(...hostileCases).text);
  const secret = dice.one(...KEY_FORMS)(key);
  return [...texts.slice(0, 1), dice.once(2) ? secret : '', ...texts.slice(1)].join(
    dice.one(' ', '\n', ''),
  );
}

/** The story of a seed. */
export function drawStory(seed: number): Story {
  const dice = new Dice(seed);
  const platform = { ...plainStory, seed, ...drawPlatform(dice) };
  const troubles = dice.once(2) ? [] : dice.some(3, () => dice.one(...TROUBLED)(dice));
  const hostile = dice.once(3) ? drawHostile(dice, platform.key) : '';
  return tellable(Object.assign(platform, ...troubles, { hostile }));
}

/** Later than this ours may be shown after somebody else's, which is then the only new one. */
const TELLABLE_S = 10;

/**
 * Leaves out what nobody could tell: ours from somebody else's, where the answer holds no id and
 * the list hides ours for a while; and an earlier deployment that the answer names from ours, where
 * the list did not show it before.
 */
function tellable(story: Story): Story {
  const { answerForm, fates, listLagS, createdS, deletedS, spells, past } = story;
  const isNamed = NAMING_FORMS.includes(answerForm) && fates.length === 0;
  const isListBad = spells.some(({ on }) => on !== 'resource' && on !== 'detail');
  const isHidden = listLagS + createdS > TELLABLE_S || deletedS > 0 || isListBad;
  const cap = past.length === 0 ? 0 : story.cap;
  const isOld = answerForm === 'an old id' && (cap > 0 || isListBad);
  return {
    ...story,
    rivals: !isNamed && isHidden ? [] : story.rivals,
    answerForm: isOld ? 'only ok' : answerForm,
    cap,
    slideS: cap === 0 ? 0 : story.slideS,
  };
}
