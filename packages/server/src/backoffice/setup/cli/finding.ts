import { fillText, type LocalTexts } from '@tsena/shared';
import type { SetupReason, SetupResult } from '@tsena/shared/merchant';
import { tokenScope } from '@tsena/shared/operator';
import { terminalLanguage } from '../../../cli/kit/terminalLanguage.ts';
import type { Settings } from '../../../config/settings.ts';
import texts from './texts.json' with { type: 'json' };

/** What a check found, below the name of the check; and below `….next` what to do. */
const sentences: Readonly<Partial<Record<string, Pick<LocalTexts<string>[string], 'en' | 'fr'>>>> = texts;
type Advice = Extract<keyof typeof texts, `${string}.next`>;
type Values = Readonly<Record<string, string | number>>;

/** The result of a check, for the people who run the companion, in the language of the terminal. */
export interface Finding {
  readonly name: string;
  readonly result: SetupResult;
  readonly message: string;
  /** What to do; null if there is nothing to do, or if the message says it. */
  readonly advice: string | null;
}

/** @param advice where what to do depends on more than the reason; by default that of the reason, if it has one */
export function finding(
  result: SetupResult,
  reason: Exclude<keyof typeof texts, Advice>,
  values: Values = {},
  advice?: Advice,
): Finding {
  const [name = ''] = reason.split('.');
  return { name, result, message: write(reason, values) ?? reason, advice: write(advice ?? `${reason}.next`, values) };
}

/** What to do about a finding of the setup page; null if the page says all that a person at the server can do. */
export function adviseAtServer(
  reason: SetupReason,
  { OPERATOR_SERVICE: service, OPERATOR_ENVIRONMENT: environment }: Settings,
): string | null {
  const values = { service, environment, scope: tokenScope(service) };
  return write(`${reason}.${environment}.next`, values) ?? write(`${reason}.next`, values);
}

function write(key: string, values: Values): string | null {
  const language = terminalLanguage();
  const text = sentences[key]?.[language];
  return text === undefined ? null : fillText(text, language, values);
}
