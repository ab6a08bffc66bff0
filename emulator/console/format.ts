// Times and sizes as people read them. Pure.

import { html } from './html.ts';
import type { Html } from './html.ts';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** A distance in time in its largest whole unit, such as `3 minutes ago` or `in 90 days`. */
function fromNow(atMs: number, nowMs: number): string {
  const distanceMs = atMs - nowMs;
  const [unit, lengthMs] = UNITS.find(([, length]) => Math.abs(distanceMs) >= length) ?? ['second', 1000];
  return relative.format(Math.trunc(distanceMs / lengthMs), unit);
}

/** A moment: relative in the text, exact on hover and for machines. */
export function moment(atMs: number, nowMs: number): Html {
  const iso = new Date(atMs).toISOString();
  return html`<time datetime="${iso}" title="${iso}">${fromNow(atMs, nowMs)}</time>`;
}

/** A length of time, such as `850 ms`, `12.3 s` or `4 min 5 s`; rounded down, so that no unit reaches the next one. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.floor(ms)} ms`;
  if (ms < 60_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1000)} s`;
}

/** CPU, memory and disk of a resource in one line. */
export function sizes(of: {
  readonly cpuMillicores: number;
  readonly memoryMb: number;
  readonly diskGb: number;
}): string {
  return `${of.cpuMillicores / 1000} vCPU · ${of.memoryMb} MB · ${of.diskGb} GB`;
}
