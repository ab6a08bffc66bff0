export { createPace, type Pace, type PollOptions, pollDueMs, type Turn } from './pace.ts';
export { createShare, type RequestKind } from './share.ts';
