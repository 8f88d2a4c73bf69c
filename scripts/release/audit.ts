import { type Run, runPnpm } from '../run.ts';
import type { Release } from './steps.ts';

const CHECKS = [
  { name: 'known vulnerabilities', flags: ['audit', '--prod', '--audit-level', 'moderate'] },
  { name: 'signatures of the registry', flags: ['audit', 'signatures', '--prod'] },
] as const;
/** The registry has no such service here, gave no keys, or cannot be reached. */
const NO_ANSWER =
  /ERR_PNPM_AUDIT_(BAD_RESPONSE|ENDPOINT_NOT_EXISTS)|^audited 0 packages|ENOTFOUND|ECONNREFUSED|ETIMEDOUT|error sending request/m;

/**
 * What a check of the dependencies found, in one line.
 *
 * @throws Error with pnpm's output if it found a fault
 */
export function judgeAudit(name: string, { ok, output }: Pick<Run, 'ok' | 'output'>): string {
  if (NO_ANSWER.test(output))
    return `${name}: NOT CHECKED, the registry did not answer. Release from a place where it does.`;
  if (!ok) throw new Error(`${name}:\n${output}`);
  return `${name}: none is bad. ${output.split('\n').at(-1)}`;
}

/** Asks the registry about everything that runs at a merchant's. */
export async function auditDependencies({ root }: Release): Promise<void> {
  for (const { name, flags } of CHECKS) console.log(`  ${judgeAudit(name, await runPnpm(flags, { directory: root }))}`);
}
