/** What the live service takes in texts, in words. */
export const LIVE_TEXT = 'at most 50 characters: letters, digits, space and - . _ ,';

/** Whether the live service takes a text. */
export function isLiveText(text: string): boolean {
  return /^[A-Za-z0-9 ._,-]{0,50}$/.test(text);
}
