import { expect, it } from 'vitest';
import { qrFileName } from './qrFileName.ts';

it.each([
  ['2026-10/RAKOTO', '2026-10_RAKOTO.png'],
  ['../../etc/passwd', '_._.._etc_passwd.png'],
  ['.hidden', '_hidden.png'],
  ['Rakoto é N° 7', 'Rakoto_é_N__7.png'],
  ['a\\b:c*?"<>|', 'a_b_c______.png'],
])('the QR code of %s is in %s', (order, name) => {
  expect(qrFileName(order)).toBe(name);
});
