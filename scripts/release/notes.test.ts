import { describe, expect, it } from 'vitest';
import { findNotes } from './notes.ts';

const CHANGELOG =
  '# Changelog\n\nText.\n\n## [0.3.0] - 2026-12-01\n\n### For merchants\n\n- A counter.\n\n## [0.2.0] - 2026-11-01\n\n- First.\n';

describe('the notes of a release', () => {
  it('are the section of its version', () => {
    expect(findNotes(CHANGELOG, '0.3.0')).toBe('### For merchants\n\n- A counter.\n');
    expect(findNotes(CHANGELOG, '0.2.0')).toBe('- First.\n');
  });

  it('must exist', () => {
    expect(() => findNotes(CHANGELOG, '0.4.0')).toThrow('CHANGELOG.md says nothing about 0.4.0.');
  });
});
