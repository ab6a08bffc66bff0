// The console in the browser: renews what has changed, loads a log when it is opened, and sends
// what its buttons stand for to the control API.
// The DOM has no types here.
/* oxlint-disable typescript/no-unsafe-argument, typescript/no-unsafe-assignment */
/* oxlint-disable typescript/no-unsafe-call, typescript/no-unsafe-member-access */
/* oxlint-disable typescript/no-unsafe-return */

const RENEW_MS = 2000;
/** Characters at the end of a log that are shown; a link leads to the whole one. */
const LOG_SHOWN = 200_000;
/** Colours and other terminal sequences. */
// oxlint-disable-next-line no-control-regex
const TERMINAL = /\u001B(?:\[[0-9;?]*[A-Za-z]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?)/g;

const message = document.querySelector('#message');
let goneSince;

/** How much of each log was loaded. */
const loaded = new WeakMap();

/** Shows one message, an error unless its look is `good`. */
function show(text, look = '') {
  message.textContent = text;
  message.className = look;
}

async function renew() {
  try {
    const response = await fetch('/', { signal: AbortSignal.timeout(5000) });
    if (!response.ok) throw new Error(`The emulator answers ${response.status}.`);
    const next = new DOMParser().parseFromString(await response.text(), 'text/html');
    update(document.querySelector('main'), next.querySelector('main'));
    if (goneSince !== undefined) show('');
    goneSince = undefined;
    await Promise.all([...document.querySelectorAll('details[open][data-log]')].map(renewLog));
  } catch {
    goneSince ??= new Date().toLocaleTimeString();
    show(`The emulator has not answered since ${goneSince}; this page is older.`);
  }
}

/** Makes an element like another one, leaving alone whatever is the same in both. */
function update(old, next) {
  for (const { name, value } of next.attributes)
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of Array.from(old.attributes))
    if (name !== 'open' && !next.hasAttribute(name)) old.removeAttribute(name);
  if (old.localName === 'pre') return; // a log has its own way
  const known = new Map([...old.children].map((child) => [child.id, child]));
  let at = old.firstChild;
  const wanted = Array.from(next.childNodes); // those that are taken over leave `next`
  for (const child of wanted) {
    const isSameKind = at?.nodeName === child.nodeName && !at.id && !child.id;
    const present = child.id ? known.get(child.id) : isSameKind ? at : undefined;
    if (present === undefined) {
      old.insertBefore(child, at);
      continue;
    }
    if (present === at) at = at.nextSibling;
    else old.insertBefore(present, at);
    if (present.isEqualNode(child)) continue;
    if (child.nodeType === Node.ELEMENT_NODE) update(present, child);
    else present.data = child.data;
  }
  while (at !== null) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

/** Appends what is new in a log that is open. */
async function renewLog(details) {
  const size = Number(details.dataset.size);
  const before = loaded.get(details);
  if (before?.isLoading || before?.end === size) return;
  const pre = details.querySelector('pre');
  const isLonger = before !== undefined && before.end < size;
  const start = isLonger ? before.end : Math.max(0, size - LOG_SHOWN);
  loaded.set(details, { end: start, isLoading: true });
  try {
    const response = await fetch(`${details.dataset.log}?from=${start}`);
    const text = response.ok ? await response.text() : '';
    const isAtEnd = pre.scrollTop + pre.clientHeight >= pre.scrollHeight - 4;
    if (!isLonger) pre.replaceChildren();
    if (text !== '') pre.append(text.replaceAll(TERMINAL, ''));
    if (isAtEnd && isLonger) pre.scrollTop = pre.scrollHeight;
    loaded.set(details, { end: start + text.length });
  } catch {
    loaded.set(details, before);
  }
}

/** Sends `METHOD /path` to the control API, and shows why it was refused. */
async function perform(action, body) {
  const [method, path] = action.split(' ');
  try {
    const response = await fetch(`/__emulator${path}`, { method, body });
    const answer = await response.json();
    const { name, value } = answer.key ?? {};
    if (!response.ok) show(answer.error.message);
    else if (value) show(`The key ${name}, shown only now: ${value}`, 'good');
    else show('');
  } catch {
    show('The emulator does not answer.');
  }
  await renew();
}

document.addEventListener('click', ({ target }) => {
  const button = target.closest('button[data-do]');
  if (button !== null) void perform(button.dataset.do, button.dataset.body);
});
document.addEventListener('submit', (event) => {
  event.preventDefault();
  const { fault, name, scopes } = Object.fromEntries(new FormData(event.target));
  void perform(
    event.target.dataset.do,
    JSON.stringify(fault?.trim() ?? { name, scopes: [scopes] }),
  );
});
// A toggle does not bubble.
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target.open && target.dataset.log !== undefined) void renewLog(target);
  },
  true,
);

async function run() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, RENEW_MS));
    await renew();
  }
}
void run();
