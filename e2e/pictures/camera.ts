import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { LANGUAGES, type Language } from '@tsena/shared';
import { findFlaws } from './findFlaws.ts';
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

/** Takes pictures of pages: the manual's, or, given a folder, all of them and a report of what is wrong with the pages. */
export interface Camera {
  /** Whether it takes every picture. */
  readonly takesAll: boolean;
  /** The shots of `views` to take: all of them, or those that the manual shows. */
  shotsOf(views: readonly string[]): readonly Shot[];
  /** Opens an empty page for a shot. */
  open(shot: Shot, more?: BrowserContextOptions): Promise<Page>;
  /** Takes the picture of a view, if it is wanted. The page is already as it should be. */
  capture(page: Page, view: string, shot: Shot): Promise<void>;
  /** Writes pictures of phones beside each other as one picture of the manual. */
  captureStrip(phones: readonly Buffer[], name: string): Promise<void>;
  /** Saves a page as PDF on A4 and on the narrow paper of a receipt printer, if every picture is wanted. */
  print(page: Page, view: string, shot: Shot): Promise<void>;
  close(): Promise<void>;
}

/** Opens the camera. The command's first argument is the folder for all pictures; without one, it takes those of the manual. */
export async function openCamera(folder: string | undefined = process.argv[2]): Promise<Camera> {
  const { CHROMIUM_PATH } = process.env;
  const browser = await chromium.launch({ ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }), args: ['--no-sandbox'] });
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
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
    takesAll: folder !== undefined,
    shotsOf(views) {
      const all = (['phone', 'desktop'] as const).flatMap((size) =>
        (['light', 'dark'] as const).flatMap((theme) => LANGUAGES.map((language) => ({ size, theme, language }))),
      );
      return folder === undefined ? all.filter((shot) => views.some((view) => nameOf(view, shot) in MANUAL_PICTURES)) : all;
    },
    async open({ size, theme, language }, more = {}) {
      const context = await browser.newContext({
        viewport: SIZES[size],
        deviceScaleFactor: size === 'phone' && folder === undefined ? PHONE_SCALE : 1,
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
      if (folder === undefined && !(name in MANUAL_PICTURES)) return;
      // A reader does not care where the page was when its picture was taken.
      await page.evaluate(() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const text = walker.currentNode;
          text.nodeValue = text.nodeValue?.replace(/http:\/\/127\.0\.0\.1:\d+\/pay\b/, 'https://pay.example') ?? null;
        }
      });
      if (folder === undefined) return captureForManual(page, name);
      for (const flaw of await findFlaws(page)) console.log(`${name}: ${flaw}`);
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
    },
    async captureStrip(phones, name) {
      const picture = MANUAL_PICTURES[name];
      if (picture !== undefined) await save(phones, picture.file, STRIP_SCALE / PHONE_SCALE);
    },
    async print(page, view, shot) {
      if (folder === undefined) return;
      const name = join(folder, nameOf(view, shot));
      await page.pdf({ path: `${name}-a4.pdf`, format: 'A4', printBackground: false });
      await page.pdf({ path: `${name}-80mm.pdf`, width: '80mm', height: '200mm', printBackground: false });
    },
    close: () => browser.close(),
  };
}
