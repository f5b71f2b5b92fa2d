export type Alignment = 'left' | 'right';

/** Rows of text under a header, in columns two blanks apart; two blanks stand before each line. */
export function textTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  align: readonly Alignment[] = []
): string {
  const lines = [header, ...rows];
  const widths = header.map((_, i) => Math.max(...lines.map((cells) => width(cells[i] ?? ''))));
  return lines
    .map((cells) =>
      cells
        .map((cell, i) => {
          const blanks = ' '.repeat(widths[i]! - width(cell));
          return align[i] === 'right' ? blanks + cell : cell + blanks;
        })
        .join('  ')
    )
    .map((line) => `  ${line}`.trimEnd())
    .join('\n');
}

/** Columns that a terminal gives to a text: two for East Asian letters, none for marks that combine. */
function width(text: string): number {
  let columns = 0;
  for (const letter of text.normalize('NFC'))
    if (/\p{Mark}/u.test(letter)) continue;
    else
      columns += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(
        letter
      )
        ? 2
        : 1;
  return columns;
}
