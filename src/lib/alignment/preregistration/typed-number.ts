/**
 * A number as people type it into a form or command: `.9` and `0,9`, whole ones as `1200` and `1,200`. A whole number is never read
 * with a decimal comma, which would make 1 of `1,000`.
 *
 * @returns NaN if it is none, or none that is whole
 */
export function typedNumber(text: string, { whole = false }: { whole?: boolean } = {}): number {
  const plain = text.trim().replace(/\s/gu, '');
  if (whole) return /^[+-]?(\d+|\d{1,3}(,\d{3})+)$/.test(plain) ? Number(plain.replaceAll(',', '')) : NaN;
  const digits = plain.replace(',', '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)(e-?\d+)?$/i.test(digits) ? Number(digits) : NaN;
}
