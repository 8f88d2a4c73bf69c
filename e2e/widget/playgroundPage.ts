import { LANGUAGES, type Language } from '@tsena/shared';
import { scenes } from './scenes.ts';
import type { ShopPage } from './shop.ts';

const NAMES: Readonly<Record<Language, string>> = { mg: 'Malagasy', fr: 'Français', en: 'English' };
/** The themes. `auto` is one of these two. */
export const THEMES = ['light', 'dark'] as const;

/** Problems of orders that cannot be loaded. The stub sends a problem for the token of its name. */
const orderErrors = ['order_token_expired', 'storage_unavailable'];

/** States that need an action of the shopper: typing into the field or pressing a button. */
const actions: Readonly<Record<string, { token: string; type?: string; press?: string }>> = {
  'form, filled in': { token: 'form', type: '034 35 000 03' },
  'form, wrong number': { token: 'form', type: '032 12 345' },
  'late, no request': { token: 'late', press: '[part=quiet]' },
  'late, wrong number': { token: 'late', press: '[part=quiet] + [part=quiet]' },
  'unresolved, no reference': { token: 'unresolved', press: '[part=button]' },
};

interface Cell {
  name: string;
  token: string;
  type?: string;
  press?: string;
}

function cell(companionUrl: string, { name, token, type, press }: Cell, language: Language, theme: string): string {
  const attributes = {
    'order-token': token,
    'companion-url': companionUrl,
    locale: language,
    theme,
    'data-type': type,
    'data-press': press,
  };
  const written = Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : `${key}="${value}"`));
  return `<figure><figcaption>${name}</figcaption><tsena-checkout ${written.join(' ')}></tsena-checkout></figure>`;
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
  for (const element of document.querySelectorAll('[data-type], [data-press]')) element.addEventListener('tsena:ready', () => setTimeout(() => {
    const { type, press } = element.dataset;
    if (press) element.shadowRoot.querySelector(press)?.click();
    const input = element.shadowRoot.querySelector('input');
    if (!type) return;
    input.value = type;
    input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  }, 100));
`;

/** Renders every state in the given languages and themes. `width` is in px. */
export function playgroundPage(companionUrl: string, languages: readonly Language[], themes: readonly string[], width: number): ShopPage {
  const states: Cell[] = [
    ...Object.keys(scenes).map((name) => ({ name, token: name })),
    ...Object.entries(actions).map(([name, act]) => ({ name, ...act })),
    ...orderErrors.map((name) => ({ name, token: name })),
  ].sort((one, other) => one.token.localeCompare(other.token));
  const links = [
    `<a href="/">all</a>`,
    ...LANGUAGES.flatMap((language) => THEMES.map((theme) => `<a href="/${language}/${theme}">${NAMES[language]}, ${theme}</a>`)),
  ];
  const sections = languages.flatMap((language) =>
    themes.map(
      (theme) => `<section class="${theme}"><h1>${NAMES[language]}, ${theme}</h1><div class="grid">
        ${states.map((one) => cell(companionUrl, one, language, theme)).join('\n')}</div></section>`,
    ),
  );
  return {
    head: `<style>:root { --width: ${width}px } ${STYLE}</style><script async src="${companionUrl}/v1/checkout.js"></script>`,
    body: `<nav>${links.join(' ')}</nav>${sections.join('\n')}<script>${SCRIPT}</script>`,
  };
}
