import type { Section } from '../figures.ts';
import { writeAim, writeInterval, writeQuantity, writeRatio, writeVerdict } from './words.ts';

/** The figures of a section as a table. */
export function writeTable({ figures }: Section): string {
  const rows = figures.map((figure) => {
    const cells = [
      figure.what,
      writeQuantity(figure.value, figure.unit),
      `${writeQuantity(figure.baseline, figure.unit)} ${figure.baselineName}`.trimEnd(),
      `${writeRatio(figure)}${writeInterval(figure)}`,
      `${writeAim(figure)}: ${writeVerdict(figure)}`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return ['| measured | ours | beside | ratio | aim |', '|---|--:|---|---|---|', ...rows].join('\n');
}

/** The results as a page. */
export function writeMarkdown(sections: readonly Section[], run: readonly string[], minutes: number): string {
  const parts = sections.map((section) => [`## ${section.title}`, writeTable(section), section.note].join('\n\n'));
  return `${[
    '# Measured side by side',
    `Written by \`pnpm bench\` in ${minutes.toFixed(1)} minutes; [how to run it](README.md). Medians of rounds in turn. The ratio is ours divided by the other, with its interval of 95 % (bootstrap over the rounds). An aim is met if the whole interval keeps it.`,
    run.map((line) => `- ${line}`).join('\n'),
    ...parts,
  ].join('\n\n')}\n`;
}
