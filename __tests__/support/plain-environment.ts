import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/** Whose objects pass from Node to the tests, and have to be of the same class in both. */
const NODE_CLASSES = new Set(['ArrayBuffer', 'Buffer', 'Uint8Array']);

/** What Jest knows while tests are registered, as far as it is read here. */
interface Registered {
  readonly currentDescribeBlock: { readonly tests: { fn: (...given: unknown[]) => unknown }[] };
}

/**
 * Jest's environment for Node, with an ordinary global object. That of Jest is a proxy: each use
 * of a global name, such as `Math`, is a call of it, and the tests take about a tenth longer.
 */
export default class PlainEnvironment extends TestEnvironment {
  constructor(...args: ConstructorParameters<typeof TestEnvironment>) {
    super(...args);
    const proxied = this.global;
    this.context = vm.createContext(vm.constants.DONT_CONTEXTIFY);
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- a context has no type
    this.global = vm.runInContext('globalThis', this.context);
    for (const name of Reflect.ownKeys(proxied)) {
      const descriptor = Object.getOwnPropertyDescriptor(proxied, name);
      const isWanted = !Object.hasOwn(this.global, name) || NODE_CLASSES.has(String(name));
      if (descriptor && isWanted) Object.defineProperty(this.global, name, descriptor);
    }
    this.global.global = this.global;
  }

  /**
   * Fails a test with parameters. Jest would pass it a callback in the place of each value that a
   * row of `test.each` lacks, and wait for its call until the time is over.
   */
  handleTestEvent = ({ name }: { name: string }, state: Registered): void => {
    const added = name === 'add_test' ? state.currentDescribeBlock.tests.at(-1) : undefined;
    if (added === undefined || added.fn.length === 0) return;
    added.fn = () => {
      throw new Error('Its row has fewer values than its function has parameters.');
    };
  };
}
