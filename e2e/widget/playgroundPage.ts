import { LANGUAGES, type Language } from '@tsena/shared';
import { scenes } from './scenes.ts';
import type { ShopPage } from './shop.ts';

const NAMES: Readonly<Record<Language, string>> = { mg: 'Malagasy', fr: 'Français', en: 'English' };
export const THEMES = ['light', 'dark'] as const;

/** Orders that cannot be shown, by the problem that the stand-in answers for the token of its name. */
const blocked = ['order_token_expired', 'store_unavailable'];

/** What a shopper does before there is something to see. */
const typed: Readonly<Record<string, string>> = { 'form, wrong number': '032 12 345', 'form, filled in': '034 35 000 03' };

function cell(companionUrl: string, name: string, token: string, language: Language, theme: string): string {
  const type = typed[name] === undefined ? '' : ` data-type="${typed[name]}"`;
  return `<figure><figcaption>${name}</figcaption><tsena-checkout order-token="${token}" companion-url="${companionUrl}" locale="${language}" theme="${theme}"${type}></tsena-checkout></figure>`;
}

const STYLE = `
  body { margin: 0; font: 14px/1.4 system-ui, sans-serif; background: #f2efe9; color: #222; }
  nav { padding: 16px; display: flex; gap: 16px; flex-wrap: wrap; }
  section.light { background: #fff; } section.dark { background: #191512; color: #ddd; }
  section { padding: 16px; } h1 { font-size: 18px; margin: 0 0 12px; }
  .grid { display: grid; grid-template-columns: repeat(auto-fill, var(--width)); gap: 28px 24px; align-items: start; }
  figure { margin: 0; } figcaption { margin: 0 0 6px; opacity: .7; }
`;

const SCRIPT = `
  for (const element of document.querySelectorAll('[data-type]')) element.addEventListener('tsena:ready', () => setTimeout(() => {
    const input = element.shadowRoot.querySelector('input');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, element.dataset.type);
    input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  }));
`;

/** Every state side by side, in the given languages and themes, each widget so many px wide. */
export function playgroundPage(companionUrl: string, languages: readonly Language[], themes: readonly string[], width: number): ShopPage {
  const states = [
    ...Object.keys(typed).map((name) => [name, 'form'] as const),
    ...Object.keys(scenes).map((name) => [name, name] as const),
    ...blocked.map((name) => [name, name] as const),
  ];
  const links = [
    `<a href="/">all</a>`,
    ...LANGUAGES.flatMap((language) => THEMES.map((theme) => `<a href="/${language}/${theme}">${NAMES[language]}, ${theme}</a>`)),
  ];
  const sections = languages.flatMap((language) =>
    themes.map(
      (theme) => `<section class="${theme}"><h1>${NAMES[language]}, ${theme}</h1><div class="grid">
        ${states.map(([name, token]) => cell(companionUrl, name, token, language, theme)).join('\n')}</div></section>`,
    ),
  );
  return {
    head: `<style>:root { --width: ${width}px } ${STYLE}</style><script async src="${companionUrl}/v1/checkout.js"></script>`,
    body: `<nav>${links.join(' ')}</nav>${sections.join('\n')}<script>${SCRIPT}</script>`,
  };
}
