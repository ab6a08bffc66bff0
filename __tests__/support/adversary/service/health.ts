// What answers at the address of the app.
import { gzipSync } from 'node:zlib';
import { HEALTH_TEXT } from '../constants.ts';
import type { HealthAnswer } from './forms.ts';
import { type Delivery, type Exchange, happen, send } from './faults.ts';
import type { Story } from '../story.ts';

const text = (status: number, body: string, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers: { 'content-type': 'text/plain', ...headers },
  body,
});

const answers = {
  200: text(200, 'the release before'),
  '200 with the text': text(200, `this is ${HEALTH_TEXT}\n`),
  204: text(204, ''),
  301: text(301, '', { location: 'https://web.example.test/' }),
  '302 with the text': text(302, HEALTH_TEXT, { location: '/sign-in' }),
  404: text(404, 'no such page'),
  500: text(500, 'failed'),
  '503 with the text': text(503, `${HEALTH_TEXT} is starting`),
  'the text after 64 KiB': text(200, `${' '.repeat(70_000)}${HEALTH_TEXT}`),
} as const;

/** The answer that is given now. `changedAtMs`: when the app changed last; undefined where it has not. */
export function healthAnswerAt(story: Story, nowMs: number, changedAtMs: number | undefined): HealthAnswer {
  const { before, after, switchAfterS } = story.health;
  const fromMs = changedAtMs ?? (story.operation === 'wait' ? 0 : Infinity);
  return nowMs >= fromMs + switchAfterS * 1_000 ? after : before;
}

/** Whether an answer proves what the step asks for. */
export function isHealthy(answer: HealthAnswer, { health }: Pick<Story, 'health'>): boolean {
  if (health.contains) return answer === '200 with the text' || answer === 'compressed with the text';
  return !['404', '500', '503 with the text', 'reset', 'hang'].includes(answer);
}

/** Gives the answer. */
export async function giveHealthAnswer(answer: HealthAnswer, exchange: Exchange): Promise<Delivery> {
  if (answer === 'reset' || answer === 'hang') return await happen(answer, exchange);
  if (answer === 'compressed with the text') {
    const { response } = exchange;
    await new Promise<void>((resolve) => {
      response.once('close', resolve);
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(`this is ${HEALTH_TEXT}`));
    });
    return { kind: 'answered', status: 200 };
  }
  return await send(exchange, answers[answer]);
}
