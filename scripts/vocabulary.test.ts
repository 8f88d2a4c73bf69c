import { describe, expect, it } from 'vitest';
import { retiredWords } from './vocabulary.ts';

describe('retiredWords', () => {
  it.each([
    ['packages/server/src/core/storage/reads.ts', 'const nextLookAt = 1;', 'nextLookAt', 'nextCheckAt'],
    ['docs/operations.md', 'The ledger is one file.', 'ledger', 'storage'],
    ['packages/dashboard/src/locales/en.ts', "'needs.title': 'Needs you',", 'Needs you', 'needs review'],
    ['packages/server/src/backoffice/payments/cli/payments.ts', ".option('--needs-person')", 'needs-person', 'needs review'],
    ['packages/shared/src/problems.ts', '  store_unavailable: {', 'store_unavailable', 'storage_unavailable'],
    ['docs/webhooks.md', 'The shop is told of it.', 'told', 'name who sends what'],
    ['bench/src/load/instanceLoad.ts', 'await untilTold();', 'Told', 'name who sends what'],
  ])('finds the word in %s, and names the one to use', (path, text, word, use) => {
    const [found, ...others] = retiredWords(path, `first line\n${text}`);
    expect(found).toContain(`${path}:2: "${word.slice(0, 4)}`);
    expect(found).toContain(use);
    expect(others).toEqual([]);
  });

  it('allows the sandbox its ledger, and a JWT its claims', () => {
    expect(retiredWords('packages/sandbox/src/ledger.ts', 'export class Ledger {}')).toEqual([]);
    expect(retiredWords('docs/webhooks.md', 'The claims of the order token.')).toEqual([]);
  });

  it('skips the pages that list the retired words', () => {
    expect(retiredWords('docs/glossary.md', '| storage | the database layer | ledger |')).toEqual([]);
    expect(retiredWords('CHANGELOG.md', '`payment.mismatched` is `payment.review_required`.')).toEqual([]);
  });
});
