import { zipSync } from 'fflate';

/** Texts as a zip archive, the same bytes for the same texts. @param files by path in the archive */
export function zipped(files: Readonly<Record<string, string>>): Uint8Array {
  const encoder = new TextEncoder();
  const members = Object.entries(files).map(([path, text]) => [path, encoder.encode(text)] as const);
  return zipSync(Object.fromEntries(members), { mtime: new Date(1980, 0, 1) });
}

/** A name as one part of a path, whatever it contains. */
export const pathPart = (name: string): string => encodeURIComponent(name.toWellFormed()).replaceAll('.', '%2E');
