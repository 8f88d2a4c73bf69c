import { describe, expect, it } from 'vitest';
import { foldReference, isReference } from './transactionReference.ts';

const OF_OPERATORS = [
  '636042511',
  'MP241128.1234.A12345',
  'TX-1001',
  '6f1c9c5e-1f0b-4a53-8f0e-0c9a3d1f2b7c',
  'q83vEjRWeJA=',
  '0636042511',
  '6360',
  '1234567890123456789012345',
  'mp6360425ab',
];

describe('a transaction reference', () => {
  it.each(OF_OPERATORS)('%s of the operator is one', (reference) => {
    expect(isReference(reference)).toBe(true);
  });

  it.each([
    ['empty', ['', '  ']],
    ['too long', ['x'.repeat(201)]],
    ['with a control character', ['6360\u000042511', '636042511\n', '636\u0085']],
    ['that nobody can send', ['636\ud800', '\udc00']],
  ])('%s is none', (_what, texts) => {
    expect(texts.filter(isReference)).toEqual([]);
  });

  it('may have 200 characters', () => {
    expect(isReference('x'.repeat(200))).toBe(true);
  });
});

describe('foldReference', () => {
  it.each([
    [
      '636042511',
      ['636042511', '0636042511', '000636 042 511', '636-042-511', '６３６０４２５１１', '636\u200b042511'],
    ],
    ['MP2411281234A12345', ['MP241128.1234.A12345', 'mp241128 1234 a12345', 'ＭＰ241128/1234/A12345']],
    ['TX1001', ['TX-1001', 'tx1001', 'Tx_1001']],
    ['0', ['0', '000']],
  ])('gives %s to all its spellings', (form, spellings) => {
    expect(spellings.map(foldReference)).toEqual(spellings.map(() => form));
  });

  it('does not equate references that differ in a letter or a digit, or that have neither', () => {
    const forms = ['636042511', '636042512', '6360425110', 'A636042511', '---', '..'].map(foldReference);
    expect(new Set(forms).size).toBe(forms.length);
  });
});
