// Writes dist/tsena-checkout, the plugin's folder, and dist/tsena-checkout.zip, which WordPress installs.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { mo, po } from 'gettext-parser';

const here = fileURLToPath(new URL('..', import.meta.url));
const target = join(here, 'dist/tsena-checkout');

/** The SDK without its client of the merchant API: WordPress has HTTP functions of its own. */
function sdkForWordPress(source) {
  const withoutClient = source.slice(0, source.search(/\/\*\*\n \* A client of the merchant API/));
  const left = [
    'WordPress.Security.EscapeOutput.ExceptionNotEscaped -- No message is printed: the plugin acts on the code.',
    'WordPress.PHP.DiscouragedPHPFunctions -- Signatures, tokens and secrets are in base64.',
    'WordPress.WP.AlternativeFunctions -- A token needs exactly these bytes of JSON.',
  ].map((rule) => `// phpcs:disable ${rule}\n`);
  const head = '\nnamespace Tsena;\n';
  return withoutClient.replace(head, `\n${left.join('')}${head}\ndefined('ABSPATH') || exit;\n`);
}

rmSync(join(here, 'dist'), { recursive: true, force: true });
mkdirSync(target, { recursive: true });
cpSync(join(here, 'plugin'), target, { recursive: true });
writeFileSync(
  join(target, 'includes/Tsena.php'),
  sdkForWordPress(readFileSync(join(here, '../../sdks/php/Tsena.php'), 'utf8')),
);
cpSync(join(here, '../../LICENSE'), join(target, 'LICENSE'));

const languages = join(target, 'languages');
for (const name of readdirSync(languages).filter((file) => file.endsWith('.po'))) {
  const messages = po.parse(readFileSync(join(languages, name)));
  writeFileSync(join(languages, name.replace(/\.po$/, '.mo')), mo.compile(messages));
  // For translators into other languages: the same texts, untranslated.
  for (const message of Object.values(messages.translations[''])) if (message.msgid !== '') message.msgstr = [''];
  delete messages.headers.Language;
  writeFileSync(join(languages, 'tsena-checkout.pot'), po.compile(messages));
}

// The same input gives the same file: one fixed time for all entries.
const options = { level: 9, mtime: new Date('2026-01-01T00:00:00') };
const files = readdirSync(target, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .toSorted();
const archive = Object.fromEntries(
  files.map((file) => [
    `tsena-checkout/${file.slice(target.length + 1).replaceAll('\\', '/')}`,
    [readFileSync(file), options],
  ]),
);
writeFileSync(join(here, 'dist/tsena-checkout.zip'), zipSync(archive));
console.log(`dist/tsena-checkout.zip: ${files.length} files`);
