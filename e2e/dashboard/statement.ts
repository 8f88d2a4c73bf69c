import { readCsv } from '@tsena/testkit/csv';
import type { Dashboard } from './openDashboard.ts';

/**
 * The operator's statement of a morning ({@link playMorning}), as a French spreadsheet saves it: the payment of 88 000
 * is missing, 31 900 is 31 500, money of somebody unknown and a withdrawal are added.
 */
export async function writeMorningStatement(dashboard: Dashboard): Promise<Buffer> {
  const rows = readCsv(await (await fetch(`${dashboard.sandbox.url}/portal/api/statement.csv`)).text());
  const date = rows.at(-1)?.date ?? '';
  const lines = rows
    .filter(({ amount }) => amount !== '88000')
    .map(({ date, transactionReference, amount, fee, payer }) => [
      date,
      transactionReference,
      amount === '31900' ? '31500' : amount,
      fee,
      payer,
    ]);
  const others = [
    [date, '699999001', '12345', '186', '0340000001'],
    [date, '699999002', '-150000', '0', '0343500004'],
  ];
  const text = [['Date', 'Référence', 'Montant', 'Frais', 'Payeur'], ...lines, ...others]
    .map((cells) => cells.join(';'))
    .join('\r\n');
  // Windows-1252: here, the same bytes as Latin-1.
  return Buffer.from(text, 'latin1');
}
