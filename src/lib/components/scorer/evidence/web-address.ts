/** The address if it leads to the web, so that it can be linked; undefined for any other, as an imported verdict may hold one. */
export const webAddress = (url: string): string | undefined => (/^https?:\/\//i.test(url) ? url : undefined);
