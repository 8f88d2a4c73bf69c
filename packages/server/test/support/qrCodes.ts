import { inflateSync } from 'node:zlib';
import decodeQR from 'qr/decode.js';

/** The text of a QR code in an SVG whose dark squares are drawn with `M x y h1v1` or `m`. */
export function readQrSvg(svg: string): string {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const dark = new Set<string>();
  let [x, y] = [0, 0];
  for (const [, command, dx, dy] of svg.matchAll(/([Mm])(-?\d+)[ ,]?(-?\d+)h1v1(?:H\d+|h-1)[Zz]/g)) {
    [x, y] = command === 'M' ? [Number(dx), Number(dy)] : [x + Number(dx), y + Number(dy)];
    dark.add(`${x} ${y}`);
  }
  return decode(size, (column, row) => dark.has(`${column} ${row}`));
}

/** The text of a QR code in a PNG with one bit per pixel and 10 pixels per module. */
export function readQrPng(png: Buffer): string {
  const size = png.readUInt32BE(16);
  const length = png.readUInt32BE(33);
  const rows = inflateSync(png.subarray(41, 41 + length));
  const stride = 1 + Math.ceil(size / 8);
  const scale = 10;
  return decode(size / scale, (column, row) => {
    const [x, y] = [column * scale, row * scale];
    return ((rows[y * stride + 1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0;
  });
}

/** Decodes modules, each drawn as 4 × 4 pixels. */
function decode(size: number, isDark: (column: number, row: number) => boolean): string {
  const pixels = size * 4;
  const data = new Uint8Array(pixels * pixels * 4).fill(255);
  for (let y = 0; y < pixels; y += 1) {
    for (let x = 0; x < pixels; x += 1) {
      if (isDark(x >> 2, y >> 2)) data.fill(0, (y * pixels + x) * 4, (y * pixels + x) * 4 + 3);
    }
  }
  return decodeQR({ width: pixels, height: pixels, data });
}
