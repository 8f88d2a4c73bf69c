import { openApiDocument } from '@tsena/server/internal/http/openapi/document';
import { ROUTES } from '@tsena/server/internal/http/routes';
import { readVersion } from '@tsena/server/internal/version';
import { renderPage } from './referencePage.ts';

/** Writes the reference of the API with a link back to the manual. */
export function writeReference(): string {
  return renderPage(openApiDocument(ROUTES, readVersion()))
    .replace('<title>', '<link rel="icon" href="../favicon.svg" type="image/svg+xml">\n<title>')
    .replace('<main>', '<main>\n<p><a href="../manual.html">The manual</a></p>');
}
