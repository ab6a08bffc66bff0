// How stories are drawn from a seed: half of them are plain platforms, the others meet one to three
// kinds of trouble.
import { hostileCases } from '../hostile-text.ts';
import { seededRandom } from '../random.ts';
import * as forms from './forms.ts';
import { APP_WORDS, type End, FOLLOW, plainStory, type Spell, type Story } from './story.ts';
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

  /** Mostly the first one; once in so many draws one of the others. */
  mostly<const T>(times: number, plain: T, ...others: readonly T[]): T {
    return this.once(times) ? this.one(...others) : plain;
  }

  whole(min: number, max: number): number {
    return min + Math.floor(this.#random() * (max - min + 1));
  }

  /** One to so many. */
  some<T>(max: number, draw: () => T): T[] {
    return Array.from({ length: this.whole(1, max) }, draw);
  }
}

const END_WORDS: Readonly<Record<End, readonly string[]>> = {
  finished: ['finished', 'Finished'],
  failed: ['failed', 'failed', 'error', 'TIMED_OUT', 'timed-out', 'crashed'],
  cancelled: ['cancelled', 'canceled', 'superseded', 'skipped'],
};
const MEANWHILE = ['deploying', 'finishing', 'failing over', 'cancel_requested', 'almost finished'];
/** A long key once made a pattern that was too large. */
const KEYS = ['key_0123456789', 'A'.repeat(40), `sk_${'x7Qz'.repeat(1_100)}`];

const anyWord = (dice: Dice): string =>
  dice.one(...APP_WORDS[dice.one('up', 'up', 'up', 'bad', 'moving', 'asleep', 'other')]);

/** What the app shows after the work: mostly a good end, else crashes, sleep, and short loops. */
function drawApp(dice: Dice): Part {
  const loops = dice.once(6);
  const last = dice.once(2) ? dice.one(...APP_WORDS.up) : anyWord(dice);
  const way = () => dice.one<string>(...APP_WORDS.moving, 'restarting');
  const words = dice.once(2) && !loops ? [last] : [...dice.some(2, way), last];
  const firstS = loops ? [3, 5] : [0, 0, 1, 3, 5];
  const laterS = loops ? [3, 5] : [2, 4, 10, 15];
  const app = words.map((word, index) => ({
    word,
    afterS: dice.one(...(index === 0 ? firstS : laterS)),
  }));
  const before = loops ? dice.one('stopped', 'exited', 'deploying') : anyWord(dice);
  return { before: dice.once(2) ? before : 'running', app: dice.once(3) ? [] : app, loops };
}

/** What any platform may be like, and what any step may be asked. */
function drawPlatform(dice: Dice): Part {
  const end = dice.one<End>('finished', 'finished', 'finished', 'failed', 'failed', 'cancelled');
  const anyEnd = () => dice.mostly<End>(4, 'finished', 'failed', 'cancelled');
  return {
    operation: dice.mostly(3, 'deploy', FOLLOW, FOLLOW, FOLLOW, 'start', 'stop', 'restart'),
    target: dice.one('', 'latest', 'ours'),
    createdS: dice.one(-400, -15, -3, 0, 5, 60),
    timeoutS: dice.mostly(6, 600, dice.whole(5, 200)),
    waits: dice.mostly(8, true, false),
    onBusy: dice.mostly(6, 'wait', 'fail'),
    debug: dice.once(8),
    healthCheck: dice.once(10),
    key: dice.mostly(12, plainStory.key, ...KEYS),
    past: dice.once(6) ? [] : dice.some(4, anyEnd),
    whileBusy: dice.one('parallel', 'busy', 'supersedes', 'joins'),
    buildS: dice.mostly(6, dice.whole(1, 90), 300),
    meanwhile: dice.mostly(6, 'building', ...MEANWHILE),
    end,
    endWord: dice.one(...END_WORDS[end]),
    ...drawApp(dice),
    answerForm: dice.mostly(3, dice.one(...forms.NAMING_FORMS), ...forms.keysOf(forms.answerForms)),
    detailForm: dice.one(...forms.PLAIN_DETAILS),
    listForm: dice.one(...forms.PLAIN_LISTS),
    logForm: dice.one(...forms.keysOf(forms.logForms)),
  };
}

const drawRivals = (dice: Dice): Story['rivals'] =>
  dice.some(3, () => ({
    atS: dice.one<'before' | number>('before', 0, 1, 3, 6, 12, 25, 60),
    buildS: dice.mostly(8, dice.whole(1, 60), 10_000),
    end: dice.mostly(3, 'finished', 'failed', 'cancelled'),
  }));

const OBSTACLES = [...LIMITS, ...REFUSALS, 'busy', 'busy', 'busy'] as const;

const drawFates = (dice: Dice): Story['fates'] =>
  dice.some(3, () => {
    if (dice.once(2)) return { trouble: dice.one(...OBSTACLES) };
    const trouble = dice.one(...LOSSES);
    return dice.once(3) ? { trouble } : { trouble, takenAfterS: dice.one(0, 0, 1, 4, 20, 50) };
  });

