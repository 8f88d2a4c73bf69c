import { audit } from '../audit/texts/fr.ts';
import { counter } from '../counter/texts/fr.ts';
import { history } from '../history/texts/fr.ts';
import { keys } from '../keys/texts/fr.ts';
import { links } from '../links/texts/fr.ts';
import { overview } from '../overview/texts/fr.ts';
import { payments } from '../payments/texts/fr.ts';
import { reasons } from '../reasons/texts/fr.ts';
import { refunds } from '../refunds/texts/fr.ts';
import { review } from '../review/texts/fr.ts';
import { settings } from '../settings/texts/fr.ts';
import { setup } from '../setup/texts/fr.ts';
import { shared } from '../shared/texts/fr.ts';
import { signIn } from '../signIn/texts/fr.ts';
import { statements } from '../statements/texts/fr.ts';
import { webhooks } from '../webhooks/texts/fr.ts';
import type { Texts } from './en.ts';

/** French texts. */
export const fr: Texts = {
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
