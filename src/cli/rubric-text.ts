import { existsSync } from 'node:fs';
import { refuse } from '../lib/errors.ts';
import { readNamedText } from './read-file.ts';

/** Reads the text of a file that is there. */
export function rubricText(file: string): string {
  if (!existsSync(file)) refuse.unavailable(file, 'check the path');
  return readNamedText(file);
}
