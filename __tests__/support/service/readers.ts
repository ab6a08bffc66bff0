// The readers of the wire for tests of values only: notes are dropped, lists are arrays.
import type { Acceptance, Deployment, DeploymentDetail, Reading, Resource } from '../../../src/api/model.ts';
import * as wire from '../../../src/api/wire/index.ts';

const ignore: wire.Note = () => undefined;

export const readDeployments = (body: unknown): readonly Deployment[] => wire.readDeployments(body, ignore).items;

export const readResources = (body: unknown): readonly Resource[] => wire.readResources(body, ignore).items;

export const readResource = (body: unknown, id: string): Resource => wire.readResource(body, id, ignore);

export const readAcceptance = (body: string, resourceId: string): Acceptance =>
  wire.readAcceptance(wire.parseIfJson(body), resourceId);

export const readError = (body: string): ReturnType<typeof wire.readError> => wire.readError(wire.parseIfJson(body));

export const readEnvNames = (body: unknown): readonly string[] => wire.readEnvNames(body, ignore).items;

export const readDeployment = (body: unknown, id: string): Promise<DeploymentDetail> =>
  wire.readDeployment(body, id, ignore);

/** A body as the transport passes it on. */
export const contentOf = (body: string): wire.Content => ({ body, json: wire.parseIfJson(body) });

/** The log, where it can be read. */
export const readRuntimeLog = async (body: string, contentType: string | undefined): Promise<string | undefined> =>
  textOf(await wire.readRuntimeLog(contentOf(body), contentType, ignore));

/** The text of a log that could be read. */
export function textOf(log: Reading<string>): string | undefined {
  return log.kind === 'read' ? log.value : undefined;
}

/** What `read` notes: what it is, and its shape. */
export async function notesOf(read: (note: wire.Note) => unknown): Promise<string[]> {
  const notes: string[] = [];
  await read((what, value, why) => notes.push(`${[what, why].filter(Boolean).join(' ')}: ${wire.shapeOf(value)}`));
  return notes;
}
