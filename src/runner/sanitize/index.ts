export { asClean, type CleanText } from './clean-text.ts';
export { linkTarget } from './markdown.ts';
export { createSanitizers, type Sanitizers, type LogText } from './sanitizers.ts';
export { LINE_END, clipped, firstChars } from './visible-text.ts';
