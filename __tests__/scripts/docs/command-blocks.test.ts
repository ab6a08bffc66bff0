// Blocks of commands in the docs: which are found, which are run, and which .ci/run covers.
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
} from '../../../scripts/docs/command-blocks.ts';

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
