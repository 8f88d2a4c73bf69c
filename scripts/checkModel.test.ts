import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CHECKS, canCheckModel, FAULTS, runModelCheck } from './checkModel.ts';

const model = readFileSync(fileURLToPath(new URL('../model/payment.pml', import.meta.url)), 'utf8');
const isInstalled = await canCheckModel();
if (!isInstalled) console.warn('The model of the protocol is not checked: Spin and gcc are not installed.');

const byName = (name: string) => {
  const found = [...CHECKS, ...FAULTS].find((check) => check.name === name);
  if (found === undefined) throw new Error(`There is no check named ${name}.`);
  return found;
};

describe('the checks of the model', () => {
  it('use each option of the model, and each fault', () => {
    const used = new Set(
      [...CHECKS, ...FAULTS].flatMap(({ flags }) => flags.map((flag) => flag.replace(/^-D|=.*$/g, ''))),
    );
    const options = new Set(
      [...model.matchAll(/#if(?:n?def)? (\w+)$|defined\((\w+)\)/gm)].map(([, one, other]) => one ?? other ?? ''),
    );
    expect([...options].filter((option) => !used.has(option))).toEqual([]);
  });
});

describe.runIf(isInstalled)('the model of the protocol', { timeout: 120_000 }, () => {
  it('holds with one payment, two workers, a crash at each step, and webhooks', async () => {
    const result = await runModelCheck(byName('one payment, two workers, webhooks'));
    expect(result).toMatchObject({ holds: true, violation: undefined, error: undefined });
    expect(result.states).toBeGreaterThan(100_000);
  });

  it('finds every debit in every fair run', async () => {
    expect(await runModelCheck(byName('one payment, two workers, fair'))).toMatchObject({
      holds: true,
      error: undefined,
    });
  });

  // `pnpm prove protocol` expects all fifteen.
  it.each(['callbacks are read before the transaction', 'an unknown outcome is sent again'])(
    'finds the fault: %s',
    async (name) => {
      const { holds, violation } = await runModelCheck(byName(name));
      expect(holds).toBe(false);
      expect(violation).toContain('assertion violated');
    },
  );
});
