// A real parser of GitHub Flavored Markdown, so that tests can check how a page would be rendered.
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** One node of a page, in the order of the page; `depth` counts the nodes that it is inside of. */
export interface PageNode {
  type: string;
  depth: number;
  /** Text, code or HTML as written. */
  value?: string;
  /** The target of a link or an image. */
  url?: string;
  /** The info string of a code block. */
  lang?: string | null | undefined;
}

interface TreeNode extends Omit<PageNode, 'depth'> {
  children?: TreeNode[];
}

/** All nodes of a page. */
export function pageNodes(markdown: string): PageNode[] {
  const tree: TreeNode = fromMarkdown(markdown, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  return flattened(tree, 0);
}

function flattened(node: TreeNode, depth: number): PageNode[] {
  const { children = [], ...own } = node;
  return [{ ...own, depth }, ...children.flatMap((child) => flattened(child, depth + 1))];
}

/** What GitHub makes of plain text after Markdown: mentions, references, emoji, formulas. */
export const githubFilters: readonly RegExp[] = [
  /@[a-z0-9]/i,
  /#\d/,
  /\bgh-\d/i,
  /:[\w+-]+:/,
  /\$\S/,
  /https?:\/\//i,
  /www\./i,
  /\b[0-9a-f]{7,40}\b/,
];
