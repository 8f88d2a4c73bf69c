import { describe, expect, it } from 'vitest';
import { addTallies, tallyAfterRetry, tallyOfPlaywright, tallyOfVitest, writeTally } from './tally.ts';

const file = (status: string, ...tests: string[]) => ({
  name: 'a.test.ts',
  status,
  assertionResults: tests.map((one, at) => ({ status: one, fullName: `test ${at + 1}` })),
});
const vitest = (counts: object, ...testResults: object[]) =>
  JSON.stringify({ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, ...counts, testResults });

describe('the test tally', () => {
  it('adds the reports of both runners', () => {
    const unit = tallyOfVitest(vitest({ numPassedTests: 3, numFailedTests: 1 }, file('failed', 'passed', 'failed')));
    const browser = tallyOfPlaywright(
      JSON.stringify({
        stats: { expected: 2, unexpected: 1, flaky: 0, skipped: 0 },
        suites: [
          {
            specs: [{ file: 'b.spec.ts', title: 'pays', ok: true, tests: [{ status: 'expected' }] }],
            suites: [{ specs: [{ file: 'b.spec.ts', title: 'waits', ok: false, tests: [{ status: 'unexpected' }] }] }],
          },
        ],
      }),
    );
    expect(writeTally(addTallies([unit, browser]))).toBe('failed: a.test.ts: test 2\nfailed: b.spec.ts: waits\n5 passed, 2 failed');
  });

  it('counts a file that cannot be loaded as a failure', () => {
    const tally = tallyOfVitest(vitest({ numPassedTests: 1 }, file('passed', 'passed'), file('failed')));
    expect(writeTally(tally)).toBe('failed: a.test.ts\n1 passed, 1 failed');
  });

  it('shows why a test failed', () => {
    const failed = {
      status: 'failed',
      fullName: 'the companion pays once',
      failureMessages: ['AssertionError: expected 2 to be 1\n  at a.ts:3'],
    };
    const tally = tallyOfVitest(vitest({ numFailedTests: 1 }, { name: 'a.test.ts', status: 'failed', assertionResults: [failed] }));
    expect(writeTally(tally)).toBe('failed: a.test.ts: the companion pays once: AssertionError: expected 2 to be 1\n0 passed, 1 failed');
  });

  it('names a test that passes when it runs again, and counts it as passed', () => {
    const first = tallyOfVitest(vitest({ numPassedTests: 8, numFailedTests: 2 }, file('failed', 'passed', 'failed', 'failed')));
    const again = tallyOfVitest(vitest({ numPassedTests: 2, numFailedTests: 1 }, file('failed', 'passed', 'passed', 'failed')));
    expect(writeTally(tallyAfterRetry(first, again))).toBe(
      'failed: a.test.ts: test 3\nflaky: a.test.ts: test 2\n9 passed, 1 failed, 1 flaky',
    );
  });

  it('keeps a failed test that the second run does not report', () => {
    const first = tallyOfVitest(vitest({ numPassedTests: 8, numFailedTests: 2 }, file('failed', 'passed', 'failed', 'failed')));
    const again = tallyOfVitest(vitest({ numPassedTests: 1, numPendingTests: 1 }, file('passed', 'passed', 'passed', 'skipped')));
    expect(writeTally(tallyAfterRetry(first, again))).toBe(
      'failed: a.test.ts: test 3\nflaky: a.test.ts: test 2\n9 passed, 1 failed, 1 flaky',
    );
  });

  it('keeps a failed browser test that the second run skips', () => {
    const report = (ok: boolean, status: string, stats: object) =>
      JSON.stringify({
        stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
        suites: [{ specs: [{ file: 'b.spec.ts', title: 'pays', ok, tests: [{ status }] }] }],
      });
    const first = tallyOfPlaywright(report(false, 'unexpected', { unexpected: 1 }));
    const skipped = tallyOfPlaywright(report(true, 'skipped', { skipped: 1 }));
    expect(writeTally(tallyAfterRetry(first, skipped))).toBe('failed: b.spec.ts: pays\n0 passed, 1 failed');
    const passed = tallyOfPlaywright(report(true, 'expected', { expected: 1 }));
    expect(writeTally(tallyAfterRetry(first, passed))).toBe('flaky: b.spec.ts: pays\n1 passed, 0 failed, 1 flaky');
  });

  it('takes a file that can be loaded again, and passes, as flaky', () => {
    const first = tallyOfVitest(vitest({}, file('failed')));
    const again = tallyOfVitest(vitest({ numPassedTests: 1 }, file('passed', 'passed')));
    expect(writeTally(tallyAfterRetry(first, again))).toBe('flaky: a.test.ts\n1 passed, 0 failed, 1 flaky');
  });

  it('counts a second run that ends without a report as a failure', () => {
    const first = tallyOfVitest(vitest({ numPassedTests: 8, numFailedTests: 1 }, file('failed', 'failed')));
    expect(tallyAfterRetry(first, { passed: 0, failed: 1, skipped: 0, failures: [], passes: [], flaky: [] }).failed).toBe(1);
  });

  it('counts a test that the browser runner itself calls flaky as a failure', () => {
    const stats = { expected: 1, unexpected: 0, flaky: 1, skipped: 0 };
    expect(tallyOfPlaywright(JSON.stringify({ stats, suites: [] })).failed).toBe(1);
  });

  it('shows the number of skipped tests', () => {
    expect(writeTally(tallyOfVitest(vitest({ numPassedTests: 1, numPendingTests: 1, numTodoTests: 1 })))).toBe(
      '1 passed, 0 failed, 2 skipped',
    );
  });

  it('throws for an empty report', () => {
    expect(() => tallyOfVitest('{}')).toThrow();
    expect(() => tallyOfPlaywright('{}')).toThrow();
  });
});
