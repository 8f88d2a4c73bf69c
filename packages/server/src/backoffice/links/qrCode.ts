import { crc32, deflateSync } from 'node:zlib';
import { encodeQR } from 'qr';

/** The quiet zone that scanners need around a code, in modules. */
const BORDER_MODULES = 4;
/** The size of a module in the PNG, pixels: about 400 pixels in all, sharp on a screen and on A4. */
const MODULE_PIXELS = 10;
const OPTIONS = { ecc: 'medium', border: BORDER_MODULES } as const;

/** A QR code as SVG, black on white. */
export function writeQrSvg(text: string): string {
  const svg = encodeQR(text, 'svg', OPTIONS);
  // White, because a dark page would show through; and both with a fill of their own, because the page's would be
  // inherited.
  return svg
    .replace('<path', '<path fill="#000"')
    .replace(/<svg([^>]*)>/, '<svg$1 shape-rendering="crispEdges"><path fill="#fff" d="M0 0h999v999H0z"/>');
}

/** A QR code as PNG, black on white, one bit per pixel. */
export function writeQrPng(text: string): Buffer {
  const modules = encodeQR(text, 'raw', OPTIONS);
  const size = modules.length * MODULE_PIXELS;
  const rows = modules.map((row) => {
    // Each row begins with its filter: none.
    const bytes = Buffer.alloc(1 + Math.ceil(size / 8));
    for (let x = 0; x < size; x += 1) {
      const isWhite = row[Math.floor(x / MODULE_PIXELS)] !== true;
      if (isWhite) bytes[1 + (x >> 3)] = (bytes[1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
    }
    return Buffer.concat(Array.from({ length: MODULE_PIXELS }, () => bytes));
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // One bit per pixel, greyscale; no other method exists for the rest.
  header.writeUInt8(1, 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
}
