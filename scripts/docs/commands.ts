// What commands and workflows name of the repository: paths, npm scripts and titles of tests.

/** Tests that a command selects by a title. */
interface Selection {
  /** A folder or file of tests; empty for all. */
  readonly path: string;
  readonly title: string;
}

const FOLDERS = 'src|emulator|scripts|bench|bundle|docs|examples|__tests__|dist|\\.ci|\\.github';
const PATH = new RegExp(
  [
    `(?<=^|[\\s"'=])(?:\\./)?`,
    // Below a folder of the repository, or a file of its root.
    `((?:${FOLDERS})/[\\w.*/-]*|[\\w-]+\\.(?:json|md|js|ts|ya?ml))`,
    `(?=$|[\\s"'\`;,)])`,
  ].join(''),
  'gm',
);
/** The value of a key such as `node-version-file` or `subject-path`. */
const FILE_KEY = /^[\w-]+-(?:file|path): (?:\.\/)?([\w.*/-]+)$/gm;
const SCRIPT = /\bnpm (?:run (?:-\S+ )*([\w:-]+)|(test)\b)/g;
const SELECTION =
  /(?:(__tests__\/[\w./-]*)[^\n]*?)?\s(?:--testNamePattern|-t)[ =](?:(['"])(.*?)\2|(\S+))/g;

/** The paths in a text, which may hold `*`. */
export function pathsIn(text: string): string[] {
  return [...text.matchAll(PATH), ...text.matchAll(FILE_KEY)].map(([, path = '']) => path);
}

/** The npm scripts that a text runs. */
export function npmScriptsIn(text: string): string[] {
  return [...text.matchAll(SCRIPT)].map(([, name, test = '']) => name ?? test);
}

/** The tests that commands select by their titles. */
export function selectionsIn(text: string): Selection[] {
  return [...text.matchAll(SELECTION)].map(([, path = '', , quoted, bare = '']) => ({
    path,
    title: quoted ?? bare,
  }));
}

/** The values of a parsed YAML file, each line as `key: value`; comments are not among them. */
export function valuesOf(node: unknown, key = ''): string {
  if (typeof node === 'string') return `${key}: ${node}\n`;
  if (typeof node !== 'object' || node === null) return '';
  return Object.entries(node)
    .map(([name, value]) => valuesOf(value, Array.isArray(node) ? key : name))
    .join('');
}
