import { afterEach, expect, it, vi } from 'vitest';
import { printColumns } from './output.ts';

afterEach(() => vi.restoreAllMocks());

it('printColumns aligns the columns, whatever their longest cell', () => {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  printColumns([
    ['10:00', 'sent', 'a=1'],
    ['10:01', 'payment.review_required', 'b=2'],
    ['10:02', 'failed', ''],
  ]);
  expect(written.join('')).toBe('  10:00  sent                     a=1\n  10:01  payment.review_required  b=2\n  10:02  failed\n');
});
