import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';

export const INTERPRETERS = [
  { language: 'PHP', program: 'php' },
  { language: 'Python', program: 'python3' },
] as const;

/** A language with an SDK in one file. */
export type Interpreter = (typeof INTERPRETERS)[number];

/**
 * For browsers and the command line: the streams, the dashboard's sign-in, its counter, and the buttons of its
 * settings. The QR code is there as SVG.
 */
export const WITHOUT_METHOD = [
  'followPayments',
  'followWebhookEvents',
  'readCounter',
  'trySetting',
  'makeWebhookSecret',
  'createSession',
  'endSession',
  'readLinkCodePng',
];

/** A test program of the SDK in this language. */
export function testProgram({ program }: Interpreter, name: 'client' | 'fields' | 'vectors'): string {
  const path = { php: `php/test/${name}.php`, python3: `python/test/${name}.py` }[program];
  return fileURLToPath(new URL(`../../../sdks/${path}`, import.meta.url));
}

/** Skips a test if the language is not installed, and says so. */
export function requireInterpreter({ language, program }: Interpreter, context: TestContext): void {
  if (spawnSync(program, ['--version']).status === 0) return;
  console.warn(`\n!!! ${program} is not installed: the SDK in ${language} is NOT tested.\n`);
  context.skip(`${program} is not installed`);
}
