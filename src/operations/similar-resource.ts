// "Did you mean …?" for a resource that the service does not know.
import type { Client } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { Stop } from '../clock.ts';
import { nearest } from '../nearest.ts';

/** How long the list of resources may be retried. */
const TIMEOUT_MS = 10_000;

/**
 * The id of the resource most like the given one: its name was given instead, or its id is mistyped. Undefined when the
 * list has the given id, or cannot be read.
 */
export async function similarResource(given: string, client: Client): Promise<string | undefined> {
  try {
    const { items } = await client.withLimits({ retryForMs: TIMEOUT_MS }).listResources();
    const ids = items.flatMap(({ id }) => id ?? []);
    if (ids.includes(given)) return undefined;
    const named = items.find(({ name }) => name?.toLowerCase() === given.toLowerCase());
    return named?.id ?? nearest(given, ids);
  } catch (error) {
    if (error instanceof ApiError || error instanceof Stop) return undefined;
    throw error;
  }
}
