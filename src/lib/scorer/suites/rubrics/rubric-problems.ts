/** Where in a rubric file something is wrong, what, and how to fix it. */
import { type Document, isMap, isPair, isScalar, type LineCounter, type Node } from 'yaml';
import { shortened } from '../../../messages/shortened.ts';

export interface RubricProblem {
  /** 1-based; null if the problem is of the whole file. */
  line: number | null;
  column: number | null;
  /** Like `criteria[2].weight`; empty for the file. */
  path: string;
  /** The fault, and how to fix it. */
  problem: string;
  fix: string;
}

export type Path = readonly PropertyKey[];

/** A value of the file as a refusal names it: a long one by its beginning. */
export const quoted = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(shortened(value, 100)) : shortened(JSON.stringify(value), 100);

/** A path as people write it: `criteria[2].weight`. */
export const pathInWords = (path: Path): string =>
  path.reduce<string>(
    (text, step) =>
      typeof step === 'number'
        ? `${text}[${String(step)}]`
        : /^[\w-]{1,100}$/u.test(String(step))
          ? `${text}${text === '' ? '' : '.'}${String(step)}`
          : `${text}[${quoted(String(step))}]`,
    ''
  );

/** Positions of values and keys in the file. */
export class RubricPlaces {
  readonly #document: Document;
  readonly #lines: LineCounter;
  constructor(document: Document, lines: LineCounter) {
    this.#document = document;
    this.#lines = lines;
  }

  /** Of the value at a path; if it is not there, of the nearest value around it. */
  at(path: Path): { line: number; column: number } | null {
    for (let length = path.length; length >= 0; length -= 1) {
      const node = this.#document.getIn(path.slice(0, length), true) as Node | undefined;
      const start = length === 0 ? this.#document.contents?.range?.[0] : node?.range?.[0];
      if (start !== undefined) return this.#of(start);
    }
    return null;
  }

  /** Of a field's name. */
  ofKey(path: Path, key: string): { line: number; column: number } | null {
    const map = path.length === 0 ? this.#document.contents : this.#document.getIn(path, true);
    if (!isMap(map)) return this.at(path);
    const pair = map.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === key);
    const start = isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
    return start === undefined ? this.at(path) : this.#of(start);
  }

  #of(offset: number): { line: number; column: number } {
    const { line, col } = this.#lines.linePos(offset);
    return { line, column: col };
  }
}

/** A message of a library as a sentence. */
export const asSentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.?$/u, '.')}`;

/** A problem on one line: `file:line:column path: what. How.` */
export function problemLine(file: string, { line, column, path, problem, fix }: RubricProblem): string {
  const place = line === null ? file : `${file}:${String(line)}:${String(column)}`;
  return `${place}${path === '' ? '' : ` ${path}`}: ${problem} ${fix}`;
}
