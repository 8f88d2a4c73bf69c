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

function rowOf(name: string, reports: readonly SourceReport[]): string {
  const counts = FATES.map((fate) => reports.reduce((total, report) => total + count(report, fate), 0));
  const score = scoreOf(reports);
  const mutants = reports.reduce((total, { verdicts }) => total + verdicts.length, 0);
  return `| ${[name, mutants, ...counts, score === null ? '–' : `${score.toFixed(0)} %`].join(' | ')} |`;
}

/** A Markdown table of all sources, with a row for each folder and one for the total. */
export function writeTable(reports: readonly SourceReport[]): string {
  const folders = [...new Set(reports.map(({ source }) => source.slice(0, source.lastIndexOf('/'))))];
  const rows = folders.flatMap((folder) => {
    const own = reports.filter(({ source }) => source.slice(0, source.lastIndexOf('/')) === folder);
    return [...own.map((report) => rowOf(report.source, [report])), ...(own.length > 1 ? [rowOf(`**${folder}**`, own)] : [])];
  });
  const head = `| file | mutants | ${FATES.join(' | ')} | score |\n|---|${'---:|'.repeat(FATES.length + 2)}`;
  return [head, ...rows, ...(folders.length > 1 ? [rowOf('**all**', reports)] : [])].join('\n');
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
