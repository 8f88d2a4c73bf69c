import { createHash } from 'node:crypto';

const INLINE = /<(script|style)(?:\s[^>]*)?>([\s\S]*?)<\/\1>/g;
const MORE: Readonly<Record<'script' | 'style', readonly string[]>> = {
  script: ["script-src 'self'"],
  style: ["style-src 'self'"],
};

/**
 * Adds a Content-Security-Policy to a built page. Inline scripts and styles are allowed by their hash; the generator
 * writes a few scripts of a line each, which set the colour scheme before the first paint. Highlighted code has `style`
 * attributes, which nothing but `'unsafe-inline'` allows; they can hold no script.
 *
 * @param connects whether the page may load data from its own site
 */
export function addPolicy(html: string, connects = true): string {
  const sources = { script: [...MORE.script], style: [...MORE.style] };
  for (const [, kind, text = ''] of html.matchAll(INLINE)) {
    if ((kind !== 'script' && kind !== 'style') || text === '') continue;
    sources[kind].push(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  }
  const policy = [
    "default-src 'none'",
    sources.script.join(' '),
    sources.style.join(' '),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    ...(connects ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  // It holds for what follows it.
  return html.replace(/<head>/, `<head>\n<meta http-equiv="Content-Security-Policy" content="${policy}">`);
}
