import { expect, it } from 'vitest';
import { qrFileName } from './qrFileName.ts';

it.each([
  ['2026-10/RAKOTO', '2026-10_RAKOTO.png'],
  ['2026_1', '2026_1-ce889f5c.png'],
  ['../../etc/passwd', '_._.._etc_passwd-3754d6cb.png'],
  ['.hidden', '_hidden-16924190.png'],
  ['Rakoto é N° 7', 'Rakoto_é_N__7-eb0f2c91.png'],
  ['a\\b:c*?"<>|', 'a_b_c______-aa790496.png'],
])('the QR code of %s is in %s', (order, name) => {
  expect(qrFileName(order)).toBe(name);
});

it('gives each order a picture of its own', () => {
  const orders = ['2026/1', '2026_1', '2026 1', '2026:1', '2026\\1', '.1', '_1', '/1'];
  expect(new Set(orders.map(qrFileName)).size).toBe(orders.length);
});
