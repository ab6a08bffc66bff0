// The step log as the demo shows it: what GitHub carries out is not printed.
import { expect, test } from '@jest/globals';
import { createLogView } from '../../../scripts/demo/log-view.ts';

const viewOf = (log: string) => {
  const view = createLogView();
  return view.push(log) + view.end();
};

test('shows a line as it is', () => {
  expect(viewOf('building after 4s\n  | ::not a command\n')).toBe('building after 4s\n  | ::not a command\n');
});

test('names a group and leaves out its end', () => {
  expect(viewOf('::group::Build log of web\n  | one\n::endgroup::\n')).toBe('▾ Build log of web\n  | one\n');
});

test('leaves out the masked key and the tokens of stopped commands', () => {
  expect(viewOf('::add-mask::key_1\n::stop-commands::token\n::token::\n')).toBe('');
});

test.each([
  ['::error title=It failed%3A why::what%0Anext 100%25\n', 'Error: It failed: why\n  what\n  next 100%\n'],
  ['::notice title=Deployment Service::done\n', 'Notice: Deployment Service\n  done\n'],
  ['::warning title=::a warning\n', 'Warning: a warning\n'],
  ['::warning::a warning', 'Warning: a warning\n'],
])('shows the lines of an annotation: %j', (log, shown) => {
  expect(viewOf(log)).toBe(shown);
});

test('does not depend on where the log is cut', () => {
  const view = createLogView();
  expect([view.push('::gro'), view.push('up::Build'), view.push('\nhal'), view.push('f'), view.end()].join('')).toBe(
    '▾ Build\nhalf\n',
  );
});
