import { createHash } from 'node:crypto';

/**
 * The name of the file with an order's QR code, on any system: `2026-10_RAKOTO.png` for `2026-10/RAKOTO`. Where a
 * replaced character could be another order's too, a part of the order's hash tells them apart.
 */
export function qrFileName(order: string): string {
  // A name that begins with a point is hidden.
  const name = order
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}.-]/gu, '_')
    .replace(/^\./, '_');
  const isItsOwn = !order.includes('_') && order.replaceAll('/', '_') === name;
  return isItsOwn ? `${name}.png` : `${name}-${createHash('sha256').update(order).digest('hex').slice(0, 8)}.png`;
}
