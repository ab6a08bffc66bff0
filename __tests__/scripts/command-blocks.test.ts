// Blocks of commands on the pages: which are found, which are run, and what becomes of one that fails.
import { describe, expect, test } from '@jest/globals';
import {
  ciSteps,
  codeBlocks,
  commandsOf,
  isCoveredBySteps,
  isRunnable,
  isShell,
  tagProblem,
  toolsOf,
} from '../../scripts/command-blocks.ts';
import { runCommands } from '../../scripts/run-block.ts';

const page = `# A page

\`\`\`sh runnable
echo well
\`\`\`

Text.

\`\`\`sh runnable needs=act
echo before
echo "what went wrong" >&2
false
echo after
\`\`\`

\`\`\`sh by-hand
sleep 1000
\`\`\`

\`\`\`yaml
on: push
\`\`\`

\`\`\`sh
forgotten
\`\`\`
`;
const blocks = codeBlocks('docs/page.md', page);
const run = async (code: string, timeoutMs = 20_000) =>
  await runCommands(code, { cwd: import.meta.dirname, timeoutMs });

describe('the code blocks of a page', () => {
  test('are found with page, line, language and tags', () => {
    expect(blocks.map(({ line, language, tags }) => [line, language, ...tags])).toEqual([
      [3, 'sh', 'runnable'],
      [9, 'sh', 'runnable', 'needs=act'],
      [16, 'sh', 'by-hand'],
      [20, 'yaml'],
      [24, 'sh'],
    ]);
    expect(blocks[0]).toMatchObject({ page: 'docs/page.md', code: 'echo well\n' });
  });

  test('are run where they are tagged as runnable', () => {
    expect(blocks.filter(isRunnable).map(({ line }) => line)).toEqual([3, 9]);
    expect(blocks.map(toolsOf)).toEqual([[], ['act'], [], [], []]);
  });

  test('with commands but without a tag are a problem', () => {
    expect(blocks.filter(isShell).map((block) => tagProblem(block) === undefined)).toEqual([true, true, true, false]);
    expect(codeBlocks('p', '```sh runable\na\n```\n').map(tagProblem)).toEqual(['unknown tag in "runable"']);
  });
});

describe('a block that is run', () => {
  test('passes when each of its commands does', async () => {
    expect(await run('echo one\necho two')).toMatchObject({ exitCode: 0, output: 'one\ntwo\n' });
  });

  test('fails with the first command that fails, and shows its output', async () => {
    const failing = blocks.find(({ line }) => line === 9)?.code ?? '';
    expect(await run(failing)).toMatchObject({ exitCode: 1, output: 'before\nwhat went wrong\n' });
  });

  test.each(['false | cat', 'echo "$NO_SUCH_VARIABLE"'])(
    'fails where a shell without error checks would continue: %s',
    async (code) => {
      expect((await run(code)).exitCode).not.toBe(0);
    },
  );

  test('ends the processes that it left running: nothing holds its output open', async () => {
    expect(await run('sleep 1000 &\necho done')).toMatchObject({ exitCode: 0, output: 'done\n' });
  });

  test('that does not end is ended', async () => {
    expect((await run('sleep 1000', 100)).exitCode).not.toBe(0);
  });
});

describe('a block that contains only steps of .ci/run', () => {
  const steps = ciSteps(`step install npm ci\nif true; then\n  step test npm test\n  step 'a demo' npm run demo\nfi\n`);
  const scripts = { demo: 'node demo.ts', both: 'npm test && npm run demo', more: 'npm test && npm run other' };
  const isCovered = (code: string) =>
    codeBlocks('p', `\`\`\`sh runnable\n${code}\n\`\`\`\n`).every((block) =>
      isCoveredBySteps(block, { steps, scripts }),
    );

  test.each(['npm ci && npm test', 'npm ci   # installs\nnpm run both'])('is recognised: %j', (code) => {
    expect(isCovered(code)).toBe(true);
  });

  test.each(['npm ci && npm test -- one', 'npm run more', 'npm run demo; rm x', '# nothing'])('is not: %j', (code) => {
    expect(isCovered(code)).toBe(false);
  });
});

test('splits commands at line ends and &&, and joins continued lines', () => {
  expect(commandsOf('a --b \\\n  c && d # e\n# f\ng\n')).toEqual(['a --b    c', 'd', 'g']);
});
