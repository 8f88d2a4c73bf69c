import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMutants, type Mutant } from './find.ts';
import { instrument } from './instrument.ts';
import type { Note } from './plan.ts';
import { type Cover, hashTexts, type Records, type SourceRecord } from './records.ts';
import { DISTANCES, type Distance, findTests, type TestFile } from './scope.ts';
import { startWorkers, type Workers } from './worker.ts';

/** The distance between the first mutant ids of two sources. */
const IDS_PER_SOURCE = 10_000;
/** The time without a note after which a worker is ended that loads a file or runs a whole file. */
const SILENCE_MS = 90_000;
/** The same between two tests and at the end of a file: a mutant can make a hook wait that closes what the test has opened. */
const HOOKS_MS = 30_000;
/** A mutant that runs when its file is loaded, or in a hook, needs a whole run of each test file, so only the nearest files try it. */
const MAX_WHOLE_RUNS = 5;
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

/** A test file, with the hash of its text. */
type HashedTest = TestFile & { readonly hash: string };

/** A source with its mutants and stored results. */
export interface Target {
  readonly source: string;
  readonly firstId: number;
  readonly mutants: readonly Mutant[];
  /** The mutants that are tried. */
  readonly chosen: readonly Mutant[];
  readonly record: SourceRecord;
  readonly tests: readonly HashedTest[];
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

/** Tries each chosen mutant without a result: with the nearest tests first, and in each test file the mutants of all sources. */
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
      for (const { key } of target.chosen) if (!isValid(target, key)) delete target.record.results[key];
    }
    for (const distance of DISTANCES) {
      for (const [test, reached] of groupByTest(targets, distance)) await tryFile(campaign, workers, test, reached);
    }
  } finally {
    await workers.close();
  }
}

