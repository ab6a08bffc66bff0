// Running the commands of one block: how it ends, and what becomes of the processes that it starts.
import { describe, expect, test } from '@jest/globals';
import { runCommands } from '../../../scripts/docs/run-block.ts';

const run = async (code: string, timeoutMs = 120_000) =>
  await runCommands(code, { cwd: import.meta.dirname, timeoutMs });

describe('a block that is run', () => {
  test('passes when each of its commands does', async () => {
    expect(await run('echo one\necho two')).toMatchObject({ exitCode: 0, output: 'one\ntwo\n' });
  });

  test('fails with the first command that fails, and shows its output', async () => {
    const failing = 'echo before\necho "what went wrong" >&2\nfalse\necho after';
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
