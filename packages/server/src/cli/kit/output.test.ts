import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { printFields, printJson, printLine, printMembers, printTable, writeMoney } from './output.ts';

let written: string[];
beforeEach(() => {
  written = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
});
afterEach(() => vi.restoreAllMocks());

it('printTable aligns names with accents, wide characters and emoji', () => {
  // The first é is one character, the second an e and an accent.
  printTable(
    ['name', 'scope'],
    [
      ['Ren\u00e9e', 'read'],
      ['Rene\u0301e', 'read'],
      ['\u5c71\u7530', 'admin'],
      ['\u{1f44d}\u{1f3fd}', 'read'],
      ['', 'read'],
    ],
  );
  expect(written).toEqual([
    'name   scope\n',
    'Ren\u00e9e  read\n',
    'Rene\u0301e  read\n',
    '\u5c71\u7530   admin\n',
    '\u{1f44d}\u{1f3fd}     read\n',
    '       read\n',
  ]);
});

it('printTable keeps each row on its line and sends no control character to the terminal', () => {
  printTable(
    ['reason', 'by'],
    [
      ['one\r\ntwo\u2028three\tfour', 'Hanta'],
      ['\u001b[2J\u009bK\u202eneves\u007f', 'Rivo'],
    ],
  );
  expect(written.join('')).toBe(
    'reason              by\none two three four  Hanta\n\ufffd[2J\ufffdK\ufffdneves\ufffd       Rivo\n',
  );
});

it('printFields begins the values in the same column, each on one line', () => {
  printFields(
    [
      ['id', 'link_1'],
      ['expires', null],
      ['description', 'Lamba\nlandy \u001b[31m'],
    ],
    12,
  );
  expect(written.join('')).toBe('id          link_1\ndescription Lamba landy \ufffd[31m\n');
});

it('printLine and printJson send no control character to the terminal, and JSON keeps what it means', () => {
  const text = '\u001b[2J\u009b8m\u202eneves\u007f';
  printLine(`from ${text}\n`, { colour: 'red', text });
  printJson({ text });
  const [line, json] = written;
  expect(line).toBe('from \ufffd[2J\ufffd8m\ufffdneves\ufffd\n\ufffd[2J\ufffd8m\ufffdneves\ufffd\n');
  expect(json).toMatch(/^[\n -~]+$/);
  expect(JSON.parse(String(json))).toEqual({ text });
});

it('printMembers names the members of an answer in words', () => {
  printMembers({ reusable: true, createdAt: '2026-05-01T00:00:00.000Z' });
  expect(written).toEqual(['reusable      yes\n', 'created at    2026-05-01 03:00:00\n']);
});

it.each([
  ['5000', '5,000 Ar'],
  ['1250375.50', '1,250,375.50 Ar'],
])('writeMoney writes %s as %s', (digits, written) => {
  expect(writeMoney(digits)).toBe(written);
});
