import { describe, expect, it } from 'vitest';
import { addTallies, tallyOfPlaywright, tallyOfVitest, writeTally } from './tally.ts';

const file = (status: string, ...tests: string[]) => ({ status, assertionResults: tests.map((one) => ({ status: one })) });
const vitest = (counts: object, ...testResults: object[]) =>
  JSON.stringify({ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, ...counts, testResults });

describe('the count of tests', () => {
  it('adds what both runners say', () => {
    const unit = tallyOfVitest(vitest({ numPassedTests: 3, numFailedTests: 1 }, file('failed', 'passed', 'failed')));
    const browser = tallyOfPlaywright(JSON.stringify({ stats: { expected: 2, unexpected: 1, flaky: 0, skipped: 0 } }));
    expect(writeTally(addTallies([unit, browser]))).toBe('5 passed, 2 failed');
  });

  it('counts a file that could not be loaded as a failure', () => {
    expect(tallyOfVitest(vitest({ numPassedTests: 1 }, file('passed', 'passed'), file('failed'))).failed).toBe(1);
  });

  it('counts a test that passed only at the second try as a failure', () => {
    expect(tallyOfPlaywright(JSON.stringify({ stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 0 } })).failed).toBe(1);
  });

  it('says what was skipped', () => {
    expect(writeTally(tallyOfVitest(vitest({ numPassedTests: 1, numPendingTests: 1, numTodoTests: 1 })))).toBe(
      '1 passed, 0 failed, 2 skipped',
    );
  });

  it('takes no report for one without failures', () => {
    expect(() => tallyOfVitest('{}')).toThrow();
    expect(() => tallyOfPlaywright('{}')).toThrow();
  });
});
