/** How figures are written, everywhere the same: on pages, in charts and in files for people. */

const minus = '\u2212';

/** A number with so many decimals. A half is rounded away from 0, also one that binary numbers put a little below or above it. */
export const withDecimals = (value: number, digits: number): string =>
  ((Math.sign(value) * Math.floor(Math.abs(value) * 10 ** digits + 0.5 + 1e-9)) / 10 ** digits).toFixed(digits);

/** Decimals with which a value that is not 0, 1 or −1 does not read like it; a millionth apart is rounding of numbers in memory. */
function decimals(value: number, fewest: number, at: (digits: number) => number): number {
  const likeWhole = (shown: number): boolean => /^-?[01]$/.test(String(shown)) && Math.abs(value - shown) > 1e-6;
  let digits = fewest;
  while (digits < 6 && likeWhole(at(digits))) digits++;
  return digits;
}

/** `.938`, `1`, `–` for undefined; `.9996` and `.0004` with as many digits as tell them from 1 and 0. */
export function proportion(value: number | null | undefined, digits = 3): string {
  if (value === null || value === undefined) return '–';
  const text = withDecimals(
    Math.abs(value),
    decimals(value, digits, (at) => Number(withDecimals(value, at)))
  ).replace(/^0(?=\.)/, '');
  const trimmed = Number(text) === 1 ? '1' : text;
  return value < 0 && Number(text) !== 0 ? minus + trimmed : trimmed;
}

/** `.891–.965` */
export const interval = (low: number | null | undefined, high: number | null | undefined, digits = 3): string =>
  low === null || low === undefined || high === null || high === undefined
    ? '–'
    : `${proportion(low, digits)} – ${proportion(high, digits)}`;

/**
 * The same for bounds that are compared with a threshold, and wherever such an interval is repeated: rounded away from the
 * estimate, so that no bound is promised that was not reached.
 */
export const boundsOutward = (low: number | null | undefined, high: number | null | undefined): string =>
  low === null || low === undefined || high === null || high === undefined
    ? '–'
    : `${lowerBound(low)} – ${upperBound(high)}`;

/** The lower end alone: `.894` of .8946. */
export const lowerBound = (low: number): string => outward(low, Math.floor);

/** The upper end alone: `.895` of .8946. */
export const upperBound = (high: number): string => outward(high, Math.ceil);

function outward(end: number, rounded: typeof Math.floor): string {
  const at = (digits: number): number => {
    const [units, whole] = [end * 10 ** digits, Math.round(end * 10 ** digits)];
    return (Math.abs(units - whole) < 1e-9 ? whole : rounded(units)) / 10 ** digits;
  };
  const digits = decimals(end, 3, at);
  return proportion(at(digits), digits);
}

/** `73%`; `99.6%` and `0.4%` with as many digits as tell them from 100% and 0%. */
export const percent = (share: number | null | undefined, digits = 0): string =>
  share === null || share === undefined
    ? '–'
    : `${withDecimals(
        share * 100,
        decimals(share, digits, (at) => Number(withDecimals(share * 100, at)) / 100)
      )}%`;

/** `67 – 79%`: beside a `percent`. Takes shares. */
export const percentInterval = (low: number | null | undefined, high: number | null | undefined): string =>
  low === null || low === undefined || high === null || high === undefined
    ? '–'
    : `${percent(low).slice(0, -1)} – ${percent(high)}`;

/** `95%`, `97.5%`, `99.17%` */
export const confidenceLevel = (confidence: number): string => `${Number((100 * confidence).toFixed(2))}%`;

/** `5,120` */
export const count = (n: number): string => n.toLocaleString('en-GB');

export const points = (value: number | null | undefined, digits = 1): string =>
  value === null || value === undefined ? '–' : withDecimals(value, digits).replace('-', minus);

/** Decimals that tell values on a scale apart: a share from 0 to 1 needs three, one that can be far below 0 two, points up to 100 one. */
export const digitsOn = ({ min, max }: { min: number; max: number }): number =>
  max - min <= 2 ? 3 : max - min < 10 || max <= 1 ? 2 : 1;

/** `1 item`, `3 items` */
export const many = (n: number, one: string, several = `${one}s`): string => `${count(n)} ${n === 1 ? one : several}`;

/** `$1,250`, `$0.42`, `$0.0042`: cents, and below one cent two digits that count. */
export const dollars = (usd: number): string => {
  if (usd > 0 && usd < 0.01) return `$${usd.toLocaleString('en-GB', { maximumSignificantDigits: 2 })}`;
  const digits = usd < 100 ? 2 : 0;
  return `$${usd.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
};
