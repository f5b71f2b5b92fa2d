import { refuse } from '../lib/errors.ts';
import { readJsonLines, type JsonLine } from '../lib/exchange/format/json-lines.ts';
import { ProblemList } from '../lib/exchange/format/problem-list.ts';
import { readNamedFile } from './read-file.ts';

/** The objects of a file of JSON lines with their rows, from 1. Refused with every line that cannot be read. */
export function readLineFile(path: string): JsonLine[] {
  const problems = new ProblemList();
  const lines = [...readJsonLines(readNamedFile(path), problems)];
  if (problems.any) refuse.invalid(`${path} cannot be read.`, problems.all);
  return lines;
}
