// Types of the emulator's package, in one file that needs no other package: interfaces as they
// stand in the source, and types made of the schemas.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { configSchema } from '../../emulator/config.ts';
import { faultSchema } from '../../emulator/faults.ts';
import { ENDPOINT_NAMES } from '../../emulator/openapi.ts';
import { snapshot } from '../../emulator/state.ts';

const emulator = join(import.meta.dirname, '../../emulator');

/** What of a JSON Schema says something about a type. */
interface Described {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Described[];
  readonly items?: Described;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Described | boolean;
}

/** A JSON Schema as a type of TypeScript. */
function typeOf(schema: Described): string {
  const { type, enum: values, anyOf, items, properties, required = [] } = schema;
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' | ');
  if (Array.isArray(type)) return type.join(' | ');
  if (type === 'array') return `readonly (${typeOf(items ?? {})})[]`;
  if (type === 'integer') return 'number';
  if (type !== 'object') return typeof type === 'string' ? type : 'unknown';
  if (properties === undefined) {
    const { additionalProperties: values_ } = schema;
    return `Readonly<Record<string, ${typeof values_ === 'object' ? typeOf(values_) : 'unknown'}>>`;
  }
  const fields = Object.entries(properties).map(([name, field]) => {
    const comment = field.description === undefined ? '' : `/** ${field.description} */\n`;
    return `${comment}readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(field)};\n`;
  });
  return `{\n${fields.join('')}}`;
}

function input(schema: z.ZodType): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return typeOf(z.toJSONSchema(schema, { io: 'input' }) as Described);
}

/** An interface of a file as it stands there, with its comment. */
function interfaceOf(file: string, name: string): string {
  const source = readFileSync(join(emulator, file), 'utf8');
  const comment = String.raw`(?:/\*\*(?:(?!\*/)[\s\S])*\*/\n)?`;
  const found = new RegExp(String.raw`${comment}export interface ${name}\b[\s\S]*?\n}\n`).exec(
    source,
  );
  if (found === null) throw new Error(`${file} has no interface ${name}`);
  return found[0];
}

/** The text of `index.d.ts`. */
export function packageTypes(): string {
  const { keys, deployments, activity, resources } = snapshot.shape;
  const endpoints = ENDPOINT_NAMES.map((name) => JSON.stringify(name)).join(' | ');
  return [
    `/** What an emulator starts with, as in its configuration file. */
export type ConfigInput = ${input(configSchema)};`,
    `export type Fault = ${input(faultSchema)};`,
    'export type FaultInput = Fault | string;',
    `export type EndpointName = ${endpoints};`,
    `export type Deployment = ${input(deployments.element)};`,
    `export type ActivityEntry = ${input(activity.element)};`,
    `export type KeyView = Omit<${input(keys.element)}, 'valueHash'>;`,
    `export type SavedResource = ${input(resources.valueType)};`,
    "export type Wallet = 'funded' | 'empty';",
    "declare const RESOURCE_TYPES: readonly ['app', 'worker', 'database', 'service'];",
    interfaceOf('state.ts', 'Resource'),
    interfaceOf('control.ts', 'ResourceView'),
    interfaceOf('control.ts', 'View'),
    interfaceOf('requests.ts', 'RequestRecord'),
    interfaceOf('clock.ts', 'Clock'),
    interfaceOf('emulator.ts', 'EmulatorOptions'),
    interfaceOf('emulator.ts', 'Emulator'),
    `/** Starts an emulator in this process. */
export declare function startEmulator(options: EmulatorOptions): Promise<Emulator>;`,
    `/** Time that passes only when a program lets it: for tests of simulated resources. */
export declare class ManualClock implements Clock {
  constructor(startWallMs?: number);
  now(): number;
  wallTime(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Lets \`ms\` pass; resolves when everything that was due has happened. */
  advance(ms: number): Promise<void>;
}`,
  ].join('\n\n');
}
