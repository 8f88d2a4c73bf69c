import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMutants, type Mutant } from './find.ts';
import { instrument } from './instrument.ts';
import type { Note } from './plan.ts';
import { type Cover, hashTexts, type Records, type SourceRecord } from './records.ts';
import { findTests, type TestFile } from './scope.ts';
import { startWorkers, type Workers } from './worker.ts';

/** The distance between the first mutant ids of two sources. */
const IDS_PER_SOURCE = 10_000;
/** The time without a note after which a worker is ended that loads a file or runs a whole file. */
const SILENCE_MS = 90_000;
/** A mutant that runs when its file is loaded needs a whole run of each test file, so only the nearest files try it. */
const MAX_FILES_FOR_ONE_ALONE = 5;
/**
 * A line that every payment reaches is reached by hundreds of tests. Those that reach the fewest mutants promise the most. All tests of the
 * source's own file try it.
 */
const MAX_TESTS_PER_OTHER_FILE = 30;

/** The result of a mutant. `timeout`: a test did not end, which counts as noticed. */
export type Fate = 'killed' | 'timeout' | 'survived' | 'not covered' | 'equivalent';

/** A mutant and its result. */
export interface Verdict {
  readonly mutant: Mutant;
  readonly fate: Fate;
}

/** The results of the mutants of a source. */
export interface SourceReport {
  readonly source: string;
  readonly verdicts: readonly Verdict[];
}

/** A source with its mutants and stored results. */
export interface Target {
  readonly source: string;
  readonly firstId: number;
  readonly mutants: readonly Mutant[];
  /** The mutants that are tried. */
  readonly chosen: readonly Mutant[];
  readonly record: SourceRecord;
  readonly tests: readonly (TestFile & { readonly hash: string })[];
}

/** The settings of a campaign. */
export interface Campaign {
  readonly root: string;
  readonly records: Records;
  /** Keys of equivalent mutants, by source. */
  readonly equivalents: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The time that a test may take with a mutant beyond five times its usual time, ms. */
  readonly patienceMs: number;
  /** The share of the mutants that are tried, in percent. A larger share contains a smaller one. */
  readonly percent: number;
  /** Whether only the tests beside a source try its mutants. */
  readonly near: boolean;
  say(line: string): void;
  /** Called after each source. */
  finished(report: SourceReport): void;
}

/** Reads the sources and their stored results. */
export function readTargets({ root, records, percent }: Campaign, sources: readonly string[]): Target[] {
  const hashes = new Map<string, string>();
  const hashOf = (path: string) => {
    const hash = hashes.get(path) ?? hashTexts([readFileSync(join(root, path), 'utf8')]);
    hashes.set(path, hash);
    return hash;
  };
  return sources.map((source, index) => {
    const text = readFileSync(join(root, source), 'utf8');
    const mutants = findMutants(text);
    return {
      source,
      firstId: index * IDS_PER_SOURCE,
      mutants,
      chosen: mutants.filter(({ key }) => placeOf(source, key) < percent),
      record: records.open(source, hashTexts([text, ...mutants.map(({ key }) => key)])),
      tests: findTests(root, source).map((test) => ({ ...test, hash: hashOf(test.path) })),
    };
  });
}

/** The place of a mutant among all, from 0 to 100, as if at random. */
function placeOf(source: string, key: string): number {
  return (100 * Number.parseInt(hashTexts([source, key]).slice(0, 8), 16)) / 0x1_0000_0000;
}

/** Tries each chosen mutant without a result, source by source. */
export async function runCampaign(campaign: Campaign, targets: readonly Target[]): Promise<void> {
  const { root } = campaign;
  const texts = targets.map(({ source, mutants, firstId }): [string, string] => {
    const path = join(root, source);
    return [path, instrument(readFileSync(path, 'utf8'), mutants, firstId)];
  });
  const workers = await startWorkers(root, new Map(texts));
  try {
    await coverAll(campaign, workers, targets);
    for (const target of targets) {
      await tryTarget(campaign, workers, target);
      campaign.finished(reportOn(campaign, target));
    }
  } finally {
    await workers.close();
  }
}

/** The known results of a source's mutants. */
export function reportOn({ equivalents }: Campaign, target: Target): SourceReport {
  const covered = new Set(Object.values(target.record.covers).flatMap(idsOf));
  const known = equivalents[target.source] ?? {};
  return {
    source: target.source,
    verdicts: target.chosen.map((mutant) => {
      const result = target.record.results[mutant.key];
      if (Object.hasOwn(known, mutant.key)) return { mutant, fate: 'equivalent' };
      return { mutant, fate: result?.outcome ?? (covered.has(mutant.id) ? 'survived' : 'not covered') };
    }),
  };
}

