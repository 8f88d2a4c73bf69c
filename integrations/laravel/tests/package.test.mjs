import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (name) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));

describe('composer.json', () => {
  it('has the version of the other packages, and needs the same one of the SDK', () => {
    const { version } = read('package.json');
    expect(read('../woocommerce/package.json').version).toBe(version);
    expect(read('composer.json')).toMatchObject({ version, require: { 'tsena/tsena': version } });
    expect(read('../../sdks/php/composer.json').version).toBe(version);
  });
});

describe('config/tsena.php', () => {
  it('is the only file that reads the environment, so that cached settings hold', () => {
    const files = [
      'Checkout.php',
      'TsenaServiceProvider.php',
      'Console/CheckCommand.php',
      'Http/WebhookController.php',
    ];
    for (const file of files)
      expect(readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8')).not.toMatch(/\b(get)?env\(/);
  });
});

describe.each(['docs/platforms/laravel.md', 'docs/fr/platforms/laravel.md'])('%s', (page) => {
  it('shows the shop that the tests run', () => {
    const text = readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8');
    const files = ['app/Providers/ShopServiceProvider.php', 'routes/web.php', 'resources/views/order.blade.php'];
    for (const file of files)
      expect(text).toContain(readFileSync(new URL(`../example/${file}`, import.meta.url), 'utf8'));
  });
});
