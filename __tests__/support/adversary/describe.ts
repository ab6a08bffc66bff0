// A story and its trial as text: only what differs from a service that does everything well.
import { goodStory } from './good-story.ts';
import type { Story } from './story.ts';
import type { Trial } from './trial.ts';

/** One line for each part of the story that is not as in {@link goodStory}; the operation always comes first. */
export function describeStory(story: Story): string[] {
  return [`operation: ${story.operation}`, ...differences(story, goodStory)];
}

function differences(story: object, good: object, prefix = ''): string[] {
  return Object.entries(story).flatMap(([name, value]: [string, unknown]) => {
    const usual: unknown = Reflect.get(good, name);
    if (JSON.stringify(value) === JSON.stringify(usual) || (prefix === '' && ['operation', 'seed'].includes(name)))
      return [];
    if (name === 'others' && Array.isArray(value)) {
      return value.flatMap((part: object, index) => differences(part, goodStory, `others[${index}].`));
    }
    if (Array.isArray(value)) return value.map((item: unknown, index) => `${prefix}${name}[${index}]: ${short(item)}`);
    if (
      typeof value === 'object' &&
      value !== null &&
      typeof usual === 'object' &&
      usual !== null &&
      !('word' in value)
    ) {
      return differences(value, usual, `${prefix}${name}.`);
    }
    return [`${prefix}${name}: ${short(value)}`];
  });
}

function short(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, one]: [string, unknown]) => `${name} ${typeof one === 'string' ? one : JSON.stringify(one)}`)
    .join(', ');
}

/** The requests of a trial, one line each. */
export function describeRequests({ served }: Trial): string[] {
  return served.map(({ endpoint, atMs, endedAtMs, delivery, fault, created, shown, resourceStatus }, index) => {
    const answer = delivery === undefined ? 'open' : delivery.kind === 'lost' ? 'lost' : String(delivery.status);
    const took = endedAtMs === undefined || endedAtMs === atMs ? '' : ` after ${seconds(endedAtMs - atMs)}`;
    const statuses = [...shown].map(([id, status]) => `${id} ${status}`).join(', ');
    const details = [fault, created === undefined ? undefined : `creates ${created.id}`, statuses, resourceStatus];
    const text = details.filter((detail) => detail !== undefined && detail !== '').join('; ');
    return `${index + 1}. ${seconds(atMs)} ${endpoint}: ${answer}${took}${text === '' ? '' : ` (${text})`}`;
  });
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
