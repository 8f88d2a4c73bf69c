/** Removes the slashes at the end of the companion's address. */
export function trimAddress(companionUrl: string): string {
  return companionUrl.replace(/\/+$/, '');
}
