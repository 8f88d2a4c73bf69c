/** Describes the texts that the live service accepts. */
export const LIVE_TEXT_RULE = 'at most 50 characters: letters, digits, space and - . _ ,';

/** Whether the live service accepts a text. */
export function isLiveText(text: string): boolean {
  return /^[A-Za-z0-9 ._,-]{0,50}$/.test(text);
}
