import { fillText, type LocalTexts } from '@tsena/shared';
import type { SetupResult } from '@tsena/shared/merchant';
import { terminalLanguage } from '../../../cli/french/inTerminalLanguage.ts';
import texts from './texts.json' with { type: 'json' };

/** What a check found, below the name of the check; and below `….next` what to do. */
const sentences: Readonly<Partial<Record<string, Pick<LocalTexts<string>[string], 'en' | 'fr'>>>> = texts;
type Advice = Extract<keyof typeof texts, `${string}.next`>;

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
  values: Readonly<Record<string, string | number>> = {},
  advice?: Advice,
): Finding {
  const language = terminalLanguage();
  const write = (key: string) => {
    const text = sentences[key]?.[language];
    return text === undefined ? null : fillText(text, language, values);
  };
  const [name = ''] = reason.split('.');
  return { name, result, message: write(reason) ?? reason, advice: write(advice ?? `${reason}.next`) };
}
