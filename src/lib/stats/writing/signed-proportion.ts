import { proportion } from './figures.ts';

/** A difference of shares with its sign: `+.012`, `−.012`, `.000`, and `–` for undefined. */
export const signedProportion = (value: number | null | undefined, digits = 3): string => {
  const text = proportion(value, digits);
  return (value ?? 0) > 0 && Number(text) !== 0 ? `+${text}` : text;
};
