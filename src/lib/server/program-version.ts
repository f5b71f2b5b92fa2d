let current = 'unknown';

/** Tells this process which version of Voirdire it is: the code in `lib` reads no package.json. */
export const tellProgramVersion = (version: string): void => void (current = version);

/** The version of Voirdire that this process runs; `unknown` if nothing told, as in tests. */
export const programVersion = (): string => current;
