// Whether a platform shows a commit and a host; where it does not, none is expected of the step.
import type { Body, Profile } from '../profile.ts';
import type { Build } from '../truth.ts';
import type { World } from '../world.ts';

const COMMIT_NAME = /commit|sha|revision/i;

/** The commit that the platform shows for this build under a name such as `sha`; undefined where it shows none. */
export function commitShownBy(profile: Profile, world: World, build: Build): string | undefined {
  const deployment = world.view(build);
  const bodies = [profile.deployment(deployment), profile.deployments([deployment])];
  const isCommit = (text: string): boolean => text.length >= 7 && build.commit.startsWith(text);
  return bodies.flatMap((body) => commitTexts(jsonOf(body), false)).find((text) => isCommit(text));
}

/** Whether a single resource is sent with its host. */
export function isHostShown(profile: Profile, world: World, resourceId: string): boolean {
  const resource = world.resource(resourceId);
  if (resource === undefined) return false;
  const body = profile.resource(resource);
  return ('json' in body ? JSON.stringify(body.json) : body.text).includes(resource.host);
}

function jsonOf(body: Body): unknown {
  return 'json' in body ? body.json : undefined;
}

/** Texts under a name for commits, at any depth. */
function commitTexts(value: unknown, isNamed: boolean): string[] {
  if (typeof value === 'string') return isNamed ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => commitTexts(item, isNamed));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    commitTexts(inner, isNamed || COMMIT_NAME.test(name)),
  );
}
