import { describe, expect, test } from '@jest/globals';
import type { Sample } from '../../../scripts/load/verdict.ts';
import { BOUNDS, memoryFigures, memoryProblems } from '../../../scripts/load/verdict.ts';

/** Lives of a minute each with a sample every five seconds, after `warmUpS` seconds. */
function run(lives: number, heapOf: (life: number, ageS: number) => number, rssMb = 120): Sample[] {
  return Array.from({ length: lives * 12 }, (_, index) => {
    const life = Math.floor(index / 12);
    const ageS = (index % 12) * 5;
    return { life, ageS, heapMb: heapOf(life, ageS), rssMb, descriptors: 40 };
  });
}

describe('a run of mixed load', () => {
  test('passes while each life fills the same caches again', () => {
    const figures = memoryFigures(run(6, (_life, ageS) => 40 + ageS * 0.05));
    expect(memoryProblems(figures)).toEqual([]);
    expect(figures.heapMb?.last).toBe(figures.heapMb?.first);
    expect(figures.peakDescriptors).toBe(40);
  });

  test('fails when what is restored grows from life to life', () => {
    expect(memoryProblems(memoryFigures(run(9, (life) => 40 + life * 2)))).toEqual([
      `The heap after garbage collection grew from 42.0 to 54.0 MB; at most ${BOUNDS.heapMb} MB are allowed.`,
    ]);
  });

  test('fails when the heap grows within each life, which the restarts would hide', () => {
    expect(memoryProblems(memoryFigures(run(9, (_life, ageS) => 40 + ageS * 0.5)))).toEqual([
      `The growth of the heap within one life is 20.0; at most ${BOUNDS.growthWithinLifeMb} MB is allowed.`,
    ]);
  });

  test('fails for memory outside the heap and for descriptors', () => {
    const samples = run(3, () => 40).map((sample, index) => ({ ...sample, rssMb: 100 + index * 10, descriptors: 900 }));
    expect(memoryProblems(memoryFigures(samples))).toEqual([
      expect.stringContaining('The resident memory grew from'),
      expect.stringContaining('The peak of the resident memory is 450.0'),
      expect.stringContaining('The largest number of open descriptors is 900.0'),
    ]);
  });

  test('does not count a process that has just started', () => {
    const samples = run(3, (_life, ageS) => (ageS < 4 ? 400 : 40));
    expect(memoryFigures(samples).heapMb).toEqual({ first: 40, last: 40 });
  });

  test('fails when nothing was measured', () => {
    expect(memoryProblems(memoryFigures([]))).toEqual([expect.stringContaining('not measured often enough')]);
  });
});
