/** The name of the file with an order's QR code, on any system: `2026-10_RAKOTO.png` for `2026-10/RAKOTO`. */
export function qrFileName(order: string): string {
  const name = order.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}.-]/gu, '_');
  // A name that begins with a point is hidden.
  return `${name.replace(/^\./, '_')}.png`;
}
