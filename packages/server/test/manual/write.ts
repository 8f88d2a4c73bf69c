import { writeFileSync } from 'node:fs';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { readVersion } from '../../src/version.ts';
import { configurationPage } from './configurationPage.ts';
import { errorsPage } from './errorsPage.ts';

const docs = new URL('../../../../docs/', import.meta.url);

writeFileSync(new URL('openapi.json', docs), `${JSON.stringify(openApiDocument(readVersion()), null, 2)}\n`);
writeFileSync(new URL('errors.md', docs), errorsPage());
writeFileSync(new URL('configuration.md', docs), configurationPage());
