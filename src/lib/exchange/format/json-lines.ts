import { parseExact } from '../../canonical-json.ts';
import { jsonFault } from '../../messages/json-faults.ts';
import { sayingsOf } from '../../messages/sayings.ts';
import type { FileContent } from './file-content.ts';
import { isObject, isTooDeep, MOST_LEVELS, type JsonObject } from './json-value.ts';
import { isOneTooMany, type ProblemList } from './problem-list.ts';
import { repeatedKeys, shownKeys } from './repeated-keys.ts';
import { textLines } from './text-lines.ts';

const say = sayingsOf('importProblems');

export type { JsonObject };

export interface JsonLine {
  /** 1-based line in the file. */
  row: number;
  value: JsonObject;
}

/**
 * One JSON object per line. Blank lines are skipped but counted; every line that cannot be read is a problem.
 *
 * @param longest most MB of a line, as characters
 */
export function* readJsonLines(content: FileContent, problems: ProblemList, longest = Infinity): Generator<JsonLine> {
  for (const { row, text } of textLines(content, problems)) {
    if (isOneTooMany(row, problems)) return;
    const line = text.trim();
    if (line === '') continue;
    if (line.length > longest * 1024 * 1024) {
      problems.add(row, 'line', say('lineTooLong', { most: longest }));
      continue;
    }
    if (isTooDeep(line)) {
      problems.add(row, 'line', say('jsonLevels', { most: MOST_LEVELS }), line);
      continue;
    }
    try {
      const value = parseExact(line);
      const repeated = isObject(value) ? repeatedKeys(line) : [];
      if (repeated.length > 0) problems.add(row, 'line', say('keyRepeated', { keys: shownKeys(repeated) }));
      else if (isObject(value)) yield { row, value };
      else problems.add(row, 'line', say('notObjectLine'), line);
    } catch (error) {
      problems.add(row, 'line', say('notJsonLine', { why: jsonFault(error) }), line);
    }
  }
}

/** First of `names` that the object has a value for. */
export function pick(value: JsonObject, ...names: string[]): { name: string; value: unknown } {
  for (const name of names) {
    const found = Object.hasOwn(value, name) ? value[name] : undefined;
    if (found !== undefined && found !== null) return { name, value: found };
  }
  return { name: names[0] ?? '', value: undefined };
}

/** The field as text; a missing one is ''. Numbers are accepted if `numbers` says so, for ids. */
export function jsonLinesText(
  line: JsonLine,
  field: { name: string; value: unknown },
  problems: ProblemList,
  numbers: 'numbers' | 'text only' = 'text only'
): string {
  const { name, value } = field;
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (numbers === 'numbers' && typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  problems.add(line.row, name, say(numbers === 'numbers' ? 'notTextOrWhole' : 'notText'), JSON.stringify(value));
  return '';
}

export const writeJsonLines = (values: Iterable<object>): string => [...jsonLines(values)].join('');

/** The same in pieces of some tens of thousands of characters, for what need not be held whole. */
export function* jsonLines(values: Iterable<object>): Generator<string> {
  let piece = '';
  for (const value of values) {
    piece += `${JSON.stringify(value)}\n`;
    if (piece.length < 65_536) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
