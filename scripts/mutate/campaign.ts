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
/** The same between two tests and at the end of a file, where hooks open and close what no wanted test looks at. */
const HOOKS_MS = 30_000;
const SAVE_INTERVAL_MS = 10_000;
/** The id that no mutant has. */
const NONE = 0;
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
  const { covers } = target.record;
  const covered = new Set(target.tests.flatMap(({ path }) => (covers[path] === undefined ? [] : idsOf(covers[path]))));
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
    // A file that fails without a mutant is read again by the next campaign, and is never run as a whole.
    for (const target of missing) {
      const cover = coverOf(target, test.hash, notes);
      target.record.covers[test.path] = passed ? cover : { ...cover, hash: '', outside: [] };
    }
    records.save();
  }
}

function coverOf({ firstId, mutants }: Target, hash: string, notes: readonly Note[]): Cover {
  const own = (hits: readonly number[]) => hits.map((id) => id - firstId).filter((id) => id > 0 && id <= mutants.length);
  const cover: Cover = { hash, outside: [], tests: {} };
  for (const note of notes) {
    if (note.kind === 'file') cover.outside = own(note.hits);
    if (note.kind !== 'test') continue;
    const hits = note.passed ? own(note.hits) : [];
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
  const { tried, isIncomplete } = await new Attempt(workers, campaign.patienceMs, test, new Map(open), saveSometimes(campaign.records)).run(
    targets,
  );
  if (isIncomplete) campaign.say(`${test.path}: a run ended before all of its tests; they are tried again in the next campaign`);
  if (tried === 0) return;
  campaign.records.save();
  const noticed = open.filter(([, { mutant, target }]) => target.record.results[mutant.key] !== undefined).length;
  campaign.say(`${test.path}: ${noticed} of ${tried} noticed`);
}

/** Saves at most every ten seconds: an interrupted campaign loses no more. */
function saveSometimes(records: Records): () => void {
  let savedAt = Date.now();
  return () => {
    if (Date.now() - savedAt < SAVE_INTERVAL_MS) return;
    records.save();
    savedAt = Date.now();
  };
}

interface OpenMutant {
  readonly mutant: Mutant;
  readonly target: Target;
}

/** A test, by its name, and the ids of mutants that it tries. */
type Wanted = Map<string, Set<number>>;

/** The tests of a file that try mutants, and how. */
interface Schedule {
  /** Tests that can be repeated in one process. */
  readonly repeats: Wanted;
  /** Mutants with tests that need a process for each. */
  readonly single: Map<number, string[]>;
  /** Mutants that need a whole run of the file. */
  readonly whole: readonly number[];
}

/** The time that each test takes without a mutant, ms, and the ids of the campaign that a test file must try, by how. */
function schedule(
  test: HashedTest,
  targets: readonly Target[],
  open: ReadonlyMap<number, OpenMutant>,
): Schedule & { ms: Map<string, number> } {
  const maxTests = test.distance === 'own' ? Number.POSITIVE_INFINITY : MAX_TESTS_PER_OTHER_FILE;
  const repeats: Wanted = new Map();
  const single = new Map<number, string[]>();
  const whole: number[] = [];
  const ms = new Map<string, number>();
  for (const { firstId, record } of targets) {
    const { outside = [], tests = {} } = record.covers[test.path] ?? {};
    const counts = new Map<number, number>();
    for (const [name, cover] of Object.entries(tests).sort(([, one], [, other]) => one.hits.length - other.hits.length)) {
      ms.set(name, Math.max(cover.ms, ms.get(name) ?? 0));
      for (const hit of cover.hits) {
        const id = firstId + hit;
        const count = counts.get(id) ?? 0;
        if (!open.has(id) || outside.includes(hit) || count >= maxTests) continue;
        counts.set(id, count + 1);
        if (cover.repeatable) addTo(repeats, name, id);
        else single.set(id, [...(single.get(id) ?? []), name]);
      }
    }
    whole.push(...outside.map((hit) => firstId + hit).filter((id) => mayRunWhole(test, open.get(id))));
  }
  return { repeats, single, whole, ms };
}

function addTo(wanted: Wanted, name: string, id: number): void {
  wanted.set(name, (wanted.get(name) ?? new Set()).add(id));
}

/** A source's own test may always try a mutant, another one if few others have run as a whole without noticing it. */
function mayRunWhole({ distance }: HashedTest, open: OpenMutant | undefined): boolean {
  if (open === undefined) return false;
  const { mutant, target } = open;
  const { covers, survived } = target.record;
  const tried = target.tests.filter(
    (other) =>
      other.distance !== 'own' &&
      survived[mutant.key]?.[other.path] === other.hash &&
      covers[other.path]?.outside.includes(mutant.id) === true,
  );
  return distance === 'own' || tried.length < MAX_WHOLE_RUNS;
}

/** Tries open mutants with one test file. */
class Attempt {
  constructor(workers: Workers, patienceMs: number, test: HashedTest, open: Map<number, OpenMutant>, save: () => void) {
    this.#workers = workers;
    this.#patienceMs = patienceMs;
    this.#test = test;
    this.#open = open;
    this.#save = save;
  }

  readonly #workers: Workers;
  readonly #patienceMs: number;
  readonly #test: HashedTest;
  readonly #open: Map<number, OpenMutant>;
  readonly #save: () => void;
  readonly #tried = new Set<number>();
  #ms = new Map<string, number>();

  /** @returns the number of mutants that were tried, and whether a run ended before all tests had run */
  async run(targets: readonly Target[]): Promise<{ readonly tried: number; readonly isIncomplete: boolean }> {
    const { repeats, single, whole, ms } = schedule(this.#test, targets, this.#open);
    this.#ms = ms;
    const isComplete = await this.#repeat(repeats, single);
    for (const [id, names] of single) if (this.#open.has(id)) await this.#runAlone(id, names);
    for (const id of whole) if (this.#open.has(id)) await this.#runAlone(id, null);
    for (const id of this.#tried) {
      const { mutant, target } = this.#open.get(id) ?? {};
      if (mutant === undefined || target === undefined) continue;
      const { survived } = target.record;
      survived[mutant.key] = { ...survived[mutant.key], [this.#test.path]: this.#test.hash };
    }
    return { tried: this.#tried.size, isIncomplete: !isComplete };
  }

  #settle(id: number, outcome: 'killed' | 'timeout'): void {
    const { mutant, target } = this.#open.get(id) ?? {};
    if (mutant === undefined || target === undefined) return;
    this.#open.delete(id);
    target.record.results[mutant.key] = { outcome, by: this.#test.path, hash: this.#test.hash };
  }

  /**
   * Repeats tests with one mutant after the other, and at the end without one. If that fails, the state that a mutant or the repetition has
   * left may be the cause, and the mutants of the failures are tried again alone.
   *
   * @returns whether all tests have run
   */
  async #repeat(wanted: Wanted, single: Map<number, string[]>): Promise<boolean> {
    for (;;) {
      for (const ids of wanted.values()) for (const id of ids) if (!this.#open.has(id)) ids.delete(id);
      const tests = Object.fromEntries([...wanted].filter(([, ids]) => ids.size > 0).map(([name, ids]) => [name, [...ids]]));
      if (Object.keys(tests).length === 0) return true;
      const { notes, ended } = await this.#workers.run(this.#test, { kind: 'repeat', tests }, (last) => this.#limitOf(last, HOOKS_MS));
      if (!this.#readNotes(notes, ended, wanted, single)) return false;
      this.#save();
    }
  }

  #limitOf(last: Note | undefined, hooksMs: number): number {
    if (last?.kind === 'begun') return 5 * (this.#ms.get(last.test) ?? 0) + this.#patienceMs;
    return last?.kind === 'ended' || last?.kind === 'clean' ? hooksMs : SILENCE_MS;
  }

  /** @returns whether the worker made progress */
  #readNotes(notes: readonly Note[], ended: boolean, wanted: Wanted, single: Map<number, string[]>): boolean {
    const failed: Wanted = new Map();
    let progress = false;
    let current: { readonly test: string; readonly id: number } | undefined;
    for (const note of notes) {
      if (note.kind === 'begun') current = { test: note.test, id: note.mutant };
      if (note.kind === 'ended') {
        current = undefined;
        progress = true;
        this.#tried.add(note.mutant);
        wanted.get(note.test)?.delete(note.mutant);
        if (!note.passed) addTo(failed, note.test, note.mutant);
      }
      if (note.kind === 'clean') {
        current = undefined;
        if (!note.passed) continue;
        for (const id of failed.get(note.test) ?? []) this.#settle(id, 'killed');
        failed.delete(note.test);
      }
    }
    const isCutShort = current !== undefined && current.id !== NONE;
    for (const [name, ids] of failed) {
      for (const id of ids) {
        // After a mutant that ended the worker, the test is repeated without that one.
        if (isCutShort && name === current?.test) addTo(wanted, name, id);
        else single.set(id, [...(single.get(id) ?? []), name]);
      }
    }
    if (current === undefined || !isCutShort) return progress;
    this.#tried.add(current.id);
    wanted.get(current.test)?.delete(current.id);
    this.#settle(current.id, ended ? 'timeout' : 'killed');
    return true;
  }

  /** @param tests the tests to run; null: all, with the hooks of the file */
  async #runAlone(id: number, tests: readonly string[] | null): Promise<void> {
    const limit = (last: Note | undefined) => this.#limitOf(last, tests === null ? SILENCE_MS : HOOKS_MS);
    const { notes, passed, ended } = await this.#workers.run(this.#test, { kind: 'alone', mutant: id, tests }, limit);
    this.#tried.add(id);
    const failed = notes.some((note) => note.kind === 'ended' && !note.passed);
    // Hooks after the last test that take long say nothing about the mutant of that test.
    const isWaiting = ended && (tests === null || notes.at(-1)?.kind === 'begun');
    if (failed || (!passed && !ended)) this.#settle(id, 'killed');
    else if (isWaiting) this.#settle(id, 'timeout');
    this.#save();
  }
}
