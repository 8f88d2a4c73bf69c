import { audit } from '../audit/texts/mg.ts';
import { counter } from '../counter/texts/mg.ts';
import { history } from '../history/texts/mg.ts';
import { keys } from '../keys/texts/mg.ts';
import { links } from '../links/texts/mg.ts';
import { overview } from '../overview/texts/mg.ts';
import { payments } from '../payments/texts/mg.ts';
import { reasons } from '../reasons/texts/mg.ts';
import { refunds } from '../refunds/texts/mg.ts';
import { review } from '../review/texts/mg.ts';
import { settings } from '../settings/texts/mg.ts';
import { setup } from '../setup/texts/mg.ts';
import { shared } from '../shared/texts/mg.ts';
import { signIn } from '../signIn/texts/mg.ts';
import { statements } from '../statements/texts/mg.ts';
import { webhooks } from '../webhooks/texts/mg.ts';
import type { Texts } from './en.ts';

/** Malagasy texts. Malagasy nouns have no plural, so `.one` and `.other` are the same. */
export const mg: Texts = {
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
