// Stands in for `undici` in the bundle. Two packages of @actions import it: http-client, which would
// use it for agents that nobody here asks for, and github, which is loaded only when GitHub is
// asked. Both would load it (0.9 MB, a third of the start-up) in every step. The real one is a file
// beside the bundle and is loaded when it is first used. `scripts/bundle/build.ts` puts both in
// their places; __non_webpack_require__ is webpack's name for a `require` that it leaves alone.
'use strict';

let loaded;

function undici() {
  loaded ??= __non_webpack_require__('./undici.cjs');
  return loaded;
}

module.exports = {
  get ProxyAgent() {
    return undici().ProxyAgent;
  },
  get fetch() {
    return undici().fetch;
  },
};
