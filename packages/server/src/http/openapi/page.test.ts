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

describe('the page', () => {
  it('has the title, the version and the introduction', () => {
    const page = pageOf({});
    expect(page).toContain('<title>Pay &amp; go: reference</title>');
    expect(page).toContain(
      '<h1>Pay &amp; go <small>version 1.2.3</small></h1>\n<p>Takes <code>money</code>.</p><p>Second &lt;line&gt;.</p>\n<nav',
    );
  });

  it('has a contents list and each group with its own operations', () => {
    const page = pageOf({});
    expect(page).toContain(
      '<ul><li><a href="#group-Checkout">Checkout</a></li><li><a href="#group-Merchant">Merchant</a></li><li><a href="#webhooks">Webhooks</a></li>',
    );
    expect(page).toContain('<h2 id="group-Checkout">Checkout</h2><p class="soft">For &quot;payers&quot;.</p><details id="read">');
    expect(page).toContain('<h2 id="group-Merchant">Merchant</h2><p class="soft">For merchants.</p></section>');
  });

  it('shows a webhook without a curl example', () => {
    const block = blockOf(pageOf({}), 'hook');
    expect(block).toContain(
      '<span class="method post">post</span> <code class="path">WEBHOOK_URL</code> <span class="what">A webhook</span>',
    );
    expect(block).not.toContain('curl');
  });
});

describe('an operation', () => {
  it('has its summary and description, and nothing that it does not need', () => {
    const block = blockOf(pageOf({ description: 'With `code`.' }), 'read');
    expect(block).toContain(
      '<summary><span class="method get">get</span> <code class="path">/v1/payments/{id}</code> <span class="what">Read a payment</span></summary>\n<div class="body"><p>With <code>code</code>.</p>',
    );
    expect(block).not.toMatch(/Parameters|Body/);
  });

  it.each<[string, string, Partial<DocumentedOperation>, string]>([
    ['without a key', 'get', {}, 'curl https://pay.example/v1/payments/{id}'],
    ['with another method', 'delete', {}, 'curl -X DELETE https://pay.example/v1/payments/{id}'],
    [
      'with an order token',
      'get',
      { security: [{ orderToken: [] }] },
      'curl https://pay.example/v1/payments/{id} \\\n  -H &quot;Authorization: Bearer $ORDER_TOKEN&quot;',
    ],
    [
      'with a merchant key and a body',
      'post',
      {
        security: [{ merchantKey: [] }],
        requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } } },
      },
      "curl -X POST https://pay.example/v1/payments/{id} \\\n  -H &quot;Authorization: Bearer $MERCHANT_API_KEY&quot; \\\n  -H 'Content-Type: application/json' \\\n  -d '{&quot;amount&quot;: &quot;…&quot;}'",
    ],
    [
      'with the first members of a body where none is required',
      'post',
      { requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Free' } } } } },
      "curl -X POST https://pay.example/v1/payments/{id} \\\n  -H 'Content-Type: application/json' \\\n  -d '{&quot;a&quot;: &quot;…&quot;, &quot;b&quot;: &quot;…&quot;}'",
    ],
    [
      'with the first variant of a body',
      'post',
      { requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Either' } } } } },
      "curl -X POST https://pay.example/v1/payments/{id} \\\n  -H 'Content-Type: application/json' \\\n  -d '{&quot;x&quot;: &quot;…&quot;}'",
    ],
    [
      'with an optional token',
      'get',
      { security: [{}, { metricsToken: [] }] },
      'curl https://pay.example/v1/payments/{id} \\\n  -H &quot;Authorization: Bearer $METRICS_TOKEN&quot;',
    ],
  ])('has an example %s', (_name, method, operation, text) => {
    const schemas: Record<string, JsonSchema> = {
      Body: { type: 'object', required: ['amount'], properties: { amount: { type: 'string' }, note: { type: 'string' } } },
      Free: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } } },
      Either: {
        anyOf: [
          { type: 'object', required: ['x'], properties: { x: {}, y: {} } },
          { type: 'object', properties: { z: {} } },
        ],
      },
    };
    expect(blockOf(pageOf(operation, method, schemas), 'read')).toContain(`<pre><code>${text}</code></pre>`);
  });

  it('has its parameters, body and answers', () => {
    const block = blockOf(
      pageOf(
        {
          parameters: [
            { name: 'id', in: 'path', required: true, description: 'The payment.', schema: { type: 'string' } },
            {
              name: 'limit',
              in: 'query',
              required: false,
              description: '',
              schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
            },
          ],
          requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } } },
          responses: {
            '200': { description: 'The payment', content: { 'application/json': { schema: { $ref: '#/components/schemas/Payment' } } } },
            '204': { description: 'Nothing' },
            '404': { description: '`payment_not_found`: none', content: { 'application/problem+json': { schema: { allOf: [] } } } },
            '503': { description: 'Later' },
            default: { description: 'Another' },
          },
        },
        'post',
      ),
      'read',
    );
    expect(block).toContain(
      '<h4>Parameters</h4><dl><dt><code>id</code> <span class="kind">path: string</span></dt><dd><p>The payment.</p></dd><dt><code>limit</code> <span class="kind">query, optional: integer, from 1, to 200, default 50</span></dt><dd><p></p></dd></dl>',
    );
    expect(block).toContain('<h4>Body</h4><p><a href="#Body">Body</a></p>');
    expect(block).toContain(
      '<h4>Answers</h4><dl><dt><span class="status">200</span> <span class="kind"><a href="#Payment">Payment</a></span></dt><dd><p>The payment</p></dd>' +
        '<dt><span class="status">204</span> <span class="kind"></span></dt><dd><p>Nothing</p></dd>' +
        '<dt><span class="status bad">404</span> <span class="kind"><code>application/problem+json</code></span></dt><dd><p><code>payment_not_found</code>: none</p></dd>' +
        '<dt><span class="status bad">503</span> <span class="kind"></span></dt><dd><p>Later</p></dd>' +
        '<dt><span class="status bad">default</span> <span class="kind"></span></dt><dd><p>Another</p></dd></dl>',
    );
  });
});