function idsOf({ outside, tests }: Cover): number[] {
  return [...outside, ...Object.values(tests).flatMap(({ hits }) => hits)];
}

async function coverAll({ records, near, say }: Campaign, workers: Workers, targets: readonly Target[]): Promise<void> {
  const wanted = new Map<string, { readonly test: TestFile & { readonly hash: string }; readonly targets: Target[] }>();
  for (const target of targets) {
    for (const test of target.tests) {
      if (target.record.covers[test.path]?.hash === test.hash || (near && !test.isNear)) continue;
      wanted.set(test.path, { test, targets: [...(wanted.get(test.path)?.targets ?? []), target] });
    }
  }
  let done = 0;
  for (const { test, targets: missing } of wanted.values()) {
    const started = Date.now();
    const { notes, passed } = await workers.run(test, { kind: 'cover' }, () => SILENCE_MS);
    done += 1;
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    say(
      `covered ${done} of ${wanted.size}: ${test.path}, ${seconds} s${passed ? '' : ' – FAILS without a mutant; only its passing tests count'}`,
    );
    for (const target of missing) target.record.covers[test.path] = coverOf(target, test.hash, notes);
    records.save();
  }
}

function coverOf({ firstId, mutants }: Target, hash: string, notes: readonly Note[]): Cover {
  const own = (hits: readonly number[]) => hits.map((id) => id - firstId).filter((id) => id > 0 && id <= mutants.length);
  const cover: Cover = { hash, outside: [], tests: {} };
  for (const note of notes) {
    if (note.kind === 'file') cover.outside = own(note.hits);
    if (note.kind !== 'test') continue;
    const hits = own(note.hits);
    const former = cover.tests[note.test];
    if (hits.length === 0 && former === undefined) continue;
    cover.tests[note.test] = {
      hits: [...new Set([...hits, ...(former?.hits ?? [])])],
      ms: note.ms + (former?.ms ?? 0),
      // Two tests of the same name cannot be distinguished.
      repeatable: note.repeatable && former === undefined,
    };
  }
  return cover;
}

/** Whether a stored result is valid: the test file that noticed the mutant has not changed. */
function isValid(target: Target, key: string): boolean {
  const result = target.record.results[key];
  return result !== undefined && target.tests.some(({ path, hash }) => path === result.by && hash === result.hash);
}

async function tryTarget(campaign: Campaign, workers: Workers, target: Target): Promise<void> {
  const { record, chosen } = target;
  const equivalents = campaign.equivalents[target.source] ?? {};
  for (const { key } of chosen) if (!isValid(target, key)) delete record.results[key];
  const alone = new Map<number, number>();
  for (const test of target.tests) {
    const open = chosen.filter(
      ({ key }) => !Object.hasOwn(equivalents, key) && record.results[key] === undefined && record.survived[key]?.[test.path] !== test.hash,
    );
    const cover = record.covers[test.path];
    if (open.length === 0 || cover === undefined || (campaign.near && !test.isNear)) continue;
    const tried = await new Attempt(workers, campaign.patienceMs, target, test, cover, open, alone).run();
    if (tried === 0) continue;
    campaign.records.save();
    const left = chosen.filter(({ key }) => !Object.hasOwn(equivalents, key) && record.results[key] === undefined).length;
    campaign.say(`${target.source}: ${left} of ${chosen.length} left after ${test.path} (${tried} tried)`);
  }
}

/** Tries the open mutants of one source with one test file. */
class Attempt {
  constructor(
    workers: Workers,
    patienceMs: number,
    target: Target,
    test: TestFile & { readonly hash: string },
    cover: Cover,
    open: readonly Mutant[],
    alone: Map<number, number>,
  ) {
    this.#workers = workers;
    this.#patienceMs = patienceMs;
    this.#target = target;
    this.#test = test;
    this.#cover = cover;
    this.#open = new Map(open.map((mutant) => [mutant.id, mutant]));
    this.#alone = alone;
  }

  readonly #workers: Workers;
  readonly #patienceMs: number;
  readonly #target: Target;
  readonly #test: TestFile & { readonly hash: string };
  readonly #cover: Cover;
  readonly #open: Map<number, Mutant>;
  /** The number of test files in which each mutant was tried alone. */
  readonly #alone: Map<number, number>;

