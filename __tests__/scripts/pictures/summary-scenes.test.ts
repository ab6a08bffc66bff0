// The scenes of the pictures: each gives the summary that its name promises.
import { expect, test } from '@jest/globals';
import { scenes } from '../../../scripts/pictures/summary-scenes.ts';

const expected: Readonly<Record<string, RegExp>> = {
  finished: /^## ✅ shop is live at/,
  failed: /^## ❌ [^]*TS2339/,
  several: /^## ❌ [^]*\bapi\b[^]*\badmin\b/,
  waiting: /^## ✅ [^]*dep_\d+/,
  'in-progress': /Waiting for/,
};

test('has a picture for each kind of summary', () => {
  expect(scenes.map(({ name }) => name).toSorted()).toEqual(Object.keys(expected).toSorted());
});

test.each(scenes)('shows in $name the summary of a run of that kind', async (scene) => {
  expect(await scene.summary()).toMatch(expected[scene.name] ?? /$^/);
});
