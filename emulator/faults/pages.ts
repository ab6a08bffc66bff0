// Pages that something between client and service answers with, as a portal, an ingress or a firewall would.
import type { PageName } from './kinds.ts';

const HTML = 'text/html; charset=utf-8';
const PORTAL_PAGE =
  '<!doctype html><html><head><title>Sign in</title></head><body><h1>Please sign in</h1></body></html>';

/** Status, body and media type of each page. */
export const PAGES: Readonly<Record<PageName, { status: number; body: string; type: string }>> = {
  'sign-in': { status: 200, body: PORTAL_PAGE, type: HTML },
  'ingress-404': { status: 404, body: 'default backend - 404', type: 'text/plain; charset=utf-8' },
  'firewall-403': {
    status: 403,
    body: '<html><head><title>Access denied</title></head><body><h1>Request blocked</h1></body></html>',
    type: HTML,
  },
  'server-405': {
    status: 405,
    body: '<html><head><title>405 Not Allowed</title></head><body><center><h1>405 Not Allowed</h1></center></body></html>',
    type: HTML,
  },
  'timeout-504': {
    status: 504,
    body: '<html><head><title>504 Gateway Time-out</title></head><body><h1>504 Gateway Time-out</h1></body></html>',
    type: HTML,
  },
};
