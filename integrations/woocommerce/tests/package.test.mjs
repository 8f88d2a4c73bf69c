import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { mo } from 'gettext-parser';
import { describe, expect, it } from 'vitest';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const plugin = join(dist, 'tsena-checkout');
const phpFiles = readdirSync(plugin, { recursive: true }).filter((file) => file.endsWith('.php'));
const code = phpFiles.map((file) => readFileSync(join(plugin, file), 'utf8')).join('\n');

describe('dist/tsena-checkout.zip', () => {
  const files = unzipSync(readFileSync(join(dist, 'tsena-checkout.zip')));

  it('holds one folder with the plugin, the SDK, the readme and the translations', () => {
    const names = Object.keys(files);
    expect(names.every((name) => name.startsWith('tsena-checkout/'))).toBe(true);
    expect(names).toEqual(
      expect.arrayContaining([
        'tsena-checkout/tsena-checkout.php',
        'tsena-checkout/includes/Tsena.php',
        'tsena-checkout/assets/blocks.js',
        'tsena-checkout/languages/tsena-checkout-fr_FR.mo',
        'tsena-checkout/languages/tsena-checkout-mg_MG.mo',
        'tsena-checkout/languages/tsena-checkout.pot',
        'tsena-checkout/uninstall.php',
        'tsena-checkout/readme.txt',
        'tsena-checkout/LICENSE',
      ]),
    );
  });

  it('makes requests and prints scripts by the functions of WordPress only', () => {
    expect(code).not.toMatch(/\b(fopen|curl_init|stream_context_create|file_put_contents)\(|<script/);
  });

  it('gives a reason for each check of WordPress that it leaves out', () => {
    const left = code.match(/phpcs:(ignore|disable).*/g);
    expect(left.filter((one) => !/ -- [A-Z].*\.( \?>)?$/.test(one))).toEqual([]);
  });

  it('has the same version everywhere', () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(/^ \* Version: (.*)$/m.exec(code)?.[1]).toBe(version);
    expect(/TSENA_CHECKOUT_VERSION', '(.*)'/.exec(code)?.[1]).toBe(version);
    expect(/^Stable tag: (.*)$/m.exec(readFileSync(join(plugin, 'readme.txt'), 'utf8'))?.[1]).toBe(version);
  });
});

describe.each(['fr_FR', 'mg_MG'])('the translation %s', (locale) => {
  it('has every text of the plugin, with the same placeholders', () => {
    const texts = new Set(
      [...code.matchAll(/(?:__|esc_html__|esc_html_e|esc_attr_e)\('((?:[^'\\]|\\.)*)', 'tsena-checkout'\)/g)].map(
        ([, text]) => text,
      ),
    );
    const file = readFileSync(join(plugin, `languages/tsena-checkout-${locale}.mo`));
    const translated = Object.fromEntries(
      Object.entries(mo.parse(file).translations['']).map(([text, { msgstr }]) => [text, msgstr[0]]),
    );
    delete translated[''];
    expect(Object.keys(translated).toSorted()).toEqual([...texts].toSorted());
    for (const [text, translation] of Object.entries(translated))
      expect(translation.match(/%(\d\$)?[sd]/g)).toEqual(text.match(/%(\d\$)?[sd]/g));
  });
});

describe('the PHP of the plugin', () => {
  it.each([
    ['str_starts_with and the like', /\bstr_(starts_with|ends_with|contains)\(/],
    ['the nullsafe operator', /\?->/],
    ['match', /\bmatch\s*\(/],
    ['union types', /\)\s*:\s*\w+\|\w+|\(\s*\w+\|\w+ \$/],
    ['the type mixed', /\bmixed \$|\): mixed\b/],
    ['properties in the constructor', /__construct\([^)]*\b(public|private|protected) /],
    ['a trailing comma in a parameter list', /function[^(]*\([^)]*,\s*\)/],
    ['catch without a variable', /catch \(\w+\)/],
  ])('uses nothing that PHP 7.4 lacks: %s', (_name, pattern) => {
    expect(code.replaceAll(/\/\*[\s\S]*?\*\//g, '').match(pattern)?.[0]).toBeUndefined();
  });
});
