// What several profiles need: ids that are functions of a seed, timestamps, and the list item that the API page shows.

import { createHash } from 'node:crypto';

import type { Body, Deployment, Line, Resource } from './profile.ts';

export const LOWER_CASE_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';
export const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
export const HEXADECIMAL = '0123456789abcdef';

/** `length` characters of the alphabet: the same seed gives the same characters. Up to 32. */
export function characters(seed: string, length: number, alphabet: string): string {
  const bytes = createHash('sha256').update(seed).digest();
  return [...bytes.subarray(0, length)].map((byte) => alphabet.charAt(byte % alphabet.length)).join('');
}

/** A UUID of version 4. */
export function uuid(seed: string): string {
  const hex = characters(seed, 32, HEXADECIMAL);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** ISO 8601 with milliseconds; null when it has not happened yet. */
export function iso(date: Date | undefined): string | null {
  return date?.toISOString() ?? null;
}

/** ISO 8601 without a fraction, as Ruby and Go services print it. */
export function isoSeconds(date: Date | undefined): string | null {
  return date === undefined ? null : `${date.toISOString().slice(0, 19)}Z`;
}

/** Milliseconds since 1970; null when it has not happened yet. */
export function millis(date: Date | undefined): number | null {
  return date?.getTime() ?? null;
}

/** Nanoseconds since 1970, as a string, since they do not fit a JSON number. */
export function nanos(date: Date): string {
  return `${String(date.getTime())}000000`;
}

export function updatedAt(deployment: Deployment): Date {
  return deployment.endedAt ?? deployment.startedAt ?? deployment.createdAt;
}

/** The lines without those that are internal to the platform. */
export function shown(lines: readonly Line[]): readonly Line[] {
  return lines.filter((line) => line.hidden !== true);
}

/** The fields that the API page shows for an item of the list of resources. */
export function item(resource: Resource, status: string | undefined, catalogKey: string): Record<string, unknown> {
  const { id, type, name, createdAt } = resource;
  const size = { cpuMillicores: 500, memoryMb: 512, diskGb: 10 };
  return { id, type, name, status, catalogKey, ...size, createdAt: createdAt.toISOString() };
}

export function resourceList(resources: readonly Record<string, unknown>[], more: Record<string, unknown> = {}): Body {
  return { json: { ok: true, resources, ...more } };
}
