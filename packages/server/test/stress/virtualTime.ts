import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { randomFrom } from './random.ts';

const realSetImmediate = globalThis.setImmediate;

/** Node calls timers of 0 ms after 1 ms. */
const MIN_DELAY_MS = 1;
/** Timers of the companion's loops and renewals. They may run late, so the time can jump while only they wait. */
const LOOP_DELAYS_MS = { from: 900, to: 3000 } as const;
/** Shorter waits are not jumped over. */
const MIN_JUMP_MS = 500;

/** A process in the simulation. What it has planned never runs once it is dead, and runs later while it hangs. */
export interface SimulatedProcess {
  readonly name: string;
  isDead: boolean;
  /** By the simulation's time, ms since 1970. */
  hangsUntil: number;
}

/** A planned task of a process, or of the world around the processes. */
class Task {
  at: number;
  isCancelled = false;
  mayBeLate: boolean;
  readonly order: number;
  readonly process: SimulatedProcess | undefined;
  readonly run: () => void;

  constructor(at: number, order: number, process: SimulatedProcess | undefined, mayBeLate: boolean, run: () => void) {
    this.at = at;
    this.order = order;
    this.process = process;
    this.mayBeLate = mayBeLate;
    this.run = run;
  }

  cancel(): void {
    this.isCancelled = true;
  }

  /** As Node's: a timer that does not keep the process running is one of a loop here. */
  unref(): this {
    this.mayBeLate = true;
    return this;
  }

  ref(): this {
    return this;
  }

  hasRef(): boolean {
    return !this.mayBeLate;
  }
}

/** Tasks, the earliest first; of two at the same time, the one that was planned first. */
class TaskQueue {
  /** The earliest last. Most tasks are planned for soon, so that few move. */
  readonly #tasks: Task[] = [];

  first(): Task | undefined {
    return this.#tasks.at(-1);
  }

  push(task: Task): void {
    let index = this.#tasks.length;
    for (let next = this.#tasks[index - 1]; next !== undefined && isBefore(next, task); next = this.#tasks[index - 1])
      index -= 1;
    this.#tasks.splice(index, 0, task);
  }

  pop(): void {
    this.#tasks.pop();
  }
}

/**
 * Virtual time and the one scheduler of a simulation. While it is installed, the timers, clocks and random numbers that
 * a simulated process uses come from here, so the same seed always runs the same steps in the same order. A step is one
 * task and all promises that it settles.
 */
export class VirtualTime {
  /** The real time of the simulated world, ms since 1970. */
  now: number;
  /** The process whose code runs. */
  current: SimulatedProcess | undefined;
  /** The number of steps. */
  steps = 0;
  /** A hash of all steps: two runs are the same if it is the same. */
  hash = 0x811c9dc5;
  /** When something is due at the latest, although only loops wait; the time does not jump over it. */
  nextDue: () => number = () => Number.POSITIVE_INFINITY;
  /** Called after each step with the process that it belonged to. */
  onStep: (process: SimulatedProcess | undefined) => void = () => undefined;
  readonly #random: () => number;
  readonly #start: number;
  /** The tasks that run in time, and those that may be late. */
  readonly #firm = new TaskQueue();
  readonly #late = new TaskQueue();
  #order = 0;

  constructor(start: number, seed: number) {
    this.now = start;
    this.#start = start;
    this.#random = randomFrom(seed ^ 0x5bd1e995);
  }

  /** Mixes a number into the hash. */
  record(value: number): void {
    this.hash = Math.imul(this.hash ^ value, 0x01000193) >>> 0;
  }

  /** Plans a task. Without a process, it belongs to the world and survives every crash. */
  plan(delayMs: number, run: () => void, process?: SimulatedProcess, mayBeLate = false): Task {
    this.#order += 1;
    const task = new Task(this.now + delayMs, this.#order, process, mayBeLate, run);
    this.#push(task);
    return task;
  }

  #push(task: Task): void {
    (task.mayBeLate ? this.#late : this.#firm).push(task);
  }

  /** Runs what is planned until this time. */
  async runUntil(until: number): Promise<void> {
    for (;;) {
      const task = this.#takeNext(until);
      if (task === undefined) break;
      this.now = Math.max(this.now, task.at);
      task.cancel();
      await this.#step(task);
    }
    this.now = Math.max(this.now, until);
  }

  #takeNext(until: number): Task | undefined {
    for (;;) {
      const firm = this.#firmFirst();
      const late = this.#late.first();
      const isLate = firm === undefined || (late !== undefined && isBefore(late, firm));
      const task = isLate ? late : firm;
      if (task === undefined || task.at > until) return undefined;
      const { process } = task;
      if (task.isCancelled || process?.isDead) {
        (isLate ? this.#late : this.#firm).pop();
        task.cancel();
        continue;
      }
      if (isLate && task.at > this.now) this.#jump(Math.min(until, firm?.at ?? until));
      (isLate ? this.#late : this.#firm).pop();
      if (process === undefined || process.hangsUntil <= Math.max(this.now, task.at)) return task;
      task.at = process.hangsUntil;
      this.#push(task);
    }
  }

  /** While only loops wait, and nothing is due, the time jumps: each loop then runs once instead of many times. */
  #jump(limit: number): void {
    const to = Math.min(limit, this.nextDue());
    if (to - this.now > MIN_JUMP_MS) this.now = to;
  }

  #firmFirst(): Task | undefined {
    for (;;) {
      const task = this.#firm.first();
      if (task === undefined || !(task.isCancelled || task.mayBeLate || task.process?.isDead)) return task;
      this.#firm.pop();
      if (!task.isCancelled && !task.process?.isDead) this.#late.push(task);
    }
  }

