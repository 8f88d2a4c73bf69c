import { expect, it } from 'vitest';
import { judgeAudit } from './audit.ts';

it.each([
  ['Error: ERR_PNPM_AUDIT_BAD_RESPONSE\n  × The audit endpoint responded with 405', false],
  ['audited 0 packages\n\nNo dependencies were installed from a registry with signing keys', true],
])('a registry that does not answer is no proof: %s', (output, ok) => {
  expect(judgeAudit('signatures', { ok, output })).toContain('NOT CHECKED');
});

it('a finding stops the release', () => {
  expect(() => judgeAudit('known vulnerabilities', { ok: false, output: '1 vulnerability found' })).toThrow(
    '1 vulnerability found',
  );
});

it('repeats what was verified', () => {
  const output = 'audited 173 packages\n\n173 packages have verified registry signatures';
  expect(judgeAudit('signatures', { ok: true, output })).toBe(
    'signatures: none is bad. 173 packages have verified registry signatures',
  );
});
