import { describe, expect, it } from 'vitest';
import { type DocumentedOperation, type OpenApiDocument, openApiDocument } from './document.ts';
import { OPERATIONS } from './operations.ts';
import { renderPage } from './page.ts';
import type { JsonSchema } from './schemas.ts';

/** A document with these operations of one path and these schemas. */
function documentOf(
  methods: Readonly<Record<string, DocumentedOperation>>,
  schemas: Readonly<Record<string, JsonSchema>>,
): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: 'Pay & go', version: '1.2.3', description: 'Takes `money`.\nSecond <line>.' },
    tags: [
      { name: 'Checkout', description: 'For "payers".' },
      { name: 'Merchant', description: 'For merchants.' },
    ],
    paths: { '/v1/payments/{id}': methods },
    webhooks: { event: { post: { ...read, operationId: 'hook', summary: 'A webhook' } } },
    components: { schemas, securitySchemes: {} },
  };
}

const read: DocumentedOperation = {
  operationId: 'read',
  tags: ['Checkout'],
  summary: 'Read a payment',
  responses: { '200': { description: 'The payment' } },
};

const pageOf = (operation: Partial<DocumentedOperation>, method = 'get', schemas: Readonly<Record<string, JsonSchema>> = {}) =>
  renderPage(documentOf({ [method]: { ...read, ...operation } }, schemas));

/** The block of one operation, or the article of a schema. */
function blockOf(page: string, id: string): string {
  return new RegExp(`<(details|article) id="${id}">[\\s\\S]*?</\\1>`).exec(page)?.[0] ?? expect.unreachable(`no block ${id}`);
}

describe('the page of the companion’s own document', () => {
  it('has every operation and schema, and loads and runs nothing', () => {
    const document = openApiDocument('1.0.0');
    const page = renderPage(document);
    for (const { id } of OPERATIONS) expect(page).toContain(`id="${id}"`);
    for (const name of Object.keys(document.components.schemas)) expect(page).toContain(`id="${name}"`);
    for (const [, target = ''] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${target}"`);
    expect(page).not.toMatch(/<script|<link|<img|src=|url\(|style="/);
  });
});

describe('an operation', () => {
  it('has an example with its method, key and body', () => {
    const requestBody = { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } } } as const;
    const properties = { amount: { type: 'string' }, note: { type: 'string' } };
    const schemas: Record<string, JsonSchema> = { Body: { type: 'object', required: ['amount'], properties } };
    const exampleOf = (...args: Parameters<typeof pageOf>) =>
      /<pre><code>([\s\S]*?)<\/code><\/pre>/.exec(blockOf(pageOf(...args), 'read'))?.[1]?.replaceAll('&quot;', '"');
    expect(exampleOf({})).toBe('curl https://pay.example/v1/payments/{id}');
    expect(exampleOf({ security: [{ merchantKey: [] }], requestBody }, 'post', schemas)).toBe(
      'curl -X POST https://pay.example/v1/payments/{id} \\\n  -H "Authorization: Bearer $MERCHANT_API_KEY" \\\n' +
        '  -H \'Content-Type: application/json\' \\\n  -d \'{"amount": "…"}\'',
    );
  });
});
