import { readFileSync, writeFileSync } from 'node:fs';
import { blobHash } from '../../../../scripts/translations.ts';
import { openApiDocument } from '../../scripts/openapi/document.ts';
import { loadRoutes } from '../../src/http/routes.ts';
import { readVersion } from '../../src/package/version.ts';
import { WRITTEN_PAGES } from './writtenPages.ts';

const docs = new URL('../../../../docs/', import.meta.url);
const document = openApiDocument(await loadRoutes(), readVersion());

writeFileSync(new URL('openapi.json', docs), `${JSON.stringify(document, null, 2)}\n`);

// The translations of a page name the version that they follow.
let stamps: readonly string[] = [];
for (const [name, rewrite] of WRITTEN_PAGES) {
  const file = new URL(name, docs);
  const before = readFileSync(file);
  const after = rewrite(before.toString());
  if (!/^(fr|mg)\//.test(name)) stamps = [blobHash(before), blobHash(Buffer.from(after))];
  writeFileSync(file, after.replace(stamps[0] ?? '', stamps[1] ?? ''));
}
