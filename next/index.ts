// The action's entry.
import { main } from './main.ts';
import { systemHost } from './runner/host.ts';

await main(systemHost());
