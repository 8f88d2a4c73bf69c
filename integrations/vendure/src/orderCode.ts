/** The code of the order that a reference names; null if it is not `{prefix}{code}`, whole. */
export function orderCodeOf(reference: string, prefix: string): string | null {
  const code = reference.startsWith(prefix) ? reference.slice(prefix.length) : '';
  return code === '' ? null : code;
}
