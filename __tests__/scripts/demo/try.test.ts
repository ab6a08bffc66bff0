// `npm run try`: one step with inputs from the command line.
import { describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const script = join(import.meta.dirname, '../../../scripts/demo/try.ts');

function tryStep(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  return { exitCode: status, stdout, stderr };
}

describe('npm run try', () => {
  test('shows step log, outputs and summary of an operation', () => {
    const { exitCode, stdout } = tryStep('operation=status', 'resource-id=app_web');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('the resource is running');
    expect(stdout).toMatch(/^status +finished$/m);
    expect(stdout).toMatch(/^## ✅ web is running/m);
  });

  test('ends with the exit code of the step, also where a fault is armed', () => {
    const fault =
      '{"on":"getResource","kind":"status","status":401,"code":"unauthorized","message":"no","times":"always"}';
    const { exitCode, stdout } = tryStep('operation=status', `faults=[${fault}]`);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^error-code +unauthorized$/m);
  });

  test.each([
    ['operaton=status', 'There is no input operaton: write operation=…'],
    ['operation', 'operation has no value: write operation=…'],
    ['faults={"on":"x"}', 'it needs "kind"'],
  ])('refuses %s before anything is started', (argument, mistake) => {
    const { exitCode, stdout, stderr } = tryStep(argument);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(mistake);
    expect(stderr).toContain('npm run try -- operation=status');
  });
});
