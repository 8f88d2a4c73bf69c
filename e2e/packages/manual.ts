import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The lines of the first block of commands of a page in `docs` that contains the text.
 *
 * @throws Error if the page has no such block
 */
export async function readCommands(page: string, text: string): Promise<string[]> {
  const blocks = [...(await readFile(join(root, 'docs', page), 'utf8')).matchAll(/```sh\n([\s\S]*?)```/g)].map(
    ([, block = '']) => block,
  );
  const found = blocks.find((block) => block.includes(text));
  if (found === undefined) throw new Error(`docs/${page} has no commands with "${text}".`);
  return found.trim().split('\n');
}
