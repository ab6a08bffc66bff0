export { createPace, LAST_POLL_MS, type Pace, type PollOptions, pollDueMs, type Turn } from './pace.ts';
export { createShare, type RequestKind } from './share.ts';
