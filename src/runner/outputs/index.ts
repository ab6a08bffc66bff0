export { createOutputWriter } from './output-writer.ts';
export { outputNames } from './outputs.ts';
