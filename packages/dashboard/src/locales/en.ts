import { audit } from '../audit/texts/en.ts';
import { counter } from '../counter/texts/en.ts';
import { history } from '../history/texts/en.ts';
import { keys } from '../keys/texts/en.ts';
import { links } from '../links/texts/en.ts';
import { overview } from '../overview/texts/en.ts';
import { payments } from '../payments/texts/en.ts';
import { reasons } from '../reasons/texts/en.ts';
import { refunds } from '../refunds/texts/en.ts';
import { review } from '../review/texts/en.ts';
import { settings } from '../settings/texts/en.ts';
import { setup } from '../setup/texts/en.ts';
import { shared } from '../shared/texts/en.ts';
import { signIn } from '../signIn/texts/en.ts';
import { statements } from '../statements/texts/en.ts';
import { webhooks } from '../webhooks/texts/en.ts';

/** English texts. The other languages have the same keys. */
export const en = {
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
export type TextKey = keyof typeof en;

/** All texts of one language. */
export type Texts = Readonly<Record<TextKey, string>>;
