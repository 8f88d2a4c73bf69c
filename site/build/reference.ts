import { openApiDocument } from '@tsena/server/internal/http/openapi/document';
import { renderPage } from '@tsena/server/internal/http/openapi/page';
import { readVersion } from '@tsena/server/internal/version';

/** Writes the reference of the API, as each companion serves it at `/v1/docs`, with a link back to the manual. */
export function writeReference(): string {
  return renderPage(openApiDocument(readVersion()))
    .replace('<title>', '<link rel="icon" href="../favicon.svg" type="image/svg+xml">\n<title>')
    .replace('<main>', '<main>\n<p><a href="../manual.html">The manual</a></p>');
}
