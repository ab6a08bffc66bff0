// The entry point, which `action.yml` runs as `dist/index.js`.
import { main } from './main.ts';
import { systemHost } from './runner/host.ts';

// Behind a proxy with a password, a dependency calls a deprecated function. Users cannot change
// that, so they get no warning.
process.noDeprecation = true;
await main(systemHost());
