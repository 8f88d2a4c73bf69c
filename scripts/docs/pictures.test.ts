import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '@tsena/shared';
import { expect, it } from 'vitest';
import { MANUAL_PICTURES } from '../../e2e/pictures/manual.ts';
import { findPages } from './pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const MAX_BYTES = 60 * 1024;

/** The pictures that `pnpm docs:pictures` makes, in `docs/`. */
const SHEETS = ['desktop', ...LANGUAGES.flatMap((language) => [`${language}-light`, `${language}-dark`])].map(
  (name) => `widget/${name}.webp`,
);
const MADE = Object.values(MANUAL_PICTURES).map(({ file }) => file);
/** These are taken in the shop platforms themselves. */
const BY_HAND = /^platforms\//;

const committed = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(png|webp|jpe?g|gif)$/.test(file));

it('the pictures in docs are those that the script makes', () => {
  expect(committed.filter((file) => !BY_HAND.test(file)).toSorted()).toEqual([...MADE, ...SHEETS].toSorted());
});

it('each picture is on a page, with a text for those who do not see it', () => {
  const shown = [...findPages(root).keys()].flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g)]
      .filter(([, text = '']) => text.length > 20)
      .map(([, , target = '']) => posix.join(posix.dirname(page), target)),
  );
  expect(committed.filter((file) => !SHEETS.includes(file) && !shown.includes(`docs/${file}`))).toEqual([]);
});

it('the pictures are small enough for a slow line', () => {
  expect(MADE.filter((file) => statSync(join(root, 'docs', file)).size > MAX_BYTES)).toEqual([]);
});
