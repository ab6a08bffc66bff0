// Plays the stories of consecutive seeds, and tells the plainest form of each that goes wrong.
import { drawStory } from './draw.ts';
import { wrongIn } from './judge.ts';
import { play, type Trial } from './play.ts';
import { plainStory, type Story } from './story.ts';

/** So often a story is played to make it plainer. */
const MAX_PLAYS = 200;
/** What a report shows of the step log, and of each line. */
const LAST_LINES = 25;
const MAX_CHARS = 1_500;

/** A story that was played and judged; without a trial the step has crashed. */
interface Verdict {
  readonly story: Story;
  readonly problems: readonly string[];
  readonly trial?: Trial;
}

/** Plays the stories from this seed on; yields a report for each that goes wrong. */
export async function* judgeStories(seed: number, count: number): AsyncGenerator<string> {
  for (let drawn = seed; drawn < seed + count; drawn += 1) {
    const verdict = await judge(drawStory(drawn));
    if (verdict.problems.length === 0) continue;
    const again = `npm run adversary -- --seed ${drawn} --count 1`;
    yield `seed ${drawn}, again: ${again}\n${report(await shrink(verdict))}`;
  }
}

async function judge(story: Story): Promise<Verdict> {
  try {
    const trial = await play(story);
    return { story, trial, problems: wrongIn(trial) };
  } catch (error) {
    return { story, problems: [`it crashes: ${String(error)}`] };
  }
}

/** The plainest story that still goes wrong. */
async function shrink(first: Verdict): Promise<Verdict> {
  let verdict = first;
  let plays = 0;
  for (let isPlainer = true; isPlainer;) {
    isPlainer = false;
    for (const plainer of plainerThan(verdict.story)) {
      if (plays >= MAX_PLAYS) return verdict;
      plays += 1;
      const next = await judge(plainer);
      if (next.problems.length === 0) continue;
      verdict = next;
      isPlainer = true;
      break;
    }
  }
  return verdict;
}

const PLAIN: ReadonlyMap<string, unknown> = new Map(Object.entries(plainStory));

/** The story with one field as in the plain one, or one entry less. */
function plainerThan(story: Story): Story[] {
  return differences(story).flatMap(([name, value]) => {
    const without: Story = { ...story, [name]: PLAIN.get(name) };
    if (!Array.isArray(value) || value.length < 2) return [without];
    const shorter = value.map((_, left): Story => ({ ...story, [name]: value.toSpliced(left, 1) }));
    return [without, ...shorter];
  });
}

/** The fields in which a story differs from the plain one. */
function differences(story: Story): [name: string, value: unknown][] {
  return Object.entries(story).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(PLAIN.get(name)),
  );
}

function report({ story, problems, trial }: Verdict): string {
  const lines = [
    ...problems,
    '',
    ...differences(story).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    '',
    ...(trial === undefined ? [] : linesOf(trial)),
  ];
  // In a workflow the runner would obey the log of the step.
  return lines
    .map((line) => `  ${line.slice(0, MAX_CHARS).replaceAll('::', ': :').replaceAll('#[', '# [')}`)
    .join('\n');
}

/** The requests, the end, and the last lines of the step log. */
function linesOf({ run, truth }: Trial): string[] {
  const requests = truth.served.map(({ atMs, name, trouble }) => {
    const how = trouble === undefined ? '' : ` (${trouble})`;
    return `${atMs / 1_000} ${name}${how}`;
  });
  const end = run.exitCode === 0 ? 'passed' : run.outputs['error-code'];
  return [
    requests.join(', '),
    `${end} at ${run.tookMs / 1_000} with ${run.outputs['deployment-id']}`,
    ...run.log.split(/\r\n|\n|\r/).slice(-LAST_LINES),
  ];
}
