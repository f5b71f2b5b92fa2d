/**
 * Solution of A·x = b for a small square matrix, by elimination with row pivoting; null if A is singular (a pivot below
 * 1e-12 of the largest entry).
 */
export const solve = (matrix: readonly (readonly number[])[], right: readonly number[]): number[] | null => {
  const n = right.length;
  const a = matrix.map((row, i) => [...row, right[i]!]);
  const size = Math.max(0, ...matrix.flat().map(Math.abs));
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let row = column + 1; row < n; row++)
      if (Math.abs(a[row]![column]!) > Math.abs(a[pivot]![column]!)) pivot = row;
    if (Math.abs(a[pivot]![column]!) <= 1e-12 * size) return null;
    [a[column], a[pivot]] = [a[pivot]!, a[column]!];
    for (let row = column + 1; row < n; row++) {
      const factor = a[row]![column]! / a[column]![column]!;
      for (let j = column; j <= n; j++) a[row]![j]! -= factor * a[column]![j]!;
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let row = n - 1; row >= 0; row--) {
    let sum = a[row]![n]!;
    for (let j = row + 1; j < n; j++) sum -= a[row]![j]! * x[j]!;
    x[row] = sum / a[row]![row]!;
  }
  return x;
};
