/** How long an amount is, for the style: undefined if it has its usual size. */
export function measureAmount(money: string): 'long' | 'huge' | undefined {
  return money.length > 14 ? 'huge' : money.length > 10 ? 'long' : undefined;
}