/** The test files at this distance, each with the sources that it must notice changes of. */
function groupByTest(targets: readonly Target[], distance: Distance): Map<HashedTest, Target[]> {
  const groups = new Map<string, [HashedTest, Target[]]>();
  for (const target of targets) {
    for (const test of target.tests.filter((one) => one.distance === distance)) {
      const [, group] = groups.get(test.path) ?? [test, []];
      groups.set(test.path, [test, [...group, target]]);
    }
  }
  return new Map(groups.values());
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

function isNear({ distance }: TestFile): boolean {
  return distance === 'own' || distance === 'common' || distance === 'near';
}

async function coverAll({ records, near, say }: Campaign, workers: Workers, targets: readonly Target[]): Promise<void> {
  const wanted = new Map<string, { readonly test: HashedTest; readonly targets: Target[] }>();
  for (const target of targets) {
    for (const test of target.tests) {
      if (target.record.covers[test.path]?.hash === test.hash || (near && !isNear(test))) continue;
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

function isOpen({ equivalents }: Campaign, { source, record }: Target, { key }: Mutant): boolean {
  return record.results[key] === undefined && !Object.hasOwn(equivalents[source] ?? {}, key);
}

async function tryFile(campaign: Campaign, workers: Workers, test: HashedTest, targets: readonly Target[]): Promise<void> {
  if (campaign.near && !isNear(test)) return;
  const open = targets.flatMap((target) =>
    target.chosen
      .filter((mutant) => isOpen(campaign, target, mutant) && target.record.survived[mutant.key]?.[test.path] !== test.hash)
      .map((mutant): [number, OpenMutant] => [target.firstId + mutant.id, { mutant, target }]),
  );
  if (open.length === 0) return;
  const tried = await new Attempt(workers, campaign.patienceMs, test, joinCovers(targets, test), new Map(open)).run();
  if (tried === 0) return;
  campaign.records.save();
  const noticed = open.filter(([, { mutant, target }]) => target.record.results[mutant.key] !== undefined).length;
  campaign.say(`${test.path}: ${noticed} of ${tried} noticed`);
}

/** What the tests of a file reach of all these sources, by the ids of the campaign. */
function joinCovers(targets: readonly Target[], { path }: TestFile): Omit<Cover, 'hash'> {
  const joined: Omit<Cover, 'hash'> = { outside: [], tests: {} };
  for (const { firstId, record } of targets) {
    const { outside = [], tests = {} } = record.covers[path] ?? {};
    joined.outside.push(...outside.map((id) => firstId + id));
    for (const [name, { hits, ms, repeatable }] of Object.entries(tests)) {
      const former = joined.tests[name];
      joined.tests[name] = {
        hits: [...(former?.hits ?? []), ...hits.map((id) => firstId + id)],
        ms: Math.max(ms, former?.ms ?? 0),
        repeatable: repeatable && former?.repeatable !== false,
      };
    }
  }
  return joined;
}

interface OpenMutant {
  readonly mutant: Mutant;
  readonly target: Target;
}

/** In how many whole runs of a test file a mutant was not noticed; too many to try another one if it is not open. */
function wholeRunsOf(open: OpenMutant | undefined): number {
  if (open === undefined) return MAX_WHOLE_RUNS;
  const { mutant, target } = open;
  const { covers, survived } = target.record;
  return Object.keys(survived[mutant.key] ?? {}).filter((path) => covers[path]?.outside.includes(mutant.id)).length;
}

/** Tries open mutants with one test file. */
class Attempt {
  constructor(workers: Workers, patienceMs: number, test: HashedTest, cover: Omit<Cover, 'hash'>, open: Map<number, OpenMutant>) {
    this.#workers = workers;
    this.#patienceMs = patienceMs;
    this.#test = test;
    this.#cover = cover;
    this.#open = open;
  }

  readonly #workers: Workers;
  readonly #patienceMs: number;
  readonly #test: HashedTest;
  readonly #cover: Omit<Cover, 'hash'>;
  readonly #open: Map<number, OpenMutant>;

  /** @returns the number of mutants that were tried */
  async run(): Promise<number> {
    const { tests, outside } = this.#cover;
    const maxTests = this.#test.distance === 'own' ? Number.POSITIVE_INFINITY : MAX_TESTS_PER_OTHER_FILE;
    const repeats: Record<string, number[]> = {};
    const single = new Map<number, string[]>();
    const counts = new Map<number, number>();
    for (const [name, { hits, repeatable }] of Object.entries(tests).sort(([, one], [, other]) => one.hits.length - other.hits.length)) {
      const ids = hits.filter((id) => this.#open.has(id) && !outside.includes(id) && (counts.get(id) ?? 0) < maxTests);
      for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
      if (repeatable) repeats[name] = ids;
      else for (const id of ids) single.set(id, [...(single.get(id) ?? []), name]);
    }
    const whole = outside.filter((id) => wholeRunsOf(this.#open.get(id)) < MAX_WHOLE_RUNS);
    const tried = new Set([...Object.values(repeats).flat(), ...single.keys(), ...whole]);
    await this.#repeat(repeats, single);
    for (const [id, names] of single) if (this.#open.has(id)) await this.#runAlone(id, names);
    for (const id of whole) if (this.#open.has(id)) await this.#runAlone(id, null);
    for (const id of tried) {
      const { mutant, target } = this.#open.get(id) ?? {};
      if (mutant === undefined || target === undefined) continue;
      const { survived } = target.record;
      survived[mutant.key] = { ...survived[mutant.key], [this.#test.path]: this.#test.hash };
    }
    return tried.size;
  }

  #settle(id: number, outcome: 'killed' | 'timeout'): void {
    const { mutant, target } = this.#open.get(id) ?? {};
    if (mutant === undefined || target === undefined) return;
    this.#open.delete(id);
    target.record.results[mutant.key] = { outcome, by: this.#test.path, hash: this.#test.hash };
  }

  /** Repeats tests with one mutant after the other. Mutants after a failed one are tried again alone, if the failure had side effects. */
  async #repeat(wanted: Record<string, number[]>, single: Map<number, string[]>): Promise<void> {
    const left = new Map(Object.entries(wanted).map(([name, ids]) => [name, new Set(ids)]));
    for (;;) {
      for (const ids of left.values()) for (const id of ids) if (!this.#open.has(id)) ids.delete(id);
      const tests = Object.fromEntries([...left].filter(([, ids]) => ids.size > 0).map(([name, ids]) => [name, [...ids]]));
      if (Object.keys(tests).length === 0) return;
      const { notes, ended } = await this.#workers.run(this.#test, { kind: 'repeat', tests }, (last) => this.#limitOf(last));
      if (!this.#readNotes(notes, ended, left, single)) return;
    }
  }

  #limitOf(last: Note | undefined): number {
    if (last?.kind === 'begun') return 5 * (this.#cover.tests[last.test]?.ms ?? 0) + this.#patienceMs;
    return last?.kind === 'ended' || last?.kind === 'clean' ? HOOKS_MS : SILENCE_MS;
  }

  /** @returns whether the worker made progress */
  #readNotes(notes: readonly Note[], ended: boolean, left: Map<string, Set<number>>, single: Map<number, string[]>): boolean {
    const failed = new Map<string, number[]>();
    let progress = false;
    let current: { test: string; id: number } | undefined;
    for (const note of notes) {
      if (note.kind === 'begun') current = { test: note.test, id: note.mutant };
      if (note.kind === 'ended') {
        current = undefined;
        progress = true;
        left.get(note.test)?.delete(note.mutant);
        if (!note.passed) failed.set(note.test, [...(failed.get(note.test) ?? []), note.mutant]);
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
    const { notes, passed, ended } = await this.#workers.run(this.#test, { kind: 'alone', mutant: id, tests }, (last) =>
      this.#limitOf(last),
    );
    const failed = notes.some((note) => note.kind === 'ended' && !note.passed);
    if (!passed) this.#settle(id, ended && !failed ? 'timeout' : 'killed');
  }
}
