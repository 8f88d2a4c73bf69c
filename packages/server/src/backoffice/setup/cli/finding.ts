import { fillText, type LocalTexts } from '@tsena/shared';
import { describeSetup, type SetupResult, type SetupText } from '@tsena/shared/merchant';
import type { Finding, SetupFinding } from '../../shared/setupFinding.ts';
import texts from './texts.json' with { type: 'json' };

/**
 * What only the command line can find, as `name.reason`; and below `….next` what to do, if there is something to do.
 */
const sentences: Readonly<Partial<Record<string, Pick<LocalTexts<string>[string], 'en' | 'fr'>>>> = texts;

/** What a check at the server can find. */
type ServerReason = Exclude<keyof typeof texts, `${string}.next`>;
type ServerFinding = Finding<string, ServerReason, string | number>;

/** A finding of `tsena doctor`: of the setup page, or one that only a person at the server can use. */
export type DoctorFinding = SetupFinding | ServerFinding;

/** A finding that only the command line has; the reason begins with the name of the check. */
export function finding(
  result: SetupResult,
  reason: ServerReason,
  values: ServerFinding['values'] = {},
): ServerFinding {
  const [name = ''] = reason.split('.');
  return { name, result, reason, values };
}

/** The sentences of a finding in a language. */
export function describeFinding(found: DoctorFinding, language: 'en' | 'fr'): SetupText {
  if (isOfPage(found)) return describeSetup(found.reason, language, found.values);
  const write = (key: string) => {
    const text = sentences[key]?.[language];
    return text === undefined ? null : fillText(text, language, found.values);
  };
  return { found: write(found.reason) ?? found.reason, next: write(`${found.reason}.next`) };
}

function isOfPage(found: DoctorFinding): found is SetupFinding {
  return !(found.reason in texts);
}
