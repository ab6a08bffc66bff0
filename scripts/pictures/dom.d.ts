// Names of the DOM in the types of playwright-core. The library "DOM" would offer a browser's
// globals to all of our code.
interface Node {
  readonly nodeName: string;
}
interface HTMLElement extends Node {
  readonly innerText: string;
}
interface SVGElement extends Node {
  readonly innerHTML: string;
}
interface HTMLElementTagNameMap {
  readonly [name: string]: HTMLElement;
}
