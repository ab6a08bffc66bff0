// Plays drawn services with the old action and the new one, and prints the classes of differences; temporary, run by hand:
//     node __tests__/next/support/difference.ts [services] [seed]
import * as fc from 'fast-check';
import { stories } from './adversary/draw.ts';
import { tableOf, stepOf, type Story } from './adversary/story.ts';
import { type Trial, tryStory } from './adversary/trial.ts';

const [rounds = 2_000, seed = 1] = process.argv.slice(2).map(Number);

/** Outputs that are compared; paths of files and durations differ for good reasons. */
const OUTPUTS = ['deployment-id', 'status', 'resource-status', 'url', 'skipped', 'resources', 'env-names'];

/** What a user, and the service, would notice. */
function factsOf({ run, code, passed, requestedMs, warnings }: Trial): Record<string, string> {
  const outputs = OUTPUTS.map((name) => [name, (run.outputs[name] ?? '').replace(/:\d+/, ':port')] as const);
  return {
    verdict: passed ? 'passed' : code,
    posts: String(requestedMs.length),
    warnings: String(warnings.length),
    ...Object.fromEntries(outputs),
  };
}

interface Difference {
  readonly story: Story;
  readonly text: string;
}

const classes = new Map<string, Difference[]>();
let count = 0;
for (const story of fc.sample(stories, { seed, numRuns: rounds })) {
  const [before, now] = [factsOf(await tryStory(story, 'old')), factsOf(await tryStory(story, 'next'))];
  const differing = Object.keys(before).filter((name) => before[name] !== now[name]);
  if (differing.length === 0) continue;
  count += 1;
  // Ids and words of a class are those of its first example.
  const kind = differing.map((name) =>
    name === 'verdict' || name === 'posts' ? `${name} ${before[name]} → ${now[name]}` : name,
  );
  const key = `${story.operation}: ${kind.join(', ')}`;
  const text = differing.map((name) => `${name}: ${before[name]} → ${now[name]}`).join('; ');
  classes.set(key, [...(classes.get(key) ?? []), { story, text }]);
}

process.stdout.write(`${count} of ${rounds} services differ (seed ${seed}), in ${classes.size} classes\n`);
for (const [key, examples] of [...classes].toSorted(([, one], [, other]) => other.length - one.length)) {
  // The shortest table says most about the class.
  const [example] = examples.toSorted((one, other) => tableOf(one.story).length - tableOf(other.story).length);
  process.stdout.write(`\n## ${examples.length} × ${key}\n`);
  if (example === undefined) continue;
  const { story, text } = example;
  process.stdout.write(
    `${text}\n${JSON.stringify(stepOf(story).with)} ${story.shape}\n${tableOf(story).replaceAll(/^/gm, '    ')}\n`,
  );
}
