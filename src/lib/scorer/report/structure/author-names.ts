/** Finds a name as a whole word: Li, not Liu or Li-Wei. Names in Han characters have no boundaries. */
export const authorName = (name: string): RegExp =>
  /\p{Script=Han}/u.test(name)
    ? new RegExp(name, 'u')
    : new RegExp(`(?<![\\p{L}\\p{M}'’-])${name}(?![\\p{L}\\p{M}-])`, 'u');
