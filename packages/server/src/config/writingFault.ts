import { faultText } from './faultText.ts';
import type { ServerText } from './serverText.ts';

const QUOTED = /^(["'`]).*\1$/s;
/** Word processors and messengers put them in the place of the straight ones, at either end. */
const TYPOGRAPHIC_MARK = /^[\u2018-\u201f\u2039\u203a«»]|[\u2018-\u201f\u2039\u203a«»]$/;
/** Phones write U+FE0F behind emoji, which names can have. */
const INVISIBLE = /(?!\ufe0f)\p{Default_Ignorable_Code_Point}/u;

/**
 * Says by which trace of its way the text of a setting is not what was meant; undefined if it has none. Such a secret
 * is as long as a right one, and the first to refuse it would be the operator.
 */
export function writingFault(text: string): ServerText | undefined {
  if (QUOTED.test(text) || TYPOGRAPHIC_MARK.test(text)) return faultText('quoted');
  const invisible = INVISIBLE.exec(text)?.[0].codePointAt(0);
  if (invisible !== undefined)
    return faultText('invisible', { character: `U+${invisible.toString(16).toUpperCase().padStart(4, '0')}` });
  return text.includes('\ufffd') ? faultText('other_encoding') : undefined;
}
