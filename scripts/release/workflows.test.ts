import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.github/workflows');

const step = z.object({
  uses: z.optional(z.string()),
  run: z.optional(z.string()),
  with: z.optional(z.record(z.string(), z.unknown())),
});
const job = z.object({
  'runs-on': z.string(),
  permissions: z.optional(z.record(z.string(), z.string())),
  steps: z.array(step),
});
const workflow = z.object({ permissions: z.record(z.string(), z.string()), jobs: z.record(z.string(), job) });
type Job = z.infer<typeof job>;

const readJobs = (file: string): [string, Job][] =>
  Object.entries(workflow.parse(parse(readFileSync(join(folder, file), 'utf8'))).jobs).map(([name, one]) => [
    `${file}, ${name}`,
    one,
  ]);

/** The tools of a job that may become others without a change of this repository. */
function findUnpinned({ 'runs-on': machine, steps }: Job): string[] {
  return [
    ...(machine.endsWith('-latest') ? [machine] : []),
    ...steps.flatMap(({ uses, run, with: settings }) => [
      ...(uses !== undefined && !/@[0-9a-f]{40}$/.test(uses) ? [uses] : []),
      ...(uses?.startsWith('actions/setup-node@') && !/^\d+\.\d+\.\d+$/.test(String(settings?.['node-version']))
        ? ['node-version']
        : []),
      ...[...(run ?? '').matchAll(/\bnpx (?:-\S+ )*(\S+)/g)]
        .map(([, tool = '']) => tool)
        .filter((tool) => !/@\d+\.\d+\.\d+$/.test(tool)),
      ...[...(run ?? '').matchAll(/\b(?:npm|pip|corepack|pnpm|yarn|curl|wget|apt-get)\b(?! ?@)(?=\s)/g)].map(
        ([tool]) => tool,
      ),
    ]),
  ];
}

const jobs = readdirSync(folder).flatMap(readJobs);

describe('the workflows', () => {
  it.each(jobs)('%s runs no action that its name does not pin', (_name, { steps }) => {
    expect(steps.flatMap(({ uses }) => uses ?? []).filter((uses) => !/@[0-9a-f]{40}$/.test(uses))).toEqual([]);
  });

  const publishing = jobs.filter(([, { permissions }]) => permissions?.['id-token'] === 'write');

  it('have one job that may publish', () => {
    expect(publishing.map(([name]) => name)).toEqual(['release.yml, publish']);
  });

  it.each(publishing)('%s runs no tool whose version is not pinned', (_name, one) => {
    expect(findUnpinned(one)).toEqual([]);
  });
});

describe('each workspace', () => {
  const files = ['', 'tools/', 'integrations/'].map((place) => `${place}pnpm-workspace.yaml`);

  it.each(files)('%s refuses a version that is less trusted than the ones before', (file) => {
    expect(parse(readFileSync(join(root, file), 'utf8'))).toMatchObject({ trustPolicy: 'no-downgrade' });
  });
});
