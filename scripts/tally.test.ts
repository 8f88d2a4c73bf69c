import { describe, expect, it } from 'vitest';
import { addTallies, tallyOfPlaywright, tallyOfVitest, writeTally } from './tally.ts';

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
            specs: [{ file: 'b.spec.ts', title: 'pays', ok: true }],
            suites: [{ specs: [{ file: 'b.spec.ts', title: 'waits', ok: false }] }],
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

  it('counts a flaky test as a failure', () => {
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
