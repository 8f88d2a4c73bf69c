import type { Browser } from '@playwright/test';

const GAP_PX = 24;

/**
 * Writes PNGs, beside each other if they are several, as one WebP, which is a quarter as large.
 *
 * @param quality from 0 to 1
 * @param scale of the picture's sides
 */
export async function toWebp(browser: Browser, pngs: readonly Buffer[], quality: number, scale: number): Promise<Buffer> {
  const page = await browser.newPage();
  const data = await page.evaluate(
    async ({ sources, quality, scale, gap }) => {
      const images = await Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = `data:image/png;base64,${source}`;
          await image.decode();
          return image;
        }),
      );
      const canvas = document.createElement('canvas');
      canvas.width = images.reduce((width, image) => width + image.width * scale, gap * (images.length - 1));
      canvas.height = Math.max(...images.map((image) => image.height * scale));
      const context = canvas.getContext('2d');
      let left = 0;
      for (const image of images) {
        context?.drawImage(image, left, 0, image.width * scale, image.height * scale);
        left += image.width * scale + gap;
      }
      return canvas.toDataURL('image/webp', quality);
    },
    { sources: pngs.map((png) => png.toString('base64')), quality, scale, gap: GAP_PX },
  );
  await page.close();
  return Buffer.from(data.replace(/^[^,]+,/, ''), 'base64');
}
