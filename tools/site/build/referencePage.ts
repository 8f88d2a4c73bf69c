import type {
  DocumentedOperation,
  OpenApiDocument,
  Parameter,
  Response,
} from '../../../packages/server/scripts/openapi/document.ts';
import type { JsonSchema } from '../../../packages/server/scripts/openapi/schemas.ts';
import { PAGE_STYLE } from './referenceStyle.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}

/** A text as HTML, with its `code` and line breaks. */
function prose(text: string): string {
  return text
    .split('\n')
    .map((line) => `<p>${escapeHtml(line).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>`)
    .join('');
}

function link(ref: string): string {
  const name = ref.split('/').at(-1) ?? '';
  return `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`;
}

/** The type and bounds of a value. */
function kindOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return link(schema.$ref);
  if (schema.anyOf !== undefined) return schema.anyOf.map(kindOf).join(' or ');
  if (schema.enum !== undefined) return schema.enum.map((word) => `<code>${escapeHtml(String(word))}</code>`).join(' ');
  if (schema.const !== undefined) return `<code>${escapeHtml(schema.const)}</code>`;
  if (schema.items !== undefined) return `list of ${kindOf(schema.items)}`;
  const type = typeof schema.type === 'string' ? schema.type : (schema.type ?? ['anything']).join(' or ');
  const bounds = [
    schema.minimum === undefined ? '' : `from ${schema.minimum}`,
    schema.maximum === undefined ? '' : `to ${schema.maximum}`,
    schema.maxLength === undefined ? '' : `at most ${schema.maxLength} characters`,
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ].filter((bound) => bound !== '');
  return escapeHtml([type, ...bounds].join(', '));
}

/** An object's members, including those of nested objects and of each variant. */
function membersOf(schema: JsonSchema, prefix = ''): string {
  const own = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const optional = schema.required?.includes(name) ? '' : 'optional: ';
    const path = `${prefix}${name}`;
    const inner = innerOf(member);
    return `<dt><code>${escapeHtml(path)}</code> <span class="kind">${optional}${kindOf(member)}</span></dt><dd>${prose(member.description ?? '')}</dd>${
      inner === undefined ? '' : membersOf(inner, `${path}${member.items === undefined ? '' : '[]'}.`)
    }`;
  });
  return [...own, ...(schema.anyOf ?? []).map((one) => membersOf(one, prefix))].join('');
}

function innerOf(schema: JsonSchema): JsonSchema | undefined {
  return [schema, schema.items, ...(schema.anyOf ?? [])].find((one) => one?.properties !== undefined);
}

function parameter({ name, in: place, schema, description, required }: Parameter): string {
  const where = `${place}${required ? '' : ', optional'}`;
  return `<dt><code>${escapeHtml(name)}</code> <span class="kind">${where}: ${kindOf(schema)}</span></dt><dd>${prose(description)}</dd>`;
}

function response([status, { description, content }]: readonly [string, Response]): string {
  const [media] = Object.entries(content ?? {});
  const schema = media?.[1].schema;
  const shown =
    media === undefined ? '' : schema?.$ref === undefined ? `<code>${escapeHtml(media[0])}</code>` : link(schema.$ref);
  const bad = /^[45]/.test(status) || status === 'default' ? ' bad' : '';
  return `<dt><span class="status${bad}">${escapeHtml(status)}</span> <span class="kind">${shown}</span></dt><dd>${prose(description)}</dd>`;
}

function example(method: string, path: string, operation: DocumentedOperation, document: OpenApiDocument): string {
  const ref = operation.requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1);
  const schema = ref === undefined ? undefined : document.components.schemas[ref];
  const shape = schema?.properties === undefined ? schema?.anyOf?.[0] : schema;
  const needed = shape?.required ?? Object.keys(shape?.properties ?? {}).slice(0, 2);
  const body = shape === undefined ? undefined : `{${needed.map((name) => `"${name}": "…"`).join(', ')}}`;
  const scheme = operation.security?.flatMap((one) => Object.keys(one)).at(0);
  const token =
    scheme === 'orderToken' ? '$ORDER_TOKEN' : scheme === 'merchantKey' ? '$MERCHANT_API_KEY' : '$METRICS_TOKEN';
  const lines = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} https://pay.example${path}`,
    ...(scheme === undefined ? [] : [`  -H "Authorization: Bearer ${token}"`]),
    ...(body === undefined ? [] : ["  -H 'Content-Type: application/json'", `  -d '${body}'`]),
  ];
  return `<pre><code>${escapeHtml(lines.join(' \\\n'))}</code></pre>`;
}

function operationBlock(
  method: string,
  path: string,
  operation: DocumentedOperation,
  document: OpenApiDocument,
): string {
  const parameters = operation.parameters ?? [];
  const body = operation.requestBody?.content['application/json']?.schema.$ref;
  return `<details id="${escapeHtml(operation.operationId)}">
<summary><span class="method ${method}">${method}</span> <code class="path">${escapeHtml(path)}</code> <span class="what">${escapeHtml(operation.summary)}</span></summary>
<div class="body">${prose(operation.description ?? '')}
${path.startsWith('/') ? example(method, path, operation, document) : ''}
${parameters.length === 0 ? '' : `<h4>Parameters</h4><dl>${parameters.map(parameter).join('')}</dl>`}
${body === undefined ? '' : `<h4>Body</h4><p>${link(body)}</p>`}
<h4>Answers</h4><dl>${Object.entries(operation.responses).map(response).join('')}</dl>
</div></details>`;
}

function group(name: string, text: string, document: OpenApiDocument): string {
  const blocks = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(name))
      .map(([method, operation]) => operationBlock(method, path, operation, document)),
  );
  return `<section aria-labelledby="group-${name}"><h2 id="group-${name}">${escapeHtml(name)}</h2><p class="soft">${escapeHtml(text)}</p>${blocks.join('')}</section>`;
}

/** Renders the document as one page without scripts. */
export function renderPage(document: OpenApiDocument): string {
  const { info, tags, components, webhooks } = document;
  const hooks = Object.values(webhooks).map(({ post }) => operationBlock('post', 'WEBHOOK_URL', post, document));
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<article id="${escapeHtml(name)}"><h3><code>${escapeHtml(name)}</code></h3><p class="soft">${escapeHtml(schema.description ?? '')}</p><dl>${membersOf(schema)}</dl></article>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}: reference</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(info.title)} <small>version ${escapeHtml(info.version)}</small></h1>
${prose(info.description)}
<nav aria-label="Contents"><ul>${tags.map(({ name }) => `<li><a href="#group-${name}">${escapeHtml(name)}</a></li>`).join('')}<li><a href="#webhooks">Webhooks</a></li><li><a href="#schemas">Schemas</a></li><li><a href="openapi.json">openapi.json</a></li></ul></nav>
${tags.map(({ name, description }) => group(name, description, document)).join('\n')}
<section aria-labelledby="webhooks"><h2 id="webhooks">Webhooks</h2><p class="soft">What the companion sends to the shop.</p>${hooks.join('')}</section>
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2><p class="soft">The bodies of requests and answers.</p>${schemas.join('\n')}</section>
</main>
</body>
</html>
`;
}
