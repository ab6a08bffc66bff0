// The action's entry.
import { main } from './main.ts';
import { systemHost } from './runner/host.ts';

// A dependency that goes through a proxy with a password uses a deprecated function: nothing that a
// user could change.
process.noDeprecation = true;
await main(systemHost());
