import { describe, expect, it } from 'vitest';
import { blobHash, findOutdated } from './translations.ts';

const ORIGINAL = Buffer.from('hello\n');
/** What `git hash-object` answers for it. */
const HASH = 'ce013625030ba8dba906f756967f9e9ca394464a';
const read = () => ORIGINAL;

describe('a translated page', () => {
  it('names the version of its original as git does', () => {
    expect(blobHash(ORIGINAL)).toBe(HASH);
    expect(
      findOutdated('docs/fr/links.md', `<!-- translated from docs/links.md at ${HASH} -->\n# Liens\n`, read),
    ).toBeUndefined();
  });

  it('fails the check when its original has changed, and says what to translate', () => {
    const old = '0'.repeat(40);
    expect(findOutdated('docs/fr/links.md', `<!-- translated from docs/links.md at ${old} -->\n# Liens\n`, read)).toBe(
      `docs/fr/links.md: docs/links.md has changed. Translate what "git diff ${old} ${HASH}" shows, then write ${HASH} into the first line`,
    );
  });

  it('fails the check without the name of its original', () => {
    expect(findOutdated('docs/fr/links.md', '# Liens\n', read)).toContain('the first line must be');
  });
});
