// The configuration file: YAML, whose mistakes are reported by line and column.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
} from 'yaml';
import { examine, InputError, isObject, type Mistake, placeOf } from './check.ts';
import { type Config, configSchema } from './config.ts';
import { messageOf } from './errors.ts';

/** Why a file cannot be read, by the code of the error. */
const READ_PROBLEMS = new Map([
  ['ENOENT', 'there is no such file'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'this user may not read it'],
]);

/**
 * Reads a YAML file; paths in it are relative to it. A `port` takes precedence over that of the
 * file. Throws an `InputError` with one line `file:line:column: …` for each mistake.
 */
export function readConfigFile(file: string, port?: number): Config {
  const lines = new LineCounter();
  const document = parseDocument(read(file), { lineCounter: lines, prettyErrors: false });
  const report = (...found: readonly { at: number; message: string }[]): never => {
    const told = found.map(({ at, message }) => {
      const { line, col } = lines.linePos(at);
      return `${file}:${line}:${col}: ${message}`;
    });
    throw new InputError(told.join('\n'));
  };
  for (const { pos, code, message } of document.errors) {
    const what =
      code === 'MULTIPLE_DOCS' ? 'holds more than one document' : `is not YAML: ${message}`;
    report({ at: pos[0], message: what });
  }
  visit(document, {
    Alias: (_key, alias) => {
      if (alias.resolve(document) === undefined)
        report({
          at: startOf(alias) ?? 0,
          message: `*${alias.source} stands for nothing before it`,
        });
    },
  });
  const locate = ({ path: place, message }: Mistake) => ({
    at: offsetOf(document, place),
    message: place.length === 0 ? `the configuration ${message}` : `${placeOf(place)}: ${message}`,
  });
  const content: unknown = document.toJS();
  const isMapping = isObject(content) && !Array.isArray(content);
  const given = isMapping && port !== undefined ? { ...content, port } : content;
  const { data, mistakes } = examine(configSchema, given);
  if (data === undefined) return report(...mistakes.map(locate));
  const baseDir = path.dirname(path.resolve(file));
  const resources = data.value.resources.map((one) =>
    one.source === undefined ? one : { ...one, source: path.resolve(baseDir, one.source) },
  );
  const missing = resources.flatMap(({ source }, at) =>
    source === undefined || statSync(source, { throwIfNoEntry: false })?.isDirectory() === true
      ? []
      : [{ path: ['resources', at, 'source'], message: `there is no folder ${source}` }],
  );
  return missing.length === 0 ? { ...data.value, resources } : report(...missing.map(locate));
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = isObject(error) ? String(error['code']) : '';
    const why = READ_PROBLEMS.get(code) ?? messageOf(error);
    throw new InputError(`${path.resolve(file)} cannot be read: ${why}`, { cause: error });
  }
}

/** Where in the text a value is: its key if it has one, else itself, else what it is missing in. */
function offsetOf(document: Document, place: Mistake['path']): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const step of place) {
    if (isAlias(node)) node = node.resolve(document);
    let key: unknown;
    if (isMap(node)) {
      const pair = node.items.find((each) => isScalar(each.key) && String(each.key.value) === step);
      [key, node] = [pair?.key, pair?.value];
    } else node = isSeq(node) ? node.items[Number(step)] : undefined;
    const found = startOf(key) ?? startOf(node);
    if (found === undefined) return offset;
    offset = found;
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  const range = isObject(node) ? node['range'] : undefined;
  return Array.isArray(range) ? Number(range[0]) : undefined;
}
