// Plays the stories of consecutive seeds, and tells the plainest form of each that goes wrong.
import { seededRandom } from '../random.ts';
import { runStep } from '../run-step.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { drawStory } from './draw.ts';
import { type Trial, wrongIn } from './judge.ts';
import { startService } from './service.ts';
import { FOLLOW, plainStory, type Story } from './story.ts';

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

/** Plays a story and judges it. */
export async function judge(story: Story): Promise<Verdict> {
  try {
    const trial = await play(story);
    return { story, trial, problems: wrongIn(trial) };
  } catch (error) {
    return { story, problems: [`it crashes: ${String(error)}`] };
  }
}

/** `deployment-id` of a step that follows. */
const TARGETS = { '': '', latest: 'latest', ours: '201' } as const;

async function play(story: Story): Promise<Trial> {
  const { operation, target, cancelS } = story;
  const clock = new VirtualClock();
  const service = await startService(story, clock);
  const inputs = {
    'base-url': service.baseUrl,
    'api-key': story.key,
    'resource-id': 'app_web',
    operation,
    timeout: `${story.timeoutS}s`,
    wait: String(story.waits),
    'on-busy': story.onBusy,
    'deployment-id': operation === FOLLOW ? TARGETS[target] : '',
    'health-check': story.healthCheck ? '/health' : '',
  };
  try {
    const run = await runStep({
      clock,
      inputs,
      random: seededRandom(story.seed),
      debug: story.debug,
      onStart: (cancel) => {
        if (cancelS > 0) void clock.sleep(cancelS * 1_000).then(() => cancel('SIGTERM'));
      },
    });
    return { story, run, truth: service.truth };
  } finally {
    await service.close();
    clock.dispose();
  }
}

/** The plainest story that still goes wrong. */
async function shrink(first: Verdict): Promise<Verdict> {
  let verdict = first;
  let tries = plainerThan(first.story);
  for (let plays = 0; plays < MAX_PLAYS && tries.length > 0; plays += 1) {
    const [plainer = first.story, ...others] = tries;
    const next = await judge(plainer);
    if (next.problems.length > 0) verdict = next;
    tries = next.problems.length > 0 ? plainerThan(plainer) : others;
  }
  return verdict;
}

const PLAIN: ReadonlyMap<string, unknown> = new Map(Object.entries(plainStory));

/** The story with one field as in the plain one, or one entry less. */
function plainerThan(story: Story): Story[] {
  return differences(story).flatMap(([name, value]) => {
    const without: Story = { ...story, [name]: PLAIN.get(name) };
    if (!Array.isArray(value) || value.length < 2) return [without];
    return [without, ...value.map((_, left) => ({ ...story, [name]: value.toSpliced(left, 1) }))];
  });
}

/** The fields in which a story differs from the plain one. */
function differences(story: Story): [name: string, value: unknown][] {
  return Object.entries(story).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(PLAIN.get(name)),
  );
}

/** The problems, the story where it is not plain, the requests, the end, the end of the log. */
function report({ story, problems, trial }: Verdict): string {
  const requests = trial?.truth.served.map(
    ({ atMs, name, trouble }) => `${atMs / 1_000} ${name}${trouble ? ` (${trouble})` : ''}`,
  );
  const { exitCode, outputs = {}, tookMs = 0, log = '' } = trial?.run ?? {};
  const lines = [
    ...problems,
    ...differences(story).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    requests?.join(', ') ?? '',
    `${exitCode === 0 ? 'passed' : outputs['error-code']} at ${tookMs / 1_000}`,
    ...log.split(/\r\n|\n|\r/).slice(-LAST_LINES),
  ];
  // In a workflow the runner would obey the log of the step.
  return lines
    .map((line) => `  ${line.slice(0, MAX_CHARS).replaceAll('::', ': :').replaceAll('#[', '# [')}`)
    .join('\n');
}
