/** Escaped markup, made by {@link html} and by the SDK. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Content = string | number | Markup | readonly Markup[] | undefined;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function write(content: Content): string {
  if (content === undefined) return '';
  if (content instanceof Markup) return content.text;
  if (typeof content === 'object') return content.map(write).join('');
  return String(content).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Template tag for markup. It escapes every value that is not {@link Markup}. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(strings.reduce((text, part, index) => text + write(contents[index - 1]) + part));
}
