/** Starts a page in its element. A page that cannot start says so, in each language. */
export function startPage(start: (element: HTMLElement) => Promise<void>): void {
  const element = document.getElementById('dashboard');
  if (element === null) throw new Error('The page has no element with the id "dashboard".');
  start(element).catch((error: unknown) => {
    element.textContent =
      'Tsy feno ny pejy: sokafy indray izy. · La page est incomplète : rechargez-la. · The page is incomplete: load it again.';
    throw error;
  });
}
