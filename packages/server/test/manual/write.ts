import { readFileSync, writeFileSync } from 'node:fs';
import { blobHash } from '../../../../scripts/translations.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { loadRoutes } from '../../src/http/routes.ts';
import { readVersion } from '../../src/version.ts';
import { configurationPage, frenchConfigurationPage } from './configurationPage.ts';
import { errorsPage, frenchErrorsPage } from './errorsPage.ts';
import { nodeTypes } from './nodeTypes.ts';
import { PAGES_WITH_REVIEW_REASONS, withReviewReasons } from './reviewReasonsTable.ts';

const root = new URL('../../../../', import.meta.url);
const docs = new URL('docs/', root);
const document = openApiDocument(await loadRoutes(), readVersion());

writeFileSync(new URL('openapi.json', docs), `${JSON.stringify(document, null, 2)}\n`);
writeFileSync(new URL('errors.md', docs), errorsPage());
writeFileSync(new URL('fr/errors.md', docs), frenchErrorsPage());
writeFileSync(new URL('configuration.md', docs), configurationPage());
writeFileSync(new URL('fr/configuration.md', docs), frenchConfigurationPage());
writeFileSync(new URL('packages/node/src/apiTypes.ts', root), nodeTypes(document));

// The English page comes first: its translations name the version that they follow.
let stamps: readonly string[] = [];
for (const [name, language] of PAGES_WITH_REVIEW_REASONS) {
  const file = new URL(name, docs);
  const before = readFileSync(file);
  const after = withReviewReasons(before.toString(), language);
  if (language === 'en') stamps = [blobHash(before), blobHash(Buffer.from(after))];
  writeFileSync(file, after.replace(stamps[0] ?? '', stamps[1] ?? ''));
}
