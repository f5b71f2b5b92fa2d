import { existsSync } from 'node:fs';
import { refuse } from '../lib/errors.ts';
import { readNamedText } from './read-file.ts';

/** Reads the text of a file that is there. @param otherwise what to do if it is not */
export function rubricText(file: string, otherwise = 'check the path'): string {
  if (!existsSync(file)) refuse.unavailable(file, otherwise);
  return readNamedText(file);
}
