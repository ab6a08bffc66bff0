// GitHub's API on loopback, as far as the action calls it: it keeps deployments and their statuses, records every
// request and answers in the documented shape, or as the test asks. It knows nothing of the action.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { VirtualClock } from './virtual-clock.ts';
