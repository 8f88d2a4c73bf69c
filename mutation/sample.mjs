import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { CheckStatus } from '@stryker-mutator/api/check';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';

const percent = Number(process.env.SAMPLE_PERCENT ?? 100);
const seed = process.env.SAMPLE_SEED ?? '1';

/** Stryker has no samples: it leaves out of the score what a checker rejects, and reports it as an error. */
function isInSample({ fileName, location, mutatorName, replacement }) {
  const key = JSON.stringify([seed, relative(process.cwd(), fileName), location, mutatorName, replacement]);
  return createHash('sha256').update(key).digest().readUInt32BE() < (percent / 100) * 2 ** 32;
}

function check(mutants) {
  const rejected = { status: CheckStatus.CompileError, reason: 'not in the sample' };
  return Object.fromEntries(
    mutants.map((mutant) => [mutant.id, isInSample(mutant) ? { status: CheckStatus.Passed } : rejected]),
  );
}

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.Checker, 'sample', () => ({
    init: async () => undefined,
    check: async (mutants) => check(mutants),
    group: async (mutants) => [mutants.map(({ id }) => id)],
  })),
];
