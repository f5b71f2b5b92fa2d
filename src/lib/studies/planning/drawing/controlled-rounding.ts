import type { Random } from '../../../stats/numbers/rng.ts';

/**
 * Shares out a sample over the cells of a two-way table, in proportion to what the cells hold.
 *
 * Purpose: a sample that is spread over rows (queries) and columns (systems) at once, without favouring any unit.
 * Property: with N = Σ counts and the exact shares e = take · count ∕ N, every cell, row total and column total is its
 * own share rounded up or down, the grand total is `take`, and the expectation of every cell is e. All arithmetic is on
 * integers (shares are kept as multiples of 1∕N), so the probabilities are exact.
 * Method: alternately raise and lower the fractional cells around a cycle until one of them is whole, with the chances
 * that leave the expectations as they were; repeat until all are whole.
 *
 * @param counts counts[row][column], whole numbers ≥ 0
 * @param take how many to draw, between 0 and N
 * @returns how many to draw from each cell, never more than it holds
 * @throws if `take` is not a whole number between 0 and N
 * Source: Cox 1987, "A constructive procedure for unbiased controlled rounding", JASA 82.
 */
export function controlledRounding(counts: readonly (readonly number[])[], take: number, random: Random): number[][] {
  const whole = counts.flat().reduce((sum, n) => sum + n, 0);
  if (!Number.isInteger(take) || take < 0 || take > whole)
    throw new Error(`controlledRounding requires a size between 0 and ${whole}, got ${take}`);
  const cells = openCells(counts, take, whole);
  roundCells(cells, whole, random);
  const result = counts.map((row) => row.map((n) => (whole === 0 ? 0 : Math.floor((take * n) / whole))));
  for (const { row, column, rest } of cells) {
    const drawn = result[row];
    if (rest === whole && drawn?.[column] !== undefined) drawn[column] += 1;
  }
  return result;
}

/** A cell whose share is not whole; `rest` is the fraction times N. */
interface OpenCell {
  row: number;
  column: number;
  rest: number;
}

/** The fractional cells, with a further row and column that fill every margin up to a whole number. */
function openCells(counts: readonly (readonly number[])[], take: number, whole: number): OpenCell[] {
  const cells: OpenCell[] = [];
  const rows = counts.map(() => 0);
  const columns = Array.from({ length: Math.max(0, ...counts.map((row) => row.length)) }, () => 0);
  counts.forEach((inRow, row) =>
    inRow.forEach((n, column) => {
      const rest = (take * n) % whole;
      if (rest === 0) return;
      cells.push({ row, column, rest });
      rows[row] = (rows[row]! + rest) % whole;
      columns[column] = (columns[column]! + rest) % whole;
    })
  );
  rows.forEach((rest, row) => {
    if (rest > 0) cells.push({ row, column: columns.length, rest: whole - rest });
  });
  columns.forEach((rest, column) => {
    if (rest > 0) cells.push({ row: rows.length, column, rest: whole - rest });
  });
  return cells;
}

/** Every margin is whole, so a row or column with one fractional cell has another: a walk always closes to a cycle. */
function roundCells(cells: readonly OpenCell[], whole: number, random: Random): void {
  const open = new Set(cells);
  const at = new Map<string, Set<OpenCell>>();
  const ends = (cell: OpenCell) => [`r${cell.row}`, `c${cell.column}`] as const;
  for (const cell of cells) for (const end of ends(cell)) at.set(end, (at.get(end) ?? new Set<OpenCell>()).add(cell));

  for (const start of cells) {
    while (open.has(start)) {
      const cycle = findCycle(start);
      const up = Math.min(...cycle.map(({ rest }, i) => (i % 2 === 0 ? whole - rest : rest)));
      const down = Math.min(...cycle.map(({ rest }, i) => (i % 2 === 0 ? rest : whole - rest)));
      const shift = random.below(up + down) < down ? up : -down;
      cycle.forEach((cell, i) => {
        cell.rest += i % 2 === 0 ? shift : -shift;
        if (cell.rest !== 0 && cell.rest !== whole) return;
        open.delete(cell);
        for (const end of ends(cell)) at.get(end)?.delete(cell);
      });
    }
  }

  function findCycle(start: OpenCell): OpenCell[] {
    const path: OpenCell[] = [];
    const seen = new Map<string, number>();
    let end: string = ends(start)[0];
    let cell = start;
    for (;;) {
      const before = seen.get(end);
      if (before !== undefined) return path.slice(before);
      seen.set(end, path.length);
      path.push(cell);
      end = ends(cell).find((other) => other !== end)!;
      const came = cell;
      cell = [...at.get(end)!].find((other) => other !== came)!;
    }
  }
}
