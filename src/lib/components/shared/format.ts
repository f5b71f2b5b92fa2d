/** How figures and times are written, everywhere the same. */

const minus = '\u2212';
const thin = '\u202f';

/** `.938`, `1`, `–` for undefined. */
export function proportion(value: number | null | undefined, digits = 3): string {
  if (value === null || value === undefined) return '–';
  const text = Math.abs(value)
    .toFixed(digits)
    .replace(/^0(?=\.)/, '');
  const trimmed = Number(text) === 1 ? '1' : text;
  return value < 0 && Number(text) !== 0 ? minus + trimmed : trimmed;
}

/** `.891–.965` */
export const interval = (low: number | null | undefined, high: number | null | undefined, digits = 3): string =>
  low === null || low === undefined || high === null || high === undefined
    ? '–'
    : `${proportion(low, digits)} – ${proportion(high, digits)}`;

/** `73 %` */
export const percent = (share: number | null | undefined, digits = 0): string =>
  share === null || share === undefined ? '–' : `${(share * 100).toFixed(digits)}${thin}%`;

/** `5,120` */
export const count = (n: number): string => n.toLocaleString('en-GB');

export const points = (value: number | null | undefined, digits = 1): string =>
  value === null || value === undefined ? '–' : value.toFixed(digits).replace('-', minus);

/** `1 h 12 min`, `48 s` */
export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '–';
  const s = Math.round(seconds);
  if (s < 60) return `${s} s`;
  if (s < 3600) return s % 60 === 0 ? `${Math.floor(s / 60)} min` : `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${Math.floor(s / 3600)} h ${Math.round((s % 3600) / 60)} min`;
}

/** `2 May 2026, 10:43` in UTC, so that server and browser write the same. */
export const dateTime = (ms: number): string => `${date(ms)}, ${time(ms)}`;

export const date = (ms: number): string =>
  new Date(ms).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

export const time = (ms: number): string =>
  new Date(ms).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

/** `1 item`, `3 items` */
export const many = (n: number, one: string, several = `${one}s`): string => `${count(n)} ${n === 1 ? one : several}`;

/** `$0.42`, `$1,250`, `less than $0.01` */
export const dollars = (usd: number): string => {
  if (usd > 0 && usd < 0.005) return 'less than $0.01';
  return `$${usd.toLocaleString('en-GB', { minimumFractionDigits: usd < 100 ? 2 : 0, maximumFractionDigits: usd < 100 ? 2 : 0 })}`;
};
