import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, loadConfigFromFile, mergeConfig, type PluginOption } from 'vite';
import { findRestFile, hashedName } from '../vite.script.ts';
import { withoutUnusedQueries } from '../vite.shared.ts';
import { checkForOldBrowsers } from './oldBrowsers.ts';

const rest = findRestFile().name;
/** Limits of the built files in bytes, after gzip -9. */
const LIMITS_BYTES = { 'checkout.js': 12_000, [rest]: 23_000, 'index.js': 20_400, 'stub.js': 512 };
/** Limit of what a shopper downloads until the order is paid: both script-tag files. */
const LIMIT_OF_BOTH_BYTES = 32_500;
/** A build step that changes other people's code must save at least this much in each file, in bytes after gzip. */
const MIN_SAVING_BYTES = 300;

const root = fileURLToPath(new URL('..', import.meta.url));
const configs = { [rest]: 'vite.rest.config.ts', 'index.js': 'vite.npm.config.ts' };

function gzippedBytes(code: string | Uint8Array): number {
  return gzipSync(code, { level: 9 }).length;
}

/** The size of a built file if {@link withoutUnusedQueries} did not run. */
async function measureWithUnusedQueries(config: string): Promise<number> {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, config, root);
  if (loaded === null) throw new Error(`${config} cannot be loaded`);
  const plugins = (loaded.config.plugins ?? []).filter((plugin: PluginOption) => !isLeftOut(plugin));
  const output = await build(
    mergeConfig({ ...loaded.config, plugins }, { root, configFile: false, logLevel: 'error', build: { write: false } }),
  );
  const [chunk] = [output].flat().flatMap((result) => ('output' in result ? result.output : []));
  if (chunk?.type !== 'chunk') throw new Error(`${config} builds no file`);
  return gzippedBytes(chunk.code);
}

/** The plugin to measure, and the one that turns the code into an asset. */
function isLeftOut(plugin: PluginOption): boolean {
  const names = [withoutUnusedQueries.name, hashedName.name];
  return typeof plugin === 'object' && plugin !== null && 'name' in plugin && names.includes(plugin.name);
}

function findFaults(name: string, code: Buffer, bytes: number, limitBytes: number): string[] {
  const faults = {
    [`over its limit of ${limitBytes}`]: bytes > limitBytes,
    'not ASCII: pages that are not UTF-8 would break it': code.some((byte) => byte > 0x7f),
    'contains zod': code.includes('ZodMini'),
    'contains the table of problems': code.includes('unsupported_media_type'),
    'contains Preact or react-query': name === 'checkout.js' && (code.includes('__H') || code.includes('queryHash')),
    'does not begin with "use client"': name === 'index.js' && !code.toString().startsWith('"use client"'),
  };
  return Object.keys(faults).filter((fault) => faults[fault]);
}

let failed = false;
function report(name: string, bytes: number, note: string, faults: readonly string[]): void {
  console.log(`${name.padEnd(36)} ${String(bytes).padStart(6)} bytes gzipped  ${note}${faults.join('; ') || 'ok'}`);
  if (faults.length > 0) failed = true;
}

const sizes = new Map<string, number>();
for (const [name, limitBytes] of Object.entries(LIMITS_BYTES)) {
  const code = readFileSync(new URL(`../dist/${name}`, import.meta.url));
  const bytes = gzippedBytes(code);
  sizes.set(name, bytes);
  report(name, bytes, `limit ${limitBytes}: `, findFaults(name, code, bytes, limitBytes));
}
const bytesOfBoth = (sizes.get('checkout.js') ?? 0) + (sizes.get(rest) ?? 0);
const isOverBoth = bytesOfBoth > LIMIT_OF_BOTH_BYTES;
report('both script-tag files', bytesOfBoth, `limit ${LIMIT_OF_BOTH_BYTES}: `, isOverBoth ? ['over it'] : []);
for (const [name, config] of Object.entries(configs)) {
  const saved = (await measureWithUnusedQueries(config)) - (sizes.get(name) ?? 0);
  const faults = saved < MIN_SAVING_BYTES ? [`saves less than ${MIN_SAVING_BYTES}: remove it`] : [];
  report(`  ${withoutUnusedQueries.name}`, -saved, `in ${name}: `, faults);
}
for (const name of ['checkout.js', rest, 'stub.js']) {
  const { faults, fallbacks } = checkForOldBrowsers(readFileSync(new URL(`../dist/${name}`, import.meta.url), 'utf8'));
  console.log(`${name.padEnd(36)} in Chrome 61 and Safari 12: ${faults.join('; ') || 'ok'}`);
  for (const fallback of fallbacks) console.log(`  with a fallback                ${fallback}`);
  if (faults.length > 0) failed = true;
}
process.exitCode = failed ? 1 : 0;
