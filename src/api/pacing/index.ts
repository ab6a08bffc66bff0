export { createPace, LAST_POLL_MS, type Pace, type PollOptions, nextPollMs, type Turn } from './pace.ts';
export { createShare, type RequestKind } from './share.ts';
