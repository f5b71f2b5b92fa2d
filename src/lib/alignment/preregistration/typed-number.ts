import type { Saying } from '../../messages/sayings.ts';
import { fieldSays } from '../../errors.ts';

const withoutSpaces = (text: string): string => text.replace(/\s/gu, '');

/** A comma that may separate thousands or decimals: `1,200`. */
const UNCLEAR = /^[+-]?[1-9]\d{0,2},\d{3}$/;

/**
 * A number as people type it into a form or command: `.9` and `0,9`, `1200`, and `1,200` if it has to be whole. With decimals
 * allowed, `1,200` may be 1200 or 1.2 and is none.
 *
 * @returns NaN if it is none, or none that is whole
 */
export function typedNumber(text: string, { whole = false }: { whole?: boolean } = {}): number {
  const plain = withoutSpaces(text);
  if (/^[+-]?\d{1,3}(,\d{3})+$/.test(plain) && (whole || /,.*,/.test(plain))) return Number(plain.replaceAll(',', ''));
  if (whole) return /^[+-]?\d+$/.test(plain) ? Number(plain) : NaN;
  const digits = plain.replace(',', '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)(e-?\d+)?$/i.test(digits) && !UNCLEAR.test(plain) ? Number(digits) : NaN;
}

/** The refusal of a number with decimals whose comma is unclear, a percentage as well; null for any other text. */
export function unclearComma(text: string): Saying | null {
  const plain = withoutSpaces(text).replace(/%$/, '');
  if (!UNCLEAR.test(plain)) return null;
  const [thousands, decimals] = ['', '.'].map((sign) => String(Number(plain.replace(',', sign))));
  return fieldSays('commaUnclear', { thousands: thousands!, decimals: decimals! });
}
