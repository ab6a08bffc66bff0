// What a configuration needs of the machine, checked before anything starts: folders, programs, ports.
import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { CommandConfig, FileConfig, ResourceConfig } from './schema.ts';

/** A command as program and arguments. */
export function commandOf(command: CommandConfig): readonly string[] {
  return typeof command === 'string' ? command.split(/ +/) : command;
}

/** Where the file lies and which port the emulator will listen on (undefined: any). */
export interface Surroundings {
  readonly baseDir: string;
  readonly port: number | undefined;
}

/** What is missing on this machine, one phrase each. */
export function missingParts({ resources }: FileConfig, around: Surroundings): string[] {
  return [
    ...resources.flatMap((resource, index) => missingOf(resource, `resources[${index}]`, around)),
    ...sharedPorts(resources, around.port),
  ];
}

function missingOf(resource: ResourceConfig, place: string, { baseDir }: Surroundings): string[] {
  const { source, build, start } = resource;
  if (source === undefined) return [];
  const folder = path.resolve(baseDir, source);
  if (!isFolder(folder)) return [`${place}.source: there is no folder ${folder}`];
  if (realpathSync(folder) === path.parse(folder).root) {
    return [`${place}.source: ${folder} is the whole file system; name the folder of the app`];
  }
  return Object.entries({ build, start }).flatMap(([name, command]) => {
    const program = command === undefined ? undefined : commandOf(command)[0];
    // A build may make the program that starts the app; what lies in the source folder is not there yet.
    const isMadeByBuild = name === 'start' && build !== undefined && program?.includes('/') === true;
    if (program === undefined || isMadeByBuild) return [];
    const script = name === 'start' && build !== undefined ? undefined : missingScript(command ?? '', folder);
    if (script !== undefined) return [`${place}.${name}: there is no file ${script} in the source folder`];
    if (canRun(program, folder)) return [];
    return [`${place}.${name}: the program ${JSON.stringify(program)} is neither on the PATH nor in the source folder`];
  });
}

/** The file that a `node` command runs, where it is not there; options before it could have values, so they end the check. */
function missingScript(command: CommandConfig, folder: string): string | undefined {
  const [program, script] = commandOf(command);
  if (program !== 'node' || script === undefined || script.startsWith('-')) return undefined;
  const file = path.resolve(folder, script);
  return ['', '.js', '.json', '.node'].some((end) => existsSync(file + end)) ? undefined : script;
}

function sharedPorts(resources: readonly ResourceConfig[], own: number | undefined): string[] {
  const taken = new Map<number, string>(own === undefined || own === 0 ? [] : [[own, 'the emulator itself']]);
  return resources.flatMap(({ port }, index) => {
    if (port === undefined) return [];
    const owner = taken.get(port);
    taken.set(port, owner ?? `resources[${index}]`);
    return owner === undefined ? [] : [`resources[${index}].port: ${port} is the port of ${owner}`];
  });
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
}

function canRun(program: string, folder: string): boolean {
  // The Node that runs the emulator stands for `node`; what Windows can run depends on more than the file.
  if (program === 'node' || process.platform === 'win32') return true;
  if (program.includes('/')) return isExecutable(path.resolve(folder, program));
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.some((one) => isExecutable(path.join(one, program)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
