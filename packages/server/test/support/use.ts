import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished } from 'vitest';

interface Closable {
  close(): unknown;
}

/** An object with the members of what `read` returns at that moment. */
export function onDemand<T extends object>(read: () => T): T {
  return new Proxy({} as T, {
    get: (_target, name) => Reflect.get(read(), name),
    set: (_target, name, value) => Reflect.set(read(), name, value),
    ownKeys: () => Reflect.ownKeys(read()),
    getOwnPropertyDescriptor(_target, name) {
      const found = Reflect.getOwnPropertyDescriptor(read(), name);
      return found === undefined ? undefined : { ...found, configurable: true };
    },
  });
}

function use<T extends Closable>(open: () => Promise<T>, before: typeof beforeAll, after: typeof afterAll): T {
  let opened: T | undefined;
  before(async () => {
    opened = await open();
  });
  after(async () => {
    await opened?.close();
    opened = undefined;
  });
  return onDemand(() => opened ?? expect.unreachable('it is opened before the first test'));
}

/** Opens something before all tests of a `describe`, and closes it after them. */
export function useForAll<T extends Closable>(open: () => Promise<T>): T {
  return use(open, beforeAll, afterAll);
}

/** Opens something before each test of a `describe`, and closes it after that test. */
export function useForEach<T extends Closable>(open: () => Promise<T>): T {
  return use(open, beforeEach, afterEach);
}

/** Waits until something is open, and closes it when the test has ended. */
export async function untilTestEnds<T extends Closable>(opening: Promise<T>): Promise<T> {
  const opened = await opening;
  onTestFinished(async () => {
    await opened.close();
  });
  return opened;
}

/** Creates a folder for each test, and deletes it after that test. Returns its path, or that of a file in it. */
export function useFolder(): (...names: readonly string[]) => string {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tsena-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return (...names) => join(folder, ...names);
}
