/** HTML that may be written as it is. Only {@link html} and {@link trusted} make it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What a template may contain: text is escaped, HTML and lists of parts are written, and `null` and `false` are nothing. */
export type Part = Html | string | number | null | false | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function write(part: Part): string {
  if (part instanceof Html) return part.text;
  if (part === null || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return String(part).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
  return part.map(write).join('');
}

/** Writes HTML. Every value is escaped; put attribute values in quotes. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(texts.map((text, index) => text + write(parts[index] ?? null)).join(''));
}

/** Marks text of this program as HTML. */
export function trusted(text: string): Html {
  return new Html(text);
}
