import type { Reporter, TestSpecification } from 'vitest/node';

const EVERY = 10;

/** Says how far the unit tests are. vitest itself does so only on a terminal. */
export default class Progress implements Reporter {
  #files = 0;
  #done = 0;

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length;
  }

  onTestModuleEnd(): void {
    this.#done += 1;
    if (this.#done % EVERY === 0) console.log(`${this.#done} of ${this.#files} test files`);
  }
}
