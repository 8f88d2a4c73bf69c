import { describe, expect, it } from 'vitest';
import { findReference, readTransactionReference } from './findReference.ts';

describe('findReference', () => {
  it.each([
    '636042511',
    '0636042511',
    'MP241128.1234.A12345',
    'MP-0636',
    'TX-1001',
    'CIA9400X8',
    'mp6360425ab',
    'q83vEjRWeJA=',
    '2f1c3c1e-7a1d-4a3e-9d55-0b3c8a7e1f10',
    '1234567890123456789012345',
    '386604153',
  ])('reads %s of the operator as it is typed', (reference) => {
    expect(findReference(reference)).toEqual({ kind: 'one', reference });
  });

  it.each([
    ['  636 042 511. ', '636042511'],
    ['636\u00a0042\u202f511', '636042511'],
    ['\u2068636\u200b042\u200b511\u2069', '636042511'],
    ['６３６０４２５１１', '636042511'],
    ['“636042511”', '636042511'],
    ['(Tx-1001),', 'Tx-1001'],
    ['636,042,511', '636042511'],
    ['#636042511', '636042511'],
    ['0777 042 511', '0777042511'],
    ['MP241128 1234 A12345', 'MP2411281234A12345'],
    [' \u2068SMS-77.\u200b12ab.\u2069 ', 'SMS-77.12ab'],
  ])('reads the spelling %j as %s', (text, reference) => {
    expect(findReference(text)).toEqual({ kind: 'one', reference });
  });

  it.each([
    'Ref:636042511',
    'Ref : 636042511',
    'ref=636042511',
    'Ref-636042511',
    'Ref/636042511',
    'Ref#636042511',
    'Ref.636042511',
    'Ref 636042511',
    'REF636042511',
    'Réf 636042511',
    'Référence: 636042511',
    'Reference de paiement n° 636042511',
    'ID:636042511',
    'TransId:636042511',
    'Trans. ID 636042511',
    'TxnId:636042511',
    'transaction 636042511',
    'Transaction ID: 636042511',
    'id de la transaction 636042511',
    'N°636042511',
    'No 636042511',
    'Laharana 636042511',
    'laharan’ny fifampiraharahana: 636042511',
    'Ref: 636 042 511.',
    'https://pay.example/t?id=636042511&lang=fr',
    'https://pay.example/ref/636042511',
    'https://pay.example/636042511',
    'www.pay.example/636042511',
    '+636042511',
    'Ref_636042511',
    'Ref “636042511”',
    '636042511 25000',
    '636042511 25000 Ar',
    '636042511 Ar 25000',
    '25000 636042511',
    '636042511 29/11/2026',
    '636042511 29/11/2026 10:23',
    '636042511 636042511',
    'Recu 31 000 Ar Ref: 636042511',
  ])('finds 636042511 in what a person types: %j', (text) => {
    expect(findReference(text)).toEqual({ kind: 'one', reference: '636042511' });
  });

  it.each([
    [
      'Vous avez recu 25 000 Ar de RAKOTO (0343500003) le 29/11/26 a 10:23. Solde: 123 456 789 Ar. Ref: 636042511.',
      '636042511',
    ],
    ['Recu 25000Ar de RAKOTO 0343500003.Ref:636042511.Solde:1,234,567Ar', '636042511'],
    ['Recu 25000Ar de RAKOTO 0343500003.Solde:1234567.Ref:636042511.Merci', '636042511'],
    ['Nahazo 25 000 Ar avy amin’ny 034 35 000 03 ianao. Laharana 636042511', '636042511'],
    ['Paiement 25000 Ar. Raison: REF 2024-15. Trans ID 636042511', '636042511'],
    ['Référence de la transaction : MP241128.1234.A12345, montant 25000 Ar', 'MP241128.1234.A12345'],
    ['1/2 Recu 1 250 000 Ar de 261343500003 - 636042511 - 29/11/2026 10:23', '636042511'],
    // Many references begin like a number without its zero.
    ['Recu 1 250 000 Ar de 261343500003 - 386604153 - 29/11/2026 10:23', '386604153'],
    ['Recu 1 250 000 Ar de +261 34 35 000 03 - 636042511', '636042511'],
    ['TransId: 0636042511\nMontant: Ar 25000', '0636042511'],
    ['Recu 25 000 Ar. Solde 123456789. 636042511', '636042511'],
    ['Recu 25 000 Ar. Nouveau solde est de : 123456789. 636042511', '636042511'],
    ['Recu 25 000 Ar Ref: 636042511. Raison: ref 555555555', '636042511'],
    ['Recu 25 000 Ar. Raison: Trans ID 555555555. Ref: 636042511', '636042511'],
    ['Code client 123456789, recu 25 000 Ar, ref 636042511', '636042511'],
    ['Ref: 636042511. 2/2 Ref 0636042511', '636042511'],
    // It begins like a number with the country code.
    ['261331598 25000', '261331598'],
  ])('finds in the message %j the reference', (text, reference) => {
    expect(findReference(text)).toEqual({ kind: 'one', reference });
  });

  it.each([
    'Code client 123456789 paiement recu 636042511',
    'Recu 25000 Ar - 636042511 - 29/11/2026. Raison: ref 555555555',
    'Recu 25000 Ar - 636042511 - 29/11/2026. Raison: REFERENCE-555555555',
    'Recu 25 000 Ar. Ref: 636042511. Recu 30 000 Ar. Ref: 636042512.',
    'Trans ID 555555555. Ref: 636042511',
    '636042511 636042512',
    '636042511/636042512',
    '636042511,636042512',
  ])('chooses none of several in %j', (text) => {
    expect(findReference(text)).toEqual({ kind: 'several' });
  });

  it.each([
    ['nothing', ['', '...', '###', '---', '\u200b']],
    ['words', ['bonjour', 'bonjour monsieur', 'rakoto@example.test']],
    [
      'amounts, times and balances',
      ['Recu 25 000 Ar le 29/11/26 a 10:23', 'MGA 25000 Ar', '25000Ar', 'Solde 636042511'],
    ],
    [
      'a number',
      [
        '0343500003',
        '034 35 000 03',
        '+261 34 35 000 03',
        '261343500003',
        'Ref: 0343500003',
        '032 12 345 67',
        '00261343500003',
        '034 3500003',
      ],
    ],
    [
      'a number and a PIN',
      ['03435000031234', '034 35 000 031234', '0343500003 1234', '0343500003-1234', '26134350000312'],
    ],
    ['two numbers', ['03435000030343500005', '0343500003 0343500005']],
    ['a PIN', ['1234', 'Ref: 1234']],
    ['a message without spaces', ['Recu25000ArdeRAKOTO0343500003codesecret1234', 'Recu25000ArdeRAKOTO']],
    ['a digit that is none', ['67678830²', '①36042511']],
    ['a control character', ['636042511\u0000', '636\u0007042511']],
    ['a very long word', ['1'.repeat(41), 'x'.repeat(201), `Ref: ${'a1'.repeat(30)}`]],
  ])('finds none in %s', (_what, texts) => {
    expect(texts.filter((text) => findReference(text).kind !== 'none')).toEqual([]);
  });

  it('reads what it has found as itself', () => {
    for (const text of ['Ref: 636042511', 'MP241128 1234 A12345', 'Ref MP-0636/A1'])
      for (const reference of [readTransactionReference(text) ?? ''])
        expect(findReference(reference)).toEqual({ kind: 'one', reference });
  });

  it('finds none in a long text of repeated parts', () => {
    for (const part of ['1', '1 ', '12 345 ', 'ref ', 'ref:', 'solde ', '034 ', 'a.', '-', '1.', 'ref 1 ', '1a='])
      expect([part, findReference(part.repeat(20_000 / part.length)).kind]).toEqual([part, 'none']);
  });
});

describe('readTransactionReference', () => {
  it.each([
    ['Ref: 636042511', '636042511'],
    ['636042511 636042512', undefined],
    ['0343500003', undefined],
  ])('reads %j as %s', (text, reference) => {
    expect(readTransactionReference(text)).toBe(reference);
  });
});
