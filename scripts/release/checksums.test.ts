import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeChecksums } from './checksums.ts';

it('writeChecksums lists each file of a release once, in the form of sha256sum', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-checksums-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'b.zip'), 'abc');
  writeFileSync(join(folder, 'a.tgz'), '');
  writeChecksums(folder);
  writeChecksums(folder);
  expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a.tgz\n' +
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b.zip\n',
  );
});
