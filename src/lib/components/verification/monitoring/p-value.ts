import { proportion } from '../../shared/format.ts';

/** `.037`, `< .001`; `–` if there is none. */
export const shownPValue = (p: number | null): string => (p !== null && p < 0.0005 ? '< .001' : proportion(p));