const drawSpells = (dice: Dice, on: Spell['on'], troubles: readonly Trouble[]): readonly Spell[] =>
  dice.some(2, () => {
    const trouble = dice.one(...troubles);
    return {
      on,
      trouble,
      since: trouble === 'refused' ? 'start' : dice.one('start', 'request', 'end'),
      afterS: dice.one(0, 0, 1, 3, 8, 15, 30, 60),
      lastsS: dice.one(1, 3, 6, 15, 30, 70, 130, 10_000),
      carriesOut: LOSSES.includes(trouble) && dice.once(2),
    };
  });

/** A lost request that was carried out, and a list that does not show it for a while. */
function drawHiddenLoss(dice: Dice): Part {
  const times = { afterS: 0, lastsS: dice.one(70, 130, 10_000), carriesOut: false };
  const trouble = dice.one(...FAIL_OVERS);
  return {
    operation: 'deploy',
    timeoutS: 600,
    fates: [{ trouble: dice.one(...LOSSES), takenAfterS: dice.one(0, 2) }],
    spells: [{ on: 'list', trouble, since: dice.one('start', 'request'), ...times }],
  };
}

/** Kinds of trouble; each changes a story. */
const TROUBLED: readonly ((dice: Dice) => Part)[] = [
  (dice) => ({ fates: drawFates(dice) }),
  (dice) => ({ fates: drawFates(dice), whileBusy: 'busy' }),
  drawHiddenLoss,
  (dice) => ({ rivals: drawRivals(dice) }),
  (dice) => ({ rivals: drawRivals(dice), whileBusy: 'busy' }),
  (dice) => ({ listLagS: dice.one(1, 4, 10, 30, 60, 130), detailLagS: dice.one(0, 1, 4, 10, 30) }),
  (dice) => ({ cap: dice.whole(1, 3), slideS: dice.one(0, 0, 2, 12, 30) }),
  (dice) => ({ deletedS: dice.one(1, 5, 12, 40) }),
  (dice) => ({ spells: drawSpells(dice, 'all', OUTAGES) }),
  (dice) => ({ spells: drawSpells(dice, 'reads', [...OUTAGES, ...LIMITS]) }),
  (dice) => ({ spells: drawSpells(dice, 'all', [...LIMITS, ...REFUSALS]) }),
  (dice) => ({ spells: drawSpells(dice, 'list', [...FAIL_OVERS, ...OUTAGES]) }),
  (dice) => ({ spells: drawSpells(dice, 'detail', ['not found', ...REFUSALS, ...OUTAGES]) }),
  (dice) => ({ spells: drawSpells(dice, 'resource', ['not found', ...REFUSALS, ...OUTAGES]) }),
  (dice) => ({ detailForm: dice.one(...forms.ODD_DETAILS) }),
  (dice) => ({ listForm: dice.one(...forms.ODD_LISTS) }),
  (dice) => ({ cancelS: dice.one(1, 2, 4, 11, 30, 80) }),
  (dice) => ({ timeoutS: dice.whole(3, 90) }),
];

/** What the key may look like within a text. */
const KEY_FORMS: readonly ((key: string) => string)[] = [
  (key) => key.toUpperCase(),
  encodeURIComponent,
  (key) => Buffer.from(key).toString('hex'),
  (key) => Buffer.from(`user:${key}`).toString('base64'),
  (key) => JSON.stringify(key).replaceAll('/', String.raw`\/`),
  (key) => key.split('').join('\u200b'),
  (key) => `\u001b[3${key}`,
];

function drawHostile(dice: Dice, key: string): string {
  const texts = dice.some(3, () => dice.one(...hostileCases).text);
  if (dice.once(2)) texts.splice(1, 0, dice.one(...KEY_FORMS)(key));
  return texts.join(dice.one(' ', '\n', ''));
}

/** The story of a seed. */
export function drawStory(seed: number): Story {
  const dice = new Dice(seed);
  const story: Story = { ...plainStory, seed, ...drawPlatform(dice) };
  const troubles = dice.once(2) ? dice.some(3, () => dice.one(...TROUBLED)) : [];
  for (const trouble of troubles) Object.assign(story, trouble(dice));
  return tellable({ ...story, hostile: dice.once(3) ? drawHostile(dice, story.key) : '' });
}

/** Later than this ours may be shown after somebody else's, which is then the only new one. */
const TELLABLE_S = 10;

/**
 * Leaves out what nobody could tell: ours from another one, where the service hides ours for a
 * while; an earlier deployment that the answer names, where the list did not show it before, or
 * where ours is somebody else's; and one that was deleted, where the list shows a single entry.
 */
function tellable(story: Story): Story {
  const { answerForm, fates, listLagS, deletedS, spells, past, cap, slideS, whileBusy } = story;
  const isNamed = forms.NAMING_FORMS.includes(answerForm) && fates.length === 0;
  const isListBad = spells.some(({ on }) => on !== 'resource' && on !== 'detail');
  const isOddList = forms.ODD_LISTS.includes(story.listForm);
  const isListOff = isListBad || whileBusy === 'joins';
  const isHidden = listLagS > TELLABLE_S || deletedS > 0 || (!isNamed && isListOff);
  const isOldHidden = answerForm === 'an old id' && (cap > 0 || isListBad || isOddList);
  return {
    ...story,
    rivals: isHidden ? [] : story.rivals,
    answerForm: isOldHidden ? 'only ok' : answerForm,
    cap: past.length === 0 || (cap === 1 && deletedS > 0) ? 0 : cap,
    slideS: cap === 0 || isHidden ? 0 : slideS,
  };
}