describe('a schema', () => {
  const articleOf = (schema: JsonSchema) => blockOf(pageOf({}, 'get', { Thing: schema }), 'Thing');

  it('has its name and description', () => {
    expect(articleOf({ description: 'A "thing".' })).toBe(
      '<article id="Thing"><h3><code>Thing</code></h3><p class="soft">A &quot;thing&quot;.</p><dl></dl></article>',
    );
  });

  it.each<[JsonSchema, string]>([
    [{ type: 'string' }, 'string'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{}, 'anything'],
    [{ type: 'string', maxLength: 64 }, 'string, at most 64 characters'],
    [{ type: 'integer', minimum: 0 }, 'integer, from 0'],
    [{ type: 'string', default: 'newest' }, 'string, default &quot;newest&quot;'],
    [{ type: 'string', enum: ['a', 'b'] }, '<code>a</code> <code>b</code>'],
    [{ const: 'MGA' }, '<code>MGA</code>'],
    [{ $ref: '#/components/schemas/Payment' }, '<a href="#Payment">Payment</a>'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
    [{ type: 'array', items: { type: 'integer' } }, 'list of integer'],
  ])('writes a member %j as %s', (member, kind) => {
    expect(articleOf({ required: ['one'], properties: { one: { ...member, description: 'What it is.' } } })).toContain(
      `<dl><dt><code>one</code> <span class="kind">${kind}</span></dt><dd><p>What it is.</p></dd></dl>`,
    );
  });

  it('marks optional members', () => {
    const article = articleOf({ required: ['one'], properties: { one: { type: 'string' }, two: { type: 'string' } } });
    expect(article).toContain('<dt><code>one</code> <span class="kind">string</span></dt>');
    expect(article).toContain('<dt><code>two</code> <span class="kind">optional: string</span></dt>');
  });

  it('has the members of inner objects, lists and variants', () => {
    const inner: JsonSchema = { type: 'object', required: ['x'], properties: { x: { type: 'string' } } };
    const article = articleOf({
      required: ['object', 'list', 'maybe'],
      properties: { object: inner, list: { type: 'array', items: inner }, maybe: { anyOf: [{ type: 'null' }, inner] } },
      anyOf: [{ required: ['y'], properties: { y: { type: 'string' } } }],
    });
    const names = [...article.matchAll(/<dt><code>([^<]+)<\/code>/g)].map(([, name]) => name);
    expect(names).toEqual(['object', 'object.x', 'list', 'list[].x', 'maybe', 'maybe.x', 'y']);
  });
});
