import { refuse } from '$lib/errors.ts';

/** The number of a version in an address. */
export const versionNumber = (text: string): number =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : refuse.notFound('version');
