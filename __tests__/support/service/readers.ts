// The readers of the wire for tests of values only: lists are arrays, and what a reader reports is kept apart.
import type { Acceptance, Deployment, DeploymentDetail, LogReading, Resource } from '../../../src/api/model.ts';
import * as wire from '../../../src/api/wire/index.ts';

const ignore: wire.Trace = { read: () => undefined, unrecognised: () => undefined };

export const readDeployments = (body: unknown): readonly Deployment[] => wire.readDeployments(body, ignore).items;

export const readResources = (body: unknown): readonly Resource[] => wire.readResources(body, ignore).items;

export const readResource = (body: unknown, id = 'app_web'): Resource => wire.readResource(body, id, ignore);

/** The response to a deploy request for `app_web`. */
export const readAcceptance = (body: unknown, resourceId = 'app_web'): Acceptance =>
  wire.readAcceptance(body, resourceId);

export const readEnvNames = (body: unknown): readonly string[] => wire.readEnvNames(body, ignore).items;

export const readDeployment = (body: unknown, id = 'dep_1', logPath?: string): DeploymentDetail =>
  wire.readDeployment(body, { deploymentId: id, logPath }, ignore);

/** A body as the transport passes it on. */
export const contentOf = (body: string): wire.Content => ({ body, json: wire.parseIfJson(body) });

export const readRuntimeLog = (body: string, contentType: string | undefined): LogReading =>
  wire.readRuntimeLog(contentOf(body), contentType, ignore);

/** What a reader reports: `part ← path` for what was read, `part: shape` for what was not recognised. */
export function traceOf(read: (trace: wire.Trace) => unknown): string[] {
  const reports: string[] = [];
  read({
    read: (part, path) => reports.push(`${part} ← ${path}`),
    unrecognised: (part, value) => reports.push(`${part}: ${wire.shapeOf(value)}`),
  });
  return reports;
}
