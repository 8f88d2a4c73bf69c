import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { LANGUAGES, type Language } from '@tsena/shared';
import { MANUAL_PICTURES } from './manual.ts';
import { toWebp } from './webp.ts';

const docs = fileURLToPath(new URL('../../docs', import.meta.url));
const MAX_BYTES = 60 * 1024;
const WEBP_QUALITY = 0.7;
const PHONE_SCALE = 1.5;
/** Pixels of a strip for each px of a phone. */
const STRIP_SCALE = 0.75;

const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };

/** In which size, theme and language a series of pictures is taken. */
export interface Shot {
  readonly size: keyof typeof SIZES;
  readonly theme: 'light' | 'dark';
  readonly language: Language;
}

/** Takes the manual's pictures of pages. */
export interface Camera {
  /** The shots of `views` that the manual shows. */
  shotsOf(views: readonly string[]): readonly Shot[];
  /** Opens an empty page for a shot. */
  open(shot: Shot, more?: BrowserContextOptions): Promise<Page>;
  /** Takes the picture of a view, if the manual shows it. The page is already as it should be. */
  capture(page: Page, view: string, shot: Shot): Promise<void>;
  /** Writes pictures of phones beside each other as one picture of the manual. */
  captureStrip(phones: readonly Buffer[], name: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens the camera. */
export async function openCamera(): Promise<Camera> {
  const { CHROMIUM_PATH } = process.env;
  const browser = await chromium.launch({ ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }), args: ['--no-sandbox'] });
  const nameOf = (view: string, { size, theme, language }: Shot) => `${view}-${size}-${theme}-${language}`;

  async function save(pngs: readonly Buffer[], file: string, scale = 1): Promise<void> {
    const webp = await toWebp(browser, pngs, WEBP_QUALITY, scale);
    if (webp.length > MAX_BYTES) throw new Error(`${file} has ${webp.length} bytes, more than ${MAX_BYTES}.`);
    const path = join(docs, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, webp);
    console.log(`${file}: ${webp.length} bytes`);
  }

  async function captureForManual(page: Page, name: string): Promise<void> {
    const picture = MANUAL_PICTURES[name];
    if (picture === undefined) return;
    const { width = 0 } = page.viewportSize() ?? {};
    const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
    const height = Math.min(picture.height ?? pageHeight, pageHeight);
    await save([await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height } })], picture.file);
  }

  return {
    shotsOf(views) {
      const all = (['phone', 'desktop'] as const).flatMap((size) =>
        (['light', 'dark'] as const).flatMap((theme) => LANGUAGES.map((language) => ({ size, theme, language }))),
      );
      return all.filter((shot) => views.some((view) => nameOf(view, shot) in MANUAL_PICTURES));
    },
    async open({ size, theme, language }, more = {}) {
      const context = await browser.newContext({
        viewport: SIZES[size],
        deviceScaleFactor: size === 'phone' ? PHONE_SCALE : 1,
        colorScheme: theme,
        locale: language,
        reducedMotion: 'reduce',
        ...more,
      });
      const page = await context.newPage();
      page.on('pageerror', (error) => console.log(error));
      return page;
    },
    async capture(page, view, shot) {
      const name = nameOf(view, shot);
      if (!(name in MANUAL_PICTURES)) return;
      // A reader does not care where the page was when its picture was taken.
      await page.evaluate(() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const text = walker.currentNode;
          text.nodeValue = text.nodeValue?.replace(/http:\/\/127\.0\.0\.1:\d+\/pay\b/, 'https://pay.example') ?? null;
        }
      });
      await captureForManual(page, name);
    },
    async captureStrip(phones, name) {
      const picture = MANUAL_PICTURES[name];
      if (picture !== undefined) await save(phones, picture.file, STRIP_SCALE / PHONE_SCALE);
    },
    close: () => browser.close(),
  };
}
