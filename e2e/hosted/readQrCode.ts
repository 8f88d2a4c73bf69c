import type { BrowserContext, Locator } from '@playwright/test';
import decodeQR from 'qr/decode.js';

/** Reads the QR code in a picture of an element, as a phone's camera does. */
export async function readQrCode(context: BrowserContext, element: Locator): Promise<string> {
  const picture = (await element.screenshot()).toString('base64');
  // A page without a policy: only the browser knows PNG.
  const page = await context.newPage();
  const { width, height, data } = await page.evaluate(async (png) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('The browser has no canvas.');
    context.drawImage(bitmap, 0, 0);
    return { width: bitmap.width, height: bitmap.height, data: [...context.getImageData(0, 0, bitmap.width, bitmap.height).data] };
  }, picture);
  await page.close();
  return decodeQR({ width, height, data: Uint8ClampedArray.from(data) });
}