  async #step(task: Task): Promise<void> {
    this.steps += 1;
    this.record(this.now - this.#start);
    this.record(task.order);
    this.current = task.process;
    try {
      task.run();
      // All promises that the task settled are handled before the next immediate.
      await new Promise((resolve) => realSetImmediate(resolve));
      this.onStep(task.process);
    } finally {
      this.current = undefined;
    }
  }

  /**
   * Replaces the timers, clocks and random numbers of this thread. Code outside the simulated processes keeps the real
   * ones.
   *
   * @returns a function that restores them
   */
  install(): () => void {
    const restores: (() => void)[] = [];
    function replace(
      owner: object,
      name: string,
      make: (real: (...args: unknown[]) => unknown) => (...args: never[]) => unknown,
    ): void {
      const had = Object.getOwnPropertyDescriptor(owner, name);
      const real: unknown = Reflect.get(owner, name);
      if (typeof real !== 'function') throw new TypeError(`${name} is not a function`);
      Object.defineProperty(owner, name, {
        configurable: true,
        writable: true,
        value: make((...args: unknown[]) => Reflect.apply(real, owner, args)),
      });
      restores.push(() => {
        if (had === undefined) Reflect.deleteProperty(owner, name);
        else Object.defineProperty(owner, name, had);
      });
    }
    const after = (delayMs: unknown, run: () => void) => {
      const ms = Math.max(
        MIN_DELAY_MS,
        typeof delayMs === 'number' && delayMs < 2 ** 31 ? Math.floor(delayMs) : MIN_DELAY_MS,
      );
      return this.plan(ms, run, this.current, ms >= LOOP_DELAYS_MS.from && ms <= LOOP_DELAYS_MS.to);
    };
    const clear = (real: (...args: unknown[]) => unknown) => (timer: unknown) => {
      if (timer instanceof Task) timer.cancel();
      else real(timer);
    };

    replace(
      globalThis,
      'setTimeout',
      (real) =>
        (callback: (...args: unknown[]) => void, delayMs?: number, ...args: unknown[]) => {
          return this.current === undefined
            ? real(callback, delayMs, ...args)
            : after(delayMs, () => callback(...args));
        },
    );
    replace(globalThis, 'setInterval', (real) => (callback: () => void, delayMs: number) => {
      if (this.current === undefined) return real(callback, delayMs);
      const process = this.current;
      // The handle, which is never due.
      const interval = this.plan(Number.POSITIVE_INFINITY, () => undefined, process, true);
      const repeat = () => {
        if (interval.isCancelled) return;
        this.plan(delayMs, repeat, process, true);
        callback();
      };
      this.plan(delayMs, repeat, process, true);
      return interval;
    });
    replace(globalThis, 'setImmediate', (real) => (callback: (...args: unknown[]) => void, ...args: unknown[]) => {
      return this.current === undefined ? real(callback, ...args) : this.plan(0, () => callback(...args), this.current);
    });
    for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate']) replace(globalThis, name, clear);
    replace(
      timersPromises,
      'setTimeout',
      (real) => (delayMs?: number, value?: unknown, options?: { signal?: AbortSignal; ref?: boolean }) => {
        if (this.current === undefined) return real(delayMs, value, options);
        return new Promise((resolve, reject) => {
          const signal = options?.signal;
          const task = after(delayMs, () => {
            signal?.removeEventListener('abort', abort);
            resolve(value);
          });
          function abort(): void {
            task.cancel();
            reject(new DOMException('The operation was aborted', 'AbortError'));
          }
          if (options?.ref === false) task.unref();
          signal?.addEventListener('abort', abort, { once: true });
        });
      },
    );
    replace(timersPromises, 'setImmediate', (real) => (value?: unknown) => {
      if (this.current === undefined) return real(value);
      const process = this.current;
      return new Promise((resolve) => this.plan(0, () => resolve(value), process));
    });
    replace(performance, 'now', (real) => () => (this.current === undefined ? real() : this.now - this.#start));
    replace(Date, 'now', (real) => () => (this.current === undefined ? real() : this.now));
    replace(Math, 'random', (real) => () => (this.current === undefined ? real() : this.#random()));
    replace(
      crypto,
      'randomBytes',
      (real) => (size: number) => (this.current === undefined ? real(size) : this.#bytes(size)),
    );
    replace(crypto, 'randomUUID', (real) => () => (this.current === undefined ? real() : this.#uuid()));
    syncBuiltinESMExports();
    return () => {
      for (const restore of restores.toReversed()) restore();
      syncBuiltinESMExports();
    };
  }

  #bytes(size: number): Buffer {
    const bytes = Buffer.allocUnsafe(size);
    for (let index = 0; index < size; index += 1) bytes[index] = Math.floor(this.#random() * 256);
    return bytes;
  }

  #uuid(): string {
    const hex = this.#bytes(16).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}

function isBefore(one: Task, other: Task): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
