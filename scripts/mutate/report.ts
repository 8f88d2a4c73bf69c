import type { Fate, SourceReport } from './campaign.ts';
import { squeeze } from './find.ts';

const FATES: readonly Fate[] = ['killed', 'timeout', 'survived', 'not covered', 'equivalent'];
const SHOWN_CHARACTERS = 160;

function count({ verdicts }: SourceReport, wanted: Fate): number {
  return verdicts.filter(({ fate }) => fate === wanted).length;
}

/** The percentage of noticed mutants, without equivalent ones; null if there are none. */
function scoreOf(reports: readonly SourceReport[]): number | null {
  const sum = (fate: Fate) => reports.reduce((total, report) => total + count(report, fate), 0);
  const killed = sum('killed') + sum('timeout');
  const all = killed + sum('survived') + sum('not covered');
  return all === 0 ? null : (100 * killed) / all;
}

/** Where the score of all mutants is with 95 % confidence, if these are a sample of them (Wilson's interval). */
function intervalOf(reports: readonly SourceReport[]): string {
  const z = 1.96;
  const sum = (...fates: readonly Fate[]) =>
    fates.reduce((total, fate) => total + reports.reduce((all, one) => all + count(one, fate), 0), 0);
  const killed = sum('killed', 'timeout');
  const all = killed + sum('survived', 'not covered');
  if (all === 0) return '–';
  const share = killed / all;
  const middle = (share + z ** 2 / (2 * all)) / (1 + z ** 2 / all);
  const half = (z / (1 + z ** 2 / all)) * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2));
  return `${Math.max(0, 100 * (middle - half)).toFixed(0)}–${Math.min(100, 100 * (middle + half)).toFixed(0)} %`;
}

function rowOf(name: string, reports: readonly SourceReport[], isSample: boolean): string {
  const counts = FATES.map((fate) => reports.reduce((total, report) => total + count(report, fate), 0));
  const score = scoreOf(reports);
  const mutants = reports.reduce((total, { verdicts }) => total + verdicts.length, 0);
  const cells = [name, mutants, ...counts, score === null ? '–' : `${score.toFixed(0)} %`, ...(isSample ? [intervalOf(reports)] : [])];
  return `| ${cells.join(' | ')} |`;
}

/**
 * A Markdown table of all sources, with a row for each folder and one for the total.
 *
 * @param isSample the reports have a sample of the mutants: an interval stands beside each score
 */
export function writeTable(reports: readonly SourceReport[], isSample = false): string {
  const folders = [...new Set(reports.map(({ source }) => source.slice(0, source.lastIndexOf('/'))))];
  const rows = folders.flatMap((folder) => {
    const own = reports.filter(({ source }) => source.slice(0, source.lastIndexOf('/')) === folder);
    return [
      ...own.map((report) => rowOf(report.source, [report], isSample)),
      ...(own.length > 1 ? [rowOf(`**${folder}**`, own, isSample)] : []),
    ];
  });
  const columns = ['mutants', ...FATES, 'score', ...(isSample ? ['95 % interval'] : [])];
  const head = `| file | ${columns.join(' | ')} |\n|---|${'---:|'.repeat(columns.length)}`;
  return [head, ...rows, ...(folders.length > 1 ? [rowOf('**all**', reports, isSample)] : [])].join('\n');
}

function shorten(text: string): string {
  const line = squeeze(text);
  return line.length <= SHOWN_CHARACTERS ? line : `${line.slice(0, SHOWN_CHARACTERS)} …`;
}

/** Describes the mutants of a source that no test noticed. */
export function writeSurvivors({ source, verdicts }: SourceReport): string {
  return verdicts
    .filter(({ fate }) => fate === 'survived' || fate === 'not covered')
    .map(({ mutant, fate }) => {
      const [where] = mutant.key.split(': ');
      const replacement = mutant.replacement === '' ? '(nothing)' : shorten(mutant.replacement);
      return `${source}:${mutant.line} ${fate}, in ${where}\n  - ${shorten(mutant.original)}\n  + ${replacement}\n  key: ${mutant.key}\n`;
    })
    .join('');
}
