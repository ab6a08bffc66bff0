import type { Body, Deployment, Profile, Resource } from '../profile.ts';
import { iso, item, resourceList, shown } from '../profile-parts.ts';

// The build log is a window of this many lines, padded with empty ones at its start.
const LOG_WINDOW = 50;

function answer(description: string, data?: unknown): Body {
  return { json: { status: 100, description, data } };
}

function definition(resource: Resource): Record<string, unknown> {
  const stopped = resource.state === 'down' || resource.state === 'stopping';
  return {
    appName: resource.name,
    description: '',
    deployedVersion: resource.latest?.number ?? 0,
    notExposeAsWebApp: false,
    hasPersistentData: false,
    hasDefaultSubDomainSsl: false,
    forceSsl: true,
    websocketSupport: false,
    containerHttpPort: 3000,
    captainDefinitionRelativeFilePath: './captain-definition',
    instanceCount: stopped ? 0 : 1,
    isAppBuilding: resource.latest?.status === 'building',
    networks: ['captain-overlay-network'],
    customDomain: [{ publicDomain: resource.host, hasSsl: true }],
    ports: [],
    volumes: [],
    nodeId: 'x1v9d0f4xwbdzyt1ksr9b2ke2',
  };
}

function version(deployment: Deployment): Record<string, unknown> {
  const { id, number, status, createdAt, commit } = deployment;
  // Empty until the deployment is completed.
  const deployedImageName = status === 'finished' ? `img-captain-shop:${String(number)}` : '';
  return { id, version: number, status, timeStamp: iso(createdAt), gitHash: commit, deployedImageName };
}

function buildLog(deployment: Deployment): Record<string, unknown> {
  const texts = shown(deployment.lines).map(({ text }) => text);
  const padded = [...Array.from({ length: LOG_WINDOW }, () => ''), ...texts];
  return { lines: padded.slice(-LOG_WINDOW), firstLineNumber: texts.length - LOG_WINDOW };
}

export const caprover: Profile = {
  name: 'caprover',
  source:
    'CapRover: "App Configuration" reference, the unofficial CapRover API Documentation and the routes and models that it ' +
    'is drawn from: AppDefinition, AppDataRouter, BuildLog. Transposed: the versions of an app are its deployments; ' +
    'build status and log stand in one deployment; start and stop are changes of instanceCount. No status of an app.',
  deploymentId: (number) => number,
  resourceId: (number) => `captain-app-${String(number)}`,
  words: undefined,
  resources: (resources) =>
    resourceList(resources.map((one) => ({ ...item(one, undefined, 'app'), ...definition(one) }))),
  resource: (one) =>
    answer('App definitions are retrieved.', {
      appDefinition: { id: one.id, ...definition(one) },
      rootDomain: 'apps.captain.example.net',
      captainSubDomain: 'captain',
    }),
  accepted: () => ({ json: { status: 101, description: 'Deploy is started' } }),
  changed: () => answer('Updated App Definition Saved'),
  deployments: (all) => ({ json: { deployments: all.map(version) } }),
  deployment: (one) =>
    answer('App build status retrieved', {
      ...version(one),
      isAppBuilding: one.endedAt === undefined,
      logs: buildLog(one),
      isBuildFailed: one.status === 'failed',
    }),
  logs: (lines) =>
    answer('App runtime logs are retrieved', {
      logs: lines.map(({ at, text }) => `${at.toISOString().slice(0, -1)}000000Z ${text}\n`).join(''),
    }),
  env: (names) => answer('Environment variables retrieved', { envVars: names.map((key) => ({ key, value: '' })) }),
  timing: { queuedMs: 0, buildMs: 24_000, listLagMs: 1000, logLagMs: 0, transitionMs: 0, statusLagMs: 0 },
};
