import { fileURLToPath } from 'node:url';
import { type Described, readDocComments } from './docComments.ts';

const { names, describe } = readDocComments(fileURLToPath(new URL('../../src/', import.meta.url)));
const routes: Described['members'] = Object.assign(
  {},
  ...names.filter((name) => name.endsWith('Routes')).map((name) => describe(name).members),
);

/** What the doc comment of a route says: its first paragraph, without the period, and its second one. */
export function describeRoute(id: string): { readonly summary: string; readonly text: string | undefined } {
  const { text, more } = routes[id] ?? {};
  if (text === undefined) throw new TypeError(`The route ${id} has no doc comment.`);
  return { summary: text.replace(/\.$/, ''), text: more };
}
