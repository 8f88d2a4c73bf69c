/**
 * What Unicode calls default-ignorable: characters that nobody sees, such as zero-width spaces and the marks of
 * direction with which messengers and contact lists copy a number. Written out, because the oldest browsers do not know
 * `\p{Default_Ignorable_Code_Point}`.
 */
const IGNORABLE =
  /[\u034f\u180b-\u180f\ufe00-\ufe0f\u17b4\u17b5\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufff8\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/**
 * A number, a reference, an amount or a date as a person sees it: in NFKC, without characters that nobody sees. The
 * field's own rule follows.
 *
 * A character that only looks like a digit (`²`, `①`) becomes U+FFFD, which no field takes: `2500²` is not 25002.
 */
export function cleanText(text: string): string {
  return text
    .replace(/[^ -~０-９]/gu, (character) => (/[0-9]/.test(character.normalize('NFKC')) ? '\ufffd' : character))
    .normalize('NFKC')
    .replace(IGNORABLE, '');
}
