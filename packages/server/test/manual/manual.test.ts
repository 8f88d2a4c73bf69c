import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { afterEach, describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { configurationPage } from './configurationPage.ts';
import { errorsPage } from './errorsPage.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const allOf = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, found = '']) => found))].toSorted();

const PHP = 'php';
const program = await createProgram();
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...filesIn('docs', '.md')];

function filesIn(folder: string, end: string): string[] {
  return listFiles(join(root, folder))
    .filter((path) => path.endsWith(end))
    .map((path) => path.slice(root.length));
}

function listFiles(folder: string): string[] {
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', folder], { cwd: root, encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((path) => path !== '')
    .map((path) => join(root, path));
}

describe('docs/', () => {
  let stack: Stack | undefined;
  afterEach(async () => {
    await stack?.close();
    stack = undefined;
  });

  it.each([
    ['errors.md', errorsPage],
    ['configuration.md', configurationPage],
  ])('has the generated page %s; update it with: pnpm --filter @tsena/server manual', (name, page) => {
    expect(read(`docs/${name}`)).toBe(page());
  });

  it('documents each metric, and no other', async () => {
    stack = await startStack();
    const figures = stack.served.companion.metrics.getMetricsAsArray().map(({ name }) => name);
    expect(allOf(read('docs/operations.md'), /`(tsena_[a-z_]+)`/g)).toEqual(expect.arrayContaining(figures));
    for (const named of allOf(read('docs/operations.md'), /\b(tsena_[a-z_]+)/g)) expect(figures).toContain(named);
  });

  it('documents each CSS property and each part of the widget', () => {
    const styles = read('packages/widget/src/styles.css');
    const views = ['react', 'markup']
      .flatMap((folder) => filesIn(`packages/widget/src/${folder}`, '.tsx'))
      .map(read)
      .join('\n');
    const theming = read('docs/theming.md');
    expect(allOf(theming, /^\| `(--tsena-[a-z-]+)`/gm)).toEqual(allOf(styles, /(--tsena-[a-z-]+)/g));
    const parts = /The parts are (.*)\./.exec(theming)?.[1] ?? '';
    const buttons = [
      /const kind = main \? '([a-z]+)'/g,
      /const kind = main \? '[a-z]+' : '([a-z]+)'/g,
      /part=\{main \? '([a-z]+)'/g,
      /part=\{main \? '[a-z]+' : '[a-z]+ ([a-z]+)'/g,
    ];
    expect(allOf(parts, /`([a-z]+)`/g)).toEqual([/part="([a-z]+)"/g, ...buttons].flatMap((pattern) => allOf(views, pattern)).toSorted());
  });

  it('describes a crash at each step of a payment and of an import', () => {
    const steps = /export type Step =([^;]*);/.exec(read('packages/server/src/payments/steps.ts'))?.[1] ?? '';
    const lifecycle = read('docs/lifecycle.md');
    expect(allOf(steps, /'([a-z ]+)'/g)).toHaveLength(14);
    expect(allOf(lifecycle, /\(\*([a-z ]+)\*\)/g)).toEqual(allOf(steps, /'([a-z ]+)'/g));
  });

  it('explains each kind of event in a payment’s history, and no other', () => {
    const sources = filesIn('packages/server/src', '.ts')
      .filter((path) => !path.includes('.test.'))
      .map(read)
      .join('\n');
    const kinds = [
      ...allOf(sources, /event(?::| =) \{ kind: '([a-z_]+)'/g),
      ...allOf(sources, /kind: '([a-z_]+)', data: JSON/g),
      ...allOf(sources, /event: \{ kind: .* \? '([a-z_]+)' : '[a-z_]+', data/g),
      ...allOf(sources, /const kind = '([a-z_]+)'/g),
    ];
    const explained = allOf(read('docs/lifecycle.md').split('## History events')[1] ?? '', /^\| `([a-z_]+)`/gm);
    expect(explained).toEqual([...new Set(kinds)].toSorted());
  });

  it('names each command in operations.md', () => {
    const operations = read('docs/operations.md');
    for (const command of program.commands) expect(operations).toContain(`\`tsena ${command.name()}`);
  });

  it.each(pages)('has only valid links in %s', (page) => {
    const anchorOf = (heading: string) =>
      heading
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-');
    for (const [, target = ''] of read(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? join(root, page) : join(root, dirname(page), path);
      expect(existsSync(file), `${page} → ${target}`).toBe(true);
      if (anchor === undefined) continue;
      const anchors = [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
      expect(anchors, `${page} → ${target}`).toContain(anchor);
    }
  });

  it.each(pages)('names only existing commands in %s', (page) => {
    const names = (command: Command): string[] => [
      command.name(),
      ...command.commands.flatMap((one) => names(one).map((name) => `${command.name()} ${name}`)),
    ];
    const known = names(program);
    const code = [...read(page).matchAll(/```[a-z]*\n([\s\S]*?)```|`(tsena [^`]+)`/g)]
      .map(([, block = '', inline = '']) => block + inline)
      .join('\n');
    for (const [, first = '', second = ''] of code.matchAll(/(?:^|&& |tsena )tsena ([a-z-]+)(?: ([a-z-]+))?/gm)) {
      const found =
        known.includes(`tsena ${first} ${second}`) || (known.includes(`tsena ${first}`) && !['payments', 'webhooks'].includes(first));
      expect(found, `${page}: tsena ${first} ${second}`).toBe(true);
    }
  });
});

describe('the PHP recipes and the PHP SDK', () => {
  const files = [...filesIn('docs/recipes', '.php'), ...filesIn('packages/node/php', '.php')];

  it('have valid syntax', (context) => {
    if (spawnSync(PHP, ['--version']).status !== 0) {
      console.warn('\n!!! php is not installed: the PHP recipes are NOT tested.\n');
      context.skip('php is not installed');
    }
    expect(files).toHaveLength(2);
    for (const file of files) {
      const { stdout, stderr, status } = spawnSync(PHP, ['-l', join(root, file)], { encoding: 'utf8' });
      expect(status, `${file}: ${stdout}${stderr}`).toBe(0);
    }
  });
});
