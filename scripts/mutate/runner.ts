import { appendFileSync } from 'node:fs';
import { TestRunner } from 'vitest';
import type { Note, Plan, Switches } from './plan.ts';

type File = Parameters<TestRunner['onCollectStart']>[0];
type Suite = Parameters<TestRunner['onBeforeRunSuite']>[0];
type Test = Parameters<TestRunner['onAfterTryTask']>[0];

const NONE = 0;

/** The full name of a test within its file. */
function nameOf(test: Test): string {
  const names = [test.name];
  for (let suite = test.suite; suite !== undefined; suite = suite.suite) names.unshift(suite.name);
  return names.join(' > ');
}

/**
 * Runs the tests of one file for many mutants. Loading a file takes seconds and a test milliseconds. So the worker repeats
 * each test with one mutant after the other, and loads the file once.
 */
export default class MutationRunner extends TestRunner {
  readonly #plan: Plan = this.injectValue('plan');
  readonly #switches: Switches = {
    active: this.#plan.kind === 'alone' ? this.#plan.mutant : NONE,
    hits: new Set(),
    hit(id) {
      this.hits.add(id);
      return id === this.active;
    },
  };
  readonly #killed = new Set<number>();
  #failed = false;
  #outside = new Set<number>();
  #tries: number[] = [];
  #passed: boolean[] = [];
  #begun = 0;
  #ms = 0;

  override onCollectStart(file: File): void {
    globalThis.__mutation = this.#switches;
    this.#outside = this.#switches.hits;
    this.#note({ kind: 'worker', pid: process.pid });
    super.onCollectStart(file);
  }

  override async onBeforeRunTask(test: Test): Promise<void> {
    await super.onBeforeRunTask(test);
    const name = nameOf(test);
    const plan = this.#plan;
    this.#passed = [];
    if (plan.kind === 'cover') this.#tries = [NONE, NONE];
    if (plan.kind === 'alone') {
      this.#tries = [plan.mutant];
      if (this.#failed || plan.tests?.includes(name) === false) test.mode = 'skip';
    }
    if (plan.kind === 'repeat') {
      const mutants = (Object.hasOwn(plan.tests, name) ? (plan.tests[name] ?? []) : []).filter((id) => !this.#killed.has(id));
      this.#tries = [...mutants, NONE];
      if (mutants.length === 0) test.mode = 'skip';
    }
    test.repeats = this.#tries.length - 1;
  }

  override onBeforeTryTask(test: Test, attempt?: { repeats: number }): void {
    const mutant = this.#tries[attempt?.repeats ?? 0] ?? NONE;
    this.#switches.active = mutant;
    if (this.#plan.kind === 'cover' && (attempt?.repeats ?? 0) === 0) this.#switches.hits = new Set();
    if (this.#plan.kind !== 'cover') this.#note({ kind: 'begun', test: nameOf(test), mutant });
    this.#begun = performance.now();
    super.onBeforeTryTask(test);
  }

  /** The last hook of a try, after its cleanup. */
  onAfterRetryTask(test: Test, attempt: { repeats: number }): void {
    const passed = test.result?.state !== 'fail';
    const name = nameOf(test);
    const mutant = this.#tries[attempt.repeats] ?? NONE;
    this.#passed.push(passed);
    if (!passed) this.#failed = true;
    if (this.#plan.kind === 'cover') {
      this.#noteCover(test, name);
    } else if (mutant !== NONE) {
      if (!passed) this.#killed.add(mutant);
      this.#note({ kind: 'ended', test: name, mutant, passed });
    } else {
      this.#note({ kind: 'clean', test: name, passed });
    }
    if (this.#plan.kind !== 'alone' && test.result !== undefined && attempt.repeats < this.#tries.length - 1) {
      test.result.state = 'run';
      delete test.result.errors;
    }
  }

  #noteCover(test: Test, name: string): void {
    if (this.#passed.length === 1) {
      this.#ms = performance.now() - this.#begun;
      return;
    }
    const hits = [...this.#switches.hits];
    this.#switches.hits = this.#outside;
    const repeatable = this.#passed.every(Boolean);
    this.#note({ kind: 'test', test: name, hits, ms: Math.ceil(this.#ms), passed: this.#passed[0] === true, repeatable });
    if (this.#passed[0] === true && test.result !== undefined) {
      test.result.state = 'pass';
      delete test.result.errors;
    }
  }

  override async onAfterRunSuite(suite: Suite): Promise<void> {
    if (this.#plan.kind === 'cover' && suite.suite === undefined) this.#note({ kind: 'file', hits: [...this.#outside] });
    await super.onAfterRunSuite(suite);
  }

  #note(note: Note): void {
    appendFileSync(this.#plan.notes, `${JSON.stringify(note)}\n`);
  }
}
