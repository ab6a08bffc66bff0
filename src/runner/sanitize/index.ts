export { asClean, type CleanText } from './line-cleaner.ts';
export { linkTarget } from './markdown.ts';
export type { LogText } from './log-sanitizer.ts';
export { createSanitizers, type Sanitizers } from './sanitizers.ts';
export { LINE_END, clipped, firstChars } from './visible-text.ts';
