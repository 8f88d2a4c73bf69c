/** Returns an order token with these claims. */
export function createToken(claims: object = {}): string {
  return `e30.${btoa(JSON.stringify({ sub: 'TS-1', amount: '25000', ...claims }))}.c2ln`;
}
