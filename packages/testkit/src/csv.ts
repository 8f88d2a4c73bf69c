/** Reads a CSV (RFC 4180) with a header line into one object per line. */
export function readCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (let index = text.startsWith('\uFEFF') ? 1 : 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === ',' || (character === '\r' && text[index + 1] === '\n')) {
      rows.at(-1)?.push(cell);
      cell = '';
      if (character === '\r') {
        rows.push([]);
        index += 1;
      }
    } else cell += character;
  }
  const [head = [], ...lines] = rows.filter((row) => row.length > 0);
  return lines.map((line) => Object.fromEntries(head.map((name, index) => [name, line[index] ?? ''])));
}