  /** @returns the number of mutants that were tried */
  async run(): Promise<number> {
    const { tests, outside } = this.#cover;
    const maxTests = this.#test.isOwn ? Number.POSITIVE_INFINITY : MAX_TESTS_PER_OTHER_FILE;
    const repeats: Record<string, number[]> = {};
    const single = new Map<number, string[]>();
    const counts = new Map<number, number>();
    for (const [name, { hits, repeatable }] of Object.entries(tests).sort(([, one], [, other]) => one.hits.length - other.hits.length)) {
      const ids = hits.filter((id) => this.#open.has(id) && !outside.includes(id) && (counts.get(id) ?? 0) < maxTests);
      for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
      if (repeatable) repeats[name] = ids;
      else for (const id of ids) single.set(id, [...(single.get(id) ?? []), name]);
    }
    const tried = new Set([...Object.values(repeats).flat(), ...single.keys(), ...outside.filter((id) => this.#open.has(id))]);
    await this.#repeat(repeats, single);
    for (const [id, names] of single) if (this.#open.has(id)) await this.#runAlone(id, names);
    for (const id of outside) {
      const count = this.#alone.get(id) ?? 0;
      if (!this.#open.has(id) || count >= MAX_FILES_FOR_ONE_ALONE) continue;
      this.#alone.set(id, count + 1);
      await this.#runAlone(id, null);
    }
    for (const id of tried) {
      const mutant = this.#open.get(id);
      if (mutant === undefined) continue;
      const { survived } = this.#target.record;
      survived[mutant.key] = { ...survived[mutant.key], [this.#test.path]: this.#test.hash };
    }
    return tried.size;
  }

  #settle(id: number, outcome: 'killed' | 'timeout'): void {
    const mutant = this.#open.get(id);
    if (mutant === undefined) return;
    this.#open.delete(id);
    this.#target.record.results[mutant.key] = { outcome, by: this.#test.path, hash: this.#test.hash };
  }

  /** Repeats tests with one mutant after the other. Mutants after a failed one are tried again alone, if the failure had side effects. */
  async #repeat(wanted: Record<string, number[]>, single: Map<number, string[]>): Promise<void> {
    const { firstId } = this.#target;
    const left = new Map(Object.entries(wanted).map(([name, ids]) => [name, new Set(ids)]));
    for (;;) {
      for (const ids of left.values()) for (const id of ids) if (!this.#open.has(id)) ids.delete(id);
      const tests = Object.fromEntries(
        [...left].filter(([, ids]) => ids.size > 0).map(([name, ids]) => [name, [...ids].map((id) => firstId + id)]),
      );
      if (Object.keys(tests).length === 0) return;
      const { notes, ended } = await this.#workers.run(this.#test, { kind: 'repeat', tests }, (last) => this.#limitOf(last));
      if (!this.#readNotes(notes, ended, left, single)) return;
    }
  }

  #limitOf(last: Note | undefined): number {
    return last?.kind === 'begun' ? 5 * (this.#cover.tests[last.test]?.ms ?? 0) + this.#patienceMs : SILENCE_MS;
  }

  /** @returns whether the worker made progress */
  #readNotes(notes: readonly Note[], ended: boolean, left: Map<string, Set<number>>, single: Map<number, string[]>): boolean {
    const { firstId } = this.#target;
    const failed = new Map<string, number[]>();
    let progress = false;
    let current: { test: string; id: number } | undefined;
    for (const note of notes) {
      if (note.kind === 'begun') current = { test: note.test, id: note.mutant - firstId };
      if (note.kind === 'ended') {
        current = undefined;
        progress = true;
        left.get(note.test)?.delete(note.mutant - firstId);
        if (!note.passed) failed.set(note.test, [...(failed.get(note.test) ?? []), note.mutant - firstId]);
      }
      if (note.kind === 'clean' && !note.passed) {
        // The first failure is real; later ones may be side effects of the first.
        const [, ...doubtful] = failed.get(note.test) ?? [];
        for (const id of doubtful) single.set(id, [...(single.get(id) ?? []), note.test]);
        failed.set(note.test, failed.get(note.test)?.slice(0, 1) ?? []);
      }
    }
    for (const id of [...failed.values()].flat()) this.#settle(id, 'killed');
    if (current === undefined) return progress;
    left.get(current.test)?.delete(current.id);
    this.#settle(current.id, ended ? 'timeout' : 'killed');
    return true;
  }

  async #runAlone(id: number, tests: readonly string[] | null): Promise<void> {
    const mutant = this.#target.firstId + id;
    const { passed, ended } = await this.#workers.run(this.#test, { kind: 'alone', mutant, tests }, (last) =>
      last?.kind === 'begun' ? this.#limitOf(last) : SILENCE_MS,
    );
    if (!passed) this.#settle(id, ended ? 'timeout' : 'killed');
  }
}
