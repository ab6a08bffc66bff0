// What an emulator is started with: options for programs, a YAML file for people.
export { readConfig } from './config.ts';
export type { EmulatorOptions, ResourceOptions } from './options.ts';
export { readText } from './read-text.ts';
export { historyOf, resourceRecord, workloadOf } from './options.ts';
