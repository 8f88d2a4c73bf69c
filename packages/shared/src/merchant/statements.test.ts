import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { statementFieldsSchema } from './statements.ts';

const COLUMNS = { date: 'Date', transactionReference: 'Réf', amount: 'Montant' };

describe('the fields beside a statement’s file', () => {
  it('are columns as JSON, the form of dates and amounts, a period, and the separator of the answer', () => {
    const fields = {
      columns: JSON.stringify({ ...COLUMNS, fee: ' Frais ', payer: 'x'.repeat(200) }),
      dateFormat: 'x'.repeat(40),
      decimal: ',',
    };
    expect(z.parse(statementFieldsSchema, { ...fields, from: '2026-03-09', to: '2026-03-09' })).toEqual({
      columns: { ...COLUMNS, fee: 'Frais', payer: 'x'.repeat(200) },
      dateFormat: 'x'.repeat(40),
      decimal: ',',
      from: Date.parse('2026-03-08T21:00:00Z'),
      to: Date.parse('2026-03-09T21:00:00Z'),
      separator: 'comma',
    });
    expect(z.parse(statementFieldsSchema, { columns: JSON.stringify(COLUMNS), decimal: '.' })).toEqual({
      columns: COLUMNS,
      decimal: '.',
      separator: 'comma',
    });
  });

  it.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['a list', '[]'],
    ['none', '{}'],
    ['no amount', JSON.stringify({ date: 'Date', transactionReference: 'Réf' })],
    ['an empty name', JSON.stringify({ ...COLUMNS, amount: ' ' })],
    ['a name of 201 characters', JSON.stringify({ ...COLUMNS, amount: 'x'.repeat(201) })],
    ['another one', JSON.stringify({ ...COLUMNS, balance: 'Solde' })],
    ['too long', JSON.stringify({ ...COLUMNS, fee: 'Frais' }).padEnd(2001)],
  ])('have no columns that are %s', (_what, columns) => {
    expect(z.safeParse(statementFieldsSchema, { columns }).success).toBe(false);
  });

  it.each([{ dateFormat: '' }, { dateFormat: 'x'.repeat(41) }, { decimal: ';' }, { from: 'March' }, { to: 'March' }])(
    'are not %j',
    (fields) => {
      expect(z.safeParse(statementFieldsSchema, fields).success).toBe(false);
    },
  );
});
