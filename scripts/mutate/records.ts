import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';

const coverSchema = z.object({
  /** Of the test file. */
  hash: z.string(),
  /** Mutants that the file passes by outside of its tests. */
  outside: z.array(z.number()),
  tests: z.record(z.string(), z.object({ hits: z.array(z.number()), ms: z.number(), repeatable: z.boolean() })),
});

const resultSchema = z.object({
  outcome: z.enum(['killed', 'timeout']),
  /** The test file that noticed. */
  by: z.string(),
  /** Of that file, as it was then. */
  hash: z.string(),
});

const sourceSchema = z.object({
  /** Of the source and its mutants. */
  hash: z.string(),
  /** By test file. */
  covers: z.record(z.string(), coverSchema),
  /** By the key of the mutant. */
  results: z.record(z.string(), resultSchema),
  /** By the key of the mutant: the test files, with their hash, that it survived. */
  survived: z.record(z.string(), z.record(z.string(), z.string())),
});

const recordsSchema = z.record(z.string(), sourceSchema);

/** What one test file passes by in one source. */
export type Cover = z.infer<typeof coverSchema>;
/** What is known of one source. */
export type SourceRecord = z.infer<typeof sourceSchema>;

/** Results that are kept from run to run. */
export interface Records {
  /** What is known of this source as it stands; what was found in another text of it is forgotten, but for which tests do not reach it. */
  open(source: string, hash: string): SourceRecord;
  save(): void;
}

/** The hash of texts, in their order. */
export function hashTexts(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
}

function readRecords(path: string): Record<string, SourceRecord> {
  const read = existsSync(path) ? recordsSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
  return read?.data ?? {};
}

/** Opens the results of earlier runs; a file that cannot be read counts as none. */
export function openRecords(path: string): Records {
  const records = readRecords(path);
  const opened = new Map<string, SourceRecord>();
  return {
    open(source, hash) {
      const known = records[source];
      const unreached = Object.entries(known?.covers ?? {}).filter(([, cover]) => !reaches(cover));
      const fresh: SourceRecord = { hash, covers: Object.fromEntries(unreached), results: {}, survived: {} };
      const record = known?.hash === hash ? known : fresh;
      opened.set(source, record);
      return record;
    },
    save() {
      mkdirSync(dirname(path), { recursive: true });
      // Another run may have written meanwhile, about other sources.
      writeFileSync(`${path}.${process.pid}`, JSON.stringify({ ...readRecords(path), ...Object.fromEntries(opened) }));
      renameSync(`${path}.${process.pid}`, path);
    },
  };
}

/** Whether a test file passes by any mutant at all. */
function reaches(cover: Cover): boolean {
  return cover.outside.length > 0 || Object.values(cover.tests).some(({ hits }) => hits.length > 0);
}
