import { gzipSync } from 'node:zlib';
import { type Context, less, type Section } from '../figures.ts';
import { type Bundle, ourBundle, twinBundle } from '../page/builds.ts';

/** The most that a shopper downloads, kB. */
const MAX_KB = 43;

/** kB over the line, each file compressed for itself. */
function sizeOf({ script, app, style }: Bundle): number {
  return (
    [script, app, style].reduce(
      (sum, file) => sum + (file === undefined ? 0 : gzipSync(file, { level: 9 }).length),
      0,
    ) / 1000
  );
}

/** What a shopper downloads. */
export async function measureSizes({ log }: Context): Promise<Section> {
  const [ours, twin] = [await ourBundle(), await twinBundle()];
  const sizes = { value: sizeOf(ours), baseline: sizeOf(twin) };
  log('built');
  return {
    title: 'What a shopper downloads',
    figures: [
      less('script-tag file and application, gzip', 'kB', sizes, 'adyen-web, core and MBWay', { value: MAX_KB }),
    ],
    note: 'Minified, gzip 9. Ours has its styles and three languages; the twin is in English, without its country codes.',
  };
}
