import { openApiDocument } from '@tsena/server/internal/http/openapi/document';
import { loadRoutes } from '@tsena/server/internal/http/routes';
import { readVersion } from '@tsena/server/internal/version';
import { renderPage } from './referencePage.ts';

/** Writes the reference of the API with a link back to the manual. */
export async function writeReference(): Promise<string> {
  return renderPage(openApiDocument(await loadRoutes(), readVersion()))
    .replace('<title>', '<link rel="icon" href="../favicon.svg" type="image/svg+xml">\n<title>')
    .replace('<main>', '<main>\n<p><a href="../manual.html">The manual</a></p>');
}
