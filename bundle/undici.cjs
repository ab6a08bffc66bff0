// Stands in for `undici` in the bundle. Two packages of @actions import it, for calls to GitHub's
// API and for agents that nobody here asks for; it would be 0.9 MB and a third of the start-up of
// every step.
'use strict';

function unavailable() {
  throw new Error('undici is not part of this bundle');
}

module.exports = { ProxyAgent: unavailable, fetch: unavailable };
