export { createOutputWriter } from './output-writer.ts';
