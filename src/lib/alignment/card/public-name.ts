/** A judge's name or model without the address of a server, which may be private. */
export const publicName = (name: string): string => name.replaceAll(/@https?:\/\/[^\s\],;+]*/g, '@private-server');
