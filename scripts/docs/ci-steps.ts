// Which blocks of commands need no run of their own, since CI runs their commands in steps already. Pure.
import type { CodeBlock } from './command-blocks.ts';

/** The commands of a shell block, one by one, without comments; chains by `&&` are taken apart. */
function commandsOf(code: string): string[] {
  return code
    .replaceAll(/(?:^|\s)#.*$/gm, '')
    .replaceAll('\\\n', ' ')
    .split(/\n|&&/)
    .map((command) => command.trim())
    .filter((command) => command !== '');
}

/** The commands that `.ci/run` runs as steps of its own. */
export function ciSteps(ciRun: string): Set<string> {
  const steps = [...ciRun.matchAll(/^\s*step (?:'[^']*'|\S+) (.+)$/gm)];
  return new Set(steps.map(([, command = '']) => command.trim()));
}

/**
 * Whether a block does nothing but what `.ci/run` does in steps of its own. A script of package.json that only chains
 * others counts as those.
 */
export function isCoveredBySteps(
  block: CodeBlock,
  { steps, scripts }: { steps: ReadonlySet<string>; scripts: Readonly<Record<string, string>> },
): boolean {
  const parts = (command: string): string[] => {
    const body = scripts[/^npm run ([\w:-]+)$/.exec(command)?.[1] ?? ''];
    const chain = body === undefined ? [] : commandsOf(body);
    return chain.length > 1 && chain.every((part) => /^npm (?:run|test)\b/.test(part))
      ? chain.flatMap(parts)
      : [command];
  };
  const commands = commandsOf(block.code).flatMap(parts);
  return commands.length > 0 && commands.every((command) => steps.has(command));
}
