import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';

const coverSchema = z.object({
  /** The hash of the test file. */
  hash: z.string(),
  /** The mutants that are reached outside of its tests. */
  outside: z.array(z.number()),
  tests: z.record(z.string(), z.object({ hits: z.array(z.number()), ms: z.number(), repeatable: z.boolean() })),
});

const resultSchema = z.object({
  outcome: z.enum(['killed', 'timeout']),
  /** The test file that noticed the mutant. */
  by: z.string(),
  /** The hash of that file at that time. */
  hash: z.string(),
});

const sourceSchema = z.object({
  /** The hash of the source and its mutants. */
  hash: z.string(),
  /** The reached mutants by test file. */
  covers: z.record(z.string(), coverSchema),
  /** The result by key of the mutant. */
  results: z.record(z.string(), resultSchema),
  /** The test files, with their hashes, that did not notice the mutant, by its key. */
  survived: z.record(z.string(), z.record(z.string(), z.string())),
});

const recordsSchema = z.record(z.string(), sourceSchema);

/** The mutants of one source that one test file reaches. */
export type Cover = z.infer<typeof coverSchema>;
/** The stored results of one source. */
export type SourceRecord = z.infer<typeof sourceSchema>;

/** The stored results of all sources. */
export interface Records {
  /** The results of a source with this hash. If the source changed, only the tests that do not reach it are kept. */
  open(source: string, hash: string): SourceRecord;
  save(): void;
}

/** Hashes texts in order. */
export function hashTexts(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
}

function readRecords(path: string): Record<string, SourceRecord> {
  const read = existsSync(path) ? recordsSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
  return read?.data ?? {};
}

/** Opens the stored results; an invalid file counts as empty. */
export function openRecords(path: string): Records {
  const records = readRecords(path);
  const opened = new Map<string, SourceRecord>();
  return {
    open(source, hash) {
      const known = records[source];
      const unreached = Object.entries(known?.covers ?? {}).filter(([, cover]) => !reachesMutant(cover));
      const fresh: SourceRecord = { hash, covers: Object.fromEntries(unreached), results: {}, survived: {} };
      const record = known?.hash === hash ? known : fresh;
      opened.set(source, record);
      return record;
    },
    save() {
      mkdirSync(dirname(path), { recursive: true });
      // Another run may have stored results of other sources.
      writeFileSync(`${path}.${process.pid}`, JSON.stringify({ ...readRecords(path), ...Object.fromEntries(opened) }));
      renameSync(`${path}.${process.pid}`, path);
    },
  };
}

/** Whether a test file reaches a mutant. */
function reachesMutant(cover: Cover): boolean {
  return cover.outside.length > 0 || Object.values(cover.tests).some(({ hits }) => hits.length > 0);
}
