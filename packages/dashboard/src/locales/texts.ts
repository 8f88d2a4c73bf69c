import type { Language, LocalTexts } from '@tsena/shared';
import { audit } from '../audit/texts.ts';
import { counter as counterEn } from '../counter/texts/en.ts';
import { counter as counterFr } from '../counter/texts/fr.ts';
import { counter as counterMg } from '../counter/texts/mg.ts';
import { history } from '../history/texts.ts';
import { keys } from '../keys/texts.ts';
import { links } from '../links/texts.ts';
import { overview } from '../overview/texts.ts';
import { payments } from '../payments/texts.ts';
import { reasons } from '../reasons/texts.ts';
import { refunds } from '../refunds/texts.ts';
import { review } from '../review/texts.ts';
import { settings as settingsEn } from '../settings/texts/en.ts';
import { settings as settingsFr } from '../settings/texts/fr.ts';
import { settings as settingsMg } from '../settings/texts/mg.ts';
import { setup } from '../setup/texts.ts';
import { shared } from '../shared/texts.ts';
import { signIn } from '../signIn/texts.ts';
import { statements } from '../statements/texts.ts';
import { webhooks } from '../webhooks/texts.ts';

function sideBySide<Key extends string>(en: Readonly<Record<Key, string>>, fr: typeof en, mg: typeof en): LocalTexts<Key> {
  const keys = Object.keys(en) as Key[];
  return Object.fromEntries(keys.map((key) => [key, { en: en[key], fr: fr[key], mg: mg[key] }])) as LocalTexts<Key>;
}

const TEXTS = {
  ...audit,
  ...sideBySide(counterEn, counterFr, counterMg),
  ...history,
  ...keys,
  ...links,
  ...overview,
  ...payments,
  ...reasons,
  ...refunds,
  ...review,
  ...sideBySide(settingsEn, settingsFr, settingsMg),
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
