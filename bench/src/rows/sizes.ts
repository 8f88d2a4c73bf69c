import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Context, Figure, Section } from '../figures.ts';
import { type Bundle, ourBundle, reactBundle, twinBundle } from '../page/builds.ts';

const ENCODINGS = { gzip: (file: Buffer) => gzipSync(file, { level: 9 }), brotli: (file: Buffer) => brotliCompressSync(file) } as const;

/** Bytes over the wire, each file compressed for itself. */
function sizeOf({ script, style }: Bundle, compress: (file: Buffer) => Buffer): number {
  return (compress(script).length + (style === undefined ? 0 : compress(style).length)) / 1000;
}

/** What a shopper downloads. */
export async function measureSizes({ say }: Context): Promise<Section> {
  const [ours, react, twin] = [await ourBundle(), await reactBundle(), await twinBundle()];
  say('built with React left in, and the twin');
  const figures = (['gzip', 'brotli'] as const).flatMap((encoding): Figure[] => {
    const compress = ENCODINGS[encoding];
    const figure = { ours: sizeOf(ours, compress), unit: 'kB', better: 'less' as const };
    return [
      { what: `script-tag file, ${encoding}`, ...figure, beside: sizeOf(react, compress), besides: 'the same with React left in' },
      {
        what: `script-tag file, ${encoding}`,
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
      'All three use the same Vite build: one classic script, minified in the same way, gzip 9 and brotli 11; 1 kB is 1000 bytes.',
      `Ours has its styles and three languages in the script. The twin is ${kb(twin.script)} kB of script and ${kb(twin.style)} kB of styles (gzip), in English; it also downloads its list of country codes and any other language.`,
    ],
  };
}
