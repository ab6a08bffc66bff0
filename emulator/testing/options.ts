/** Options of `startEmulator` that serve tests only. */
export interface TestOptions {
  /** Host names beside those of this machine under which the emulator answers, such as behind a proxy. */
  readonly hosts?: readonly string[];
  /** Bytes that the state file may grow to; default 2 GB. The oldest build logs are dropped from half of it on. */
  readonly stateFileLimit?: number;
}
