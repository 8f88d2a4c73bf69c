import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Context, Figure, Section } from '../figures.ts';
import { type Bundle, ourBundle, reactBundle, twinBundle } from '../page/builds.ts';

const ENCODINGS = { gzip: (file: Buffer) => gzipSync(file, { level: 9 }), brotli: (file: Buffer) => brotliCompressSync(file) } as const;

/** Bytes over the wire, each file compressed for itself. */
function sizeOf({ script, rest = {}, style }: Bundle, compress: (file: Buffer) => Buffer): number {
  const files = [script, ...Object.values(rest), ...(style === undefined ? [] : [style])];
  return files.reduce((sum, file) => sum + compress(file).length, 0) / 1000;
}

/** What a shopper downloads. */
export async function measureSizes({ say }: Context): Promise<Section> {
  const [ours, react, twin] = [await ourBundle(), await reactBundle(), await twinBundle()];
  say('built with React left in, and the twin');
  const figures = (['gzip', 'brotli'] as const).flatMap((encoding): Figure[] => {
    const compress = ENCODINGS[encoding];
    const figure = { ours: sizeOf(ours, compress), unit: 'kB', better: 'less' as const };
    return [
      {
        what: `first script-tag file, ${encoding}`,
        ...figure,
        ours: compress(ours.script).length / 1000,
        beside: sizeOf(twin, compress),
        besides: 'adyen-web, core and MBWay',
      },
      { what: `script-tag files, ${encoding}`, ...figure, beside: sizeOf(react, compress), besides: 'the React component, with React' },
      {
        what: `script-tag files, ${encoding}`,
        ...figure,
        beside: sizeOf(twin, compress),
        besides: 'adyen-web, core and MBWay',
        aim: { ratio: 0.4 },
      },
    ];
  });
  const kb = (file: Buffer | undefined) => (file === undefined ? 0 : gzipSync(file, { level: 9 }).length / 1000).toFixed(1);
  return {
    title: 'What a shopper downloads',
    figures,
    notes: [
      'All use the same Vite build: classic scripts, minified in the same way, gzip 9 and brotli 11; 1 kB is 1000 bytes. Ours are two: the first one shows the form, and loads the second one meanwhile.',
      `Ours has its styles and three languages in the scripts. The twin is ${kb(twin.script)} kB of script and ${kb(twin.style)} kB of styles (gzip), in English; it also downloads its list of country codes and any other language.`,
    ],
  };
}
