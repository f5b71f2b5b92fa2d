import type { Blocks } from './parts.ts';

/** Cells of a row of pipes; pipes that are escaped or inside code separate nothing. */
export function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let code = false;
  const row = line.trim();
  for (let at = 0; at < row.length; at++) {
    const char = row.charAt(at);
    if (char === '\\' && row.charAt(at + 1) === '|') cell += row.charAt(++at);
    else if (char === '|' && !code) {
      cells.push(cell.trim());
      cell = '';
    } else {
      if (char === '`') code = row.includes('`', at + 1) && !code;
      cell += char;
    }
  }
  cells.push(cell.trim());
  if (cells[0] === '' && row.startsWith('|')) cells.shift();
  if (cells.at(-1) === '' && row.endsWith('|')) cells.pop();
  return cells;
}

export function isDelimiterRow(line: string): boolean {
  return line.includes('-') && line.includes('|') && /^[\s|:–—-]+$/.test(line);
}

/** Runs of at least two lines of pipes that the parser left as text. */
export function findBrokenTables(blocks: Pick<Blocks, 'lines' | 'tables' | 'code'>): Blocks['brokenTables'] {
  const known = new Set<number>();
  for (const table of blocks.tables) for (let line = table.fromLine; line <= table.toLine; line++) known.add(line);
  const found: Blocks['brokenTables'] = [];
  let from = 0;
  for (let line = 1; line <= blocks.lines.length + 1; line++) {
    const text = blocks.lines[line - 1] ?? '';
    const row = isRow(text) && !known.has(line) && blocks.code[line - 1] !== true;
    if (row && from === 0) from = line;
    if (row || from === 0) continue;
    const run = blocks.lines.slice(from - 1, line - 1);
    if (run.length > 1) found.push({ fromLine: from, toLine: line - 1, ...diagnosis(run) });
    from = 0;
  }
  return found;
}

/** A line that can only be meant as a row: pipes at both ends, or a delimiter row. */
function isRow(line: string): boolean {
  const text = line.trim();
  return (
    (text.startsWith('|') && text.length > 1 && text.indexOf('|', 1) > 0) ||
    (isDelimiterRow(text) && text.includes('--'))
  );
}

function diagnosis(run: readonly string[]): { reason: string; rows: number } {
  const delimiter = run.findIndex(isDelimiterRow);
  if (delimiter < 0) return { reason: 'it has no delimiter row under its header', rows: run.length - 1 };
  const header = cellsOf(run[delimiter - 1] ?? '').length;
  const width = cellsOf(run[delimiter] ?? '').length;
  const rows = run.length - delimiter - 1;
  if (delimiter > 0 && header !== width)
    return { reason: `its header has ${header} cells and its delimiter row ${width}`, rows };
  return { reason: 'its header row is missing', rows };
}
