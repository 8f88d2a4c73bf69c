import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { LANGUAGES } from '@tsena/shared';
import { MANUAL_PICTURES } from './manual.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const MAX_BYTES = 60 * 1024;

/** The pictures that `main.ts` makes, in `docs/`. */
const SHEETS = ['desktop', ...LANGUAGES.flatMap((language) => [`${language}-light`, `${language}-dark`])].map(
  (name) => `widget/${name}.webp`,
);
const MADE = Object.values(MANUAL_PICTURES).map(({ file }) => file);
/** These are taken in the shop platforms themselves. */
const BY_HAND = /^platforms\//;

const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
const committed = inDocs.filter((file) => /\.(png|webp|jpe?g|gif)$/.test(file));
const PAGES = ['README.md', 'packages/widget/README.md', ...inDocs.filter((file) => file.endsWith('.md')).map((file) => `docs/${file}`)];

test('the pictures in docs are those that the script makes', () => {
  expect(committed.filter((file) => !BY_HAND.test(file)).toSorted()).toEqual([...MADE, ...SHEETS].toSorted());
});

test('each picture is on a page, with a text for those who do not see it', () => {
  const shown = PAGES.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g)]
      .filter(([, text = '']) => text.length > 20)
      .map(([, , target = '']) => posix.join(posix.dirname(page), target)),
  );
  expect(committed.filter((file) => !SHEETS.includes(file) && !shown.includes(`docs/${file}`))).toEqual([]);
});

test('the pictures are small enough for a slow line', () => {
  expect(MADE.filter((file) => statSync(join(root, 'docs', file)).size > MAX_BYTES)).toEqual([]);
});
