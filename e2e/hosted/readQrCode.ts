import type { BrowserContext, Locator } from '@playwright/test';
import decodeQR from 'qr/decode.js';

/** Reads the QR code in a picture of an element, as a phone's camera does. */
export async function readQrCode(context: BrowserContext, element: Locator): Promise<string> {
  const picture = (await element.screenshot()).toString('base64');
  // A page without a policy: only the browser knows PNG.
  const page = await context.newPage();
  const { width, height, bytes } = await page.evaluate(async (png) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    // Some hundred pixels are enough, and a list of millions of numbers takes minutes to leave the page.
    const scale = Math.min(1, 400 / bitmap.width);
    const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('The browser has no canvas.');
    context.drawImage(bitmap, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    let bytes = '';
    for (const byte of data) bytes += String.fromCharCode(byte);
    return { width, height, bytes: btoa(bytes) };
  }, picture);
  await page.close();
  return decodeQR({ width, height, data: Uint8ClampedArray.from(Buffer.from(bytes, 'base64')) });
}
