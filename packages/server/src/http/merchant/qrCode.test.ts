import { describe, expect, it } from 'vitest';
import { readQrPng, readQrSvg } from '../../../test/support/qrCodes.ts';
import { writeQrPng, writeQrSvg } from './qrCode.ts';

const ADDRESS = 'https://pay.shop.example/pay/link_AAAAAAAAAAAAAAAAAAAAAA';

// A code of 33 modules, with a quiet zone of four modules on each side.
describe('the QR code of a link', () => {
  it('as PNG, is a square of 410 pixels', () => {
    const png = writeQrPng(ADDRESS);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([410, 410]);
    expect(readQrPng(png)).toBe(ADDRESS);
  });

  it('as SVG, has 41 modules on a white background', () => {
    const svg = writeQrSvg(ADDRESS);
    expect(svg).toContain('viewBox="0 0 41 41"');
    expect(svg).toContain('shape-rendering="crispEdges"><path fill="#fff" d="M0 0h999v999H0z"/>');
    expect(readQrSvg(svg)).toBe(ADDRESS);
  });
});
