import type { Section } from '../figures.ts';
import { writeAim, writeInterval, writeQuantity, writeRatio, writeVerdict } from './words.ts';

function table({ figures }: Section): string {
  const rows = figures.map((figure) => {
    const baseline = `${writeQuantity(figure.baseline, figure.unit)} ${figure.baselineName}`;
    const cells = [
      figure.what,
      writeQuantity(figure.value, figure.unit),
      baseline,
      writeRatio(figure),
      writeInterval(figure),
      writeAim(figure),
      writeVerdict(figure),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return ['| measured | ours | beside | ratio | 95 % | aim | |', '|---|--:|---|--:|---|---|---|', ...rows].join('\n');
}

/** The results as a page. */
export function writeMarkdown(sections: readonly Section[], run: readonly string[], minutes: number): string {
  const parts = sections.map((section) =>
    [`## ${section.title}`, table(section), section.notes.map((note) => `- ${note}`).join('\n')].join('\n\n'),
  );
  return `${[
    '# Measured side by side',
    `Written by \`pnpm bench\` in ${minutes.toFixed(1)} minutes; [how to run and read it](README.md). Each figure is beside another one that was measured in the same run, in turn with it. The ratio is ours divided by the other; beside it stands the interval that has it with 95 % confidence, by the bootstrap over the rounds. An aim is met if the whole interval keeps it.`,
    run.map((line) => `- ${line}`).join('\n'),
    ...parts,
  ].join('\n\n')}\n`;
}
