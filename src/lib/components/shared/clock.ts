/** `10:43` in UTC, so that server and browser write the same. */
export const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 16);
