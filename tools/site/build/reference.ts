import { readFile } from 'node:fs/promises';
import type { OpenApiDocument } from '../../../packages/server/scripts/openapi/document.ts';
import { renderPage } from './referencePage.ts';

/** Writes the reference of the API with a link back to the manual. */
export async function writeReference(): Promise<string> {
  const document: OpenApiDocument = JSON.parse(
    await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
  );
  return renderPage(document)
    .replace('<title>', '<link rel="icon" href="../favicon.svg" type="image/svg+xml">\n<title>')
    .replace('<main>', '<main>\n<p><a href="../manual.html">The manual</a></p>');
}
