export interface Explanation {
  readonly cause: string | undefined;
  readonly failedLine: string | undefined;
  readonly excerpt: readonly string[];
}
export function explainLog(lines: readonly string[]): Explanation {
  const cause = lines.find((line) => /error|Error/.test(line));
  return {
    cause,
    failedLine: lines.findLast((line) => /failed|failure/i.test(line)),
    excerpt: lines.filter((l) => l.trim() !== '').slice(-20),
  };
}
