import type { Language } from '@tsena/shared';
import { audit } from '../audit/texts.ts';
import { counter } from '../counter/texts.ts';
import { history } from '../history/texts.ts';
import { keys } from '../keys/texts.ts';
import { links } from '../links/texts.ts';
import { overview } from '../overview/texts.ts';
import { payments } from '../payments/texts.ts';
import { reasons } from '../reasons/texts.ts';
import { refunds } from '../refunds/texts.ts';
import { review } from '../review/texts.ts';
import { settings } from '../settings/texts.ts';
import { setup } from '../setup/texts.ts';
import { shared } from '../shared/texts.ts';
import { signIn } from '../signIn/texts.ts';
import { statements } from '../statements/texts.ts';
import { webhooks } from '../webhooks/texts.ts';

const TEXTS = {
  ...audit,
  ...counter,
  ...history,
  ...keys,
  ...links,
  ...overview,
  ...payments,
  ...reasons,
  ...refunds,
  ...review,
  ...settings,
  ...setup,
  ...shared,
  ...signIn,
  ...statements,
  ...webhooks,
};

/** The key of a text. */
export type TextKey = keyof typeof TEXTS;

/** All texts of one language. */
export type Texts = Readonly<Record<TextKey, string>>;

/** The texts of every feature in one language. The build writes the result into a file for each language (vite.config.ts). */
export function textsIn(language: Language): Texts {
  return Object.fromEntries(Object.entries(TEXTS).map(([key, text]) => [key, text[language]])) as Texts;
}
