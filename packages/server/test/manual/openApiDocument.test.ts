import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../scripts/openapi/document.ts';
import type { JsonSchema } from '../../scripts/openapi/schemas.ts';
import { loadRoutes } from '../../src/http/routes.ts';
import { readVersion } from '../../src/package/version.ts';

const ROUTES = await loadRoutes();
const root = new URL('../../../../', import.meta.url);

describe('the OpenAPI document', () => {
  it('describes every schema, member and parameter', () => {
    const document = openApiDocument(ROUTES, '1.0.0');
    const undescribed: string[] = [];
    const walk = (schema: JsonSchema, path: string): void => {
      for (const [name, member] of Object.entries(schema.properties ?? {})) {
        if (member.description === undefined && member.$ref === undefined) undescribed.push(`${path}.${name}`);
        walk(member, `${path}.${name}`);
      }
      for (const inner of [schema.items, ...(schema.anyOf ?? [])]) if (inner !== undefined) walk(inner, path);
    };
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      if (schema.description === undefined) undescribed.push(name);
      walk(schema, name);
    }
    for (const methods of Object.values(document.paths)) {
      for (const { operationId, parameters } of Object.values(methods)) {
        for (const { name, description } of parameters ?? [])
          if (description === '') undescribed.push(`${operationId} ${name}`);
      }
    }
    expect(undescribed).toEqual([]);
  });

  it('equals docs/openapi.json (after a change: pnpm --filter @tsena/server manual)', () => {
    const checkedIn = readFileSync(new URL('docs/openapi.json', root), 'utf8');
    expect(JSON.parse(checkedIn)).toEqual(openApiDocument(ROUTES, readVersion()));
  });
});
