import { CST, Lexer, Parser } from 'yaml';

/** Tokens of a file, blanks and line ends among them: 1,000,000 take some seconds to read, a benchmark of thousands of criteria has a tenth. */
const MOST_TOKENS = 1_000_000;
/** Levels of lists and maps, for each of which the reader calls itself. Subtasks of subtasks have about ten. */
const MOST_LEVELS = 100;
/** The reader looks each alias up in the whole file. */
const MOST_ALIASES = 1_000;

interface NotationFault {
  /** Characters before the fault. */
  offset: number;
  problem: string;
  fix: string;
}

interface Open {
  part: CST.Token | null | undefined;
  level: number;
}

/**
 * The first place at which a YAML or JSON text is more than its reader takes in seconds, or names a key of a map twice; null if there is
 * none. Keys are compared here because the reader compares each with all others of its map. Takes time in proportion to the length.
 */
export function notationFault(text: string): NotationFault | null {
  let [tokens, aliases, offset] = [0, 0, 0];
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    // The lexer marks documents, scalars and broken lists by tokens of their own, which are not in the text.
    const isMark = token === CST.DOCUMENT || token === CST.FLOW_END || token === CST.SCALAR;
    if (!isMark) tokens += 1;
    if (!isScalar && token.startsWith('*')) aliases += 1;
    isScalar = token === CST.SCALAR;
    if (tokens > MOST_TOKENS)
      return fault(offset, `The file has more than ${MOST_TOKENS} parts.`, 'Split it into several rubrics.');
    if (aliases > MOST_ALIASES)
      return fault(offset, `The file has more than ${MOST_ALIASES} aliases.`, 'Write repeated parts out.');
    if (!isMark) offset += token.length;
  }
  for (const document of new Parser().parse(text)) {
    const open: Open[] = [{ part: document, level: 0 }];
    for (let at = open.pop(); at; at = open.pop()) {
      const { part, level } = at;
      if (part?.type === 'document') open.push({ part: part.value, level });
      if (!part || !('items' in part)) continue;
      if (level >= MOST_LEVELS)
        return fault(part.offset, `The file is nested more than ${MOST_LEVELS} levels deep.`, 'Nest its parts less.');
      const twice = repeatedKey(part.items);
      if (twice) return fault(twice.offset, 'Map keys must be unique.', 'Correct the notation (YAML or JSON).');
      for (const { key, value } of part.items.toReversed())
        open.push({ part: value, level: level + 1 }, { part: key, level: level + 1 });
    }
  }
  return null;
}

function repeatedKey(items: readonly CST.CollectionItem[]): CST.Token | null {
  const names = new Set<string>();
  for (const { key, sep } of items) {
    // An entry of a list has no separator.
    const name = key && sep ? CST.resolveAsScalar(key, true, () => undefined)?.value : undefined;
    if (name === undefined) continue;
    if (names.has(name)) return key!;
    names.add(name);
  }
  return null;
}

const fault = (offset: number, problem: string, fix: string): NotationFault => ({ offset, problem, fix });
