// Blocks of code on the pages: where they are, how they are tagged, what they call. Pure: text in, values out.
//
// The tag is the second word behind the fence, which GitHub does not show: `sh runnable` is run by `npm run docs:run`,
// `sh by-hand` is not (it does not end by itself, or takes minutes). `needs=act` names a tool that must be there.

/** A fenced block of code on a page. */
export interface CodeBlock {
  readonly page: string;
  /** The line of its opening fence, counted from 1. */
  readonly line: number;
  readonly language: string;
  readonly tags: readonly string[];
  readonly code: string;
}

const SHELLS = new Set(['sh', 'bash', 'shell', 'console']);

/** Every fenced block of a page, in order. */
export function codeBlocks(page: string, text: string): CodeBlock[] {
  return [...text.matchAll(/^```(\S*)[ \t]*(.*)\n([\s\S]*?)^```[ \t]*$/gm)].map((match) => {
    const [, language = '', tags = '', code = ''] = match;
    const line = text.slice(0, match.index).split('\n').length;
    return { page, line, language, tags: tags.split(/\s+/).filter((tag) => tag !== ''), code };
  });
}

/** A page without its fenced blocks. */
export function proseOf(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, '');
}

/** Whether a block holds commands. */
export function isShell({ language }: CodeBlock): boolean {
  return SHELLS.has(language);
}

/** Whether a block is to be run by machine. */
export function isRunnable({ tags }: CodeBlock): boolean {
  return tags.includes('runnable');
}

/** What is wrong with the tags of a block: commands must state whether they are run, so that no block is forgotten. */
export function tagProblem(block: CodeBlock): string | undefined {
  const choices = block.tags.filter((tag) => tag === 'runnable' || tag === 'by-hand').length;
  if (block.tags.length > choices + toolsOf(block).length) return `unknown tag in "${block.tags.join(' ')}"`;
  if (choices > 1 || (isShell(block) && choices === 0)) return 'commands are tagged as either "runnable" or "by-hand"';
  return undefined;
}

/** The tools that a block needs beyond what `npm ci` brings. */
export function toolsOf({ tags }: CodeBlock): string[] {
  return tags.filter((tag) => tag.startsWith('needs=')).map((tag) => tag.slice('needs='.length));
}
