/** The digits of an amount that a person typed with spaces, points or commas between the thousands. */
export function readDigits(text: string): string {
  return text.replace(/[\s.,'’]/g, '').replace(/^0+/, '');
}
