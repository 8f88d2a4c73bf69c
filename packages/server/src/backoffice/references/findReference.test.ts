import { expect, it } from 'vitest';
import { findReference } from './findReference.ts';

it.each([
  ['636042511', '636042511'],
  ['  636 042 511. ', '636042511'],
  ['\u2068636\u200b042\u200b511\u2069', '636042511'],
  ['６３６０４２５１１', '636042511'],
  ['MP241128.1234.A12345', 'MP241128.1234.A12345'],
  ['MP241128 1234 A12345', 'MP2411281234A12345'],
  ['2f1c3c1e-7a1d-4a3e-9d55-0b3c8a7e1f10', '2f1c3c1e-7a1d-4a3e-9d55-0b3c8a7e1f10'],
  // The operator’s references have no format: a word is asked about as it is.
  ['bonjour', 'bonjour'],
  ['Ref 636042511', '636042511'],
  ['Ref.636042511', '636042511'],
  [
    'Vous avez recu 25 000 Ar de RAKOTO (0343500003) le 29/11/26 a 10:23. Solde: 123 456 789 Ar. Ref: 636042511.',
    '636042511',
  ],
  ['Nahazo 25 000 Ar avy amin’ny 034 35 000 03 ianao. Laharana 636042511', '636042511'],
  ['Paiement 25000 Ar. Raison: REF 2024-15. Trans ID 636042511', '636042511'],
  ['Référence de la transaction : MP241128.1234.A12345, montant 25000 Ar', 'MP241128.1234.A12345'],
  ['1/2 Recu 1 250 000 Ar de 261343500003 - 636042511 - 29/11/2026 10:23', '636042511'],
  // Many references begin like a number without its zero.
  ['Recu 1 250 000 Ar de 261343500003 - 386604153 - 29/11/2026 10:23', '386604153'],
  ['TransId: 0636042511\nMontant: Ar 25000', '0636042511'],
])('finds the reference in %j', (text, reference) => {
  expect(findReference(text)).toBe(reference);
});

it.each(['', '...', 'bonjour monsieur', 'Recu 25 000 Ar de 0343500003 le 29/11/26 a 10:23', 'MGA 25000 Ar'])(
  'finds none in %j',
  (text) => {
    expect(findReference(text)).toBeUndefined();
  },
);

it('reads a reference that it has found as itself', () => {
  for (const reference of ['636042511', 'MP241128.1234.A12345', 'a-b/c_1'])
    expect(findReference(reference)).toBe(reference);
});
