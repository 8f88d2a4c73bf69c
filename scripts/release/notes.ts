/**
 * The section of a version in the changelog, without its heading.
 *
 * @throws Error if the changelog has no such version
 */
export function findNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((one) => one.startsWith(`[${version}]`));
  const notes = section?.slice(section.indexOf('\n')).trim() ?? '';
  if (notes === '') throw new Error(`CHANGELOG.md says nothing about ${version}.`);
  return `${notes}\n`;
}
