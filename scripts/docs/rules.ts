// The rules of the action: as a page, and those that no test proves.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULE_SECTIONS, type RuleSection } from '../../__tests__/rules.ts';

const root = join(import.meta.dirname, '../..');
/** The suites whose rows cite rules. */
const ROWS = ['__tests__/steps/*.test.ts', '__tests__/adversary/found.test.ts'];
/** A key in quotes, as a row cites it. */
const CITED = /'([a-z-]+\/[a-z-]+)'/g;

interface KeyedRule {
  readonly key: string;
  readonly says: string;
  /** The suite that proves it, where rows do not. */
  readonly provedBy?: string;
}

function rulesOf({ rules }: RuleSection): KeyedRule[] {
  return Object.entries(rules).map(([key, rule]) =>
    typeof rule === 'string' ? { key, says: rule } : { key, ...rule },
  );
}

/** All rules by sections. */
export function contract(): string {
  const sections = RULE_SECTIONS.map(
    (section) => `## ${section.title}\n\n${rulesOf(section).map(lineOf).join('\n')}`,
  );
  return sections.join('\n\n');
}

function lineOf({ key, says, provedBy }: KeyedRule): string {
  const suite = provedBy === undefined ? '' : ` (\`${provedBy}\`)`;
  return `- **${key}** ${says}${suite}`;
}

/** One sentence per rule that no row or suite cites, or that stands in the table twice. */
export function problemsOfRules(): string[] {
  const rules = RULE_SECTIONS.flatMap(rulesOf);
  const cited = new Set(
    globSync(ROWS, { cwd: root }).flatMap((file) =>
      [...read(file).matchAll(CITED)].map(([, key]) => key),
    ),
  );
  return rules.flatMap((rule, index) => {
    const isDouble = rules.findIndex(({ key }) => key === rule.key) !== index;
    if (isDouble) return [`the rule ${rule.key} stands there twice`];
    if (rule.provedBy === undefined)
      return cited.has(rule.key) ? [] : [`no row cites the rule ${rule.key}`];
    const isProved = existsSync(join(root, rule.provedBy)) && names(read(rule.provedBy), rule.key);
    return isProved ? [] : [`${rule.provedBy} does not name the rule ${rule.key}`];
  });
}

/** True if the text holds the key, and not only a longer one. */
function names(text: string, key: string): boolean {
  return text.split(key).some((after, index) => index > 0 && !/^[a-z-]/.test(after));
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
