/**
 * Characters without width that pages and documents insert, and that a copied name keeps: zero width space, word joiner, byte order mark, and
 * marks that turn the direction of the text behind them.
 */
const INVISIBLE = /[\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/g;

/**
 * The one form in which names and qids are kept: Unicode NFC, without blanks around and invisible characters. Every name that comes in, from a file or a
 * form, goes through here: letters that look alike are then the same code points.
 */
export const oneForm = (name: string): string => name.replace(INVISIBLE, '').trim().normalize('NFC');

/**
 * The name after full case folding (Unicode, section 5.18), in NFC. Two names with one key name one thing: they differ in capitals
 * or Unicode form alone, like Straße and STRASSE. The database keeps it beside names that are unique.
 */
export const nameKey = (name: string): string =>
  oneForm(
    oneForm(name)
      .normalize('NFD')
      .toLowerCase()
      // Capitals of ß or ﬁ are several letters. Folding leaves the dotless ı as it is, whose capital is that of i.
      .split('ı')
      .map((part) => part.toUpperCase().toLowerCase())
      .join('ı')
      .replaceAll('ς', 'σ')
  );

/**
 * A name without control characters, line ends, and marks that turn the direction of the text around it: behind U+202E, an e-mail is
 * shown from its end.
 */
export const inOneLine = (name: string): string => name.replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, '');

/** Whether a text can be the e-mail of an account: an @ in it, no blanks, and 254 characters in one line at most. */
export const isEmail = (text: string): boolean =>
  /^[^\s@]+@[^\s@]+$/.test(text) && inOneLine(text) === text && text.length <= 254;

const CONTROL_OR_SLASH = /[\p{Cc}\p{Noncharacter_Code_Point}/\\]/u;

/**
 * The reason why a name cannot be a part of a file name and of an address: `character` for a slash, a backslash, a control character or half of a
 * pair of code units, `dots` for a name that both read as a folder. Null if it can.
 */
export function nameFault(name: string): 'character' | 'dots' | null {
  if (CONTROL_OR_SLASH.test(name) || !name.isWellFormed()) return 'character';
  return /^\.\.?$/.test(name) ? 'dots' : null;
}

export const isSameName = (a: string, b: string): boolean => nameKey(a) === nameKey(b);

/** Looks things up by name, whatever its capitals and Unicode form. */
export class ByName<T> {
  readonly #things = new Map<string, T>();

  constructor(things: readonly T[] = [], nameOf?: (thing: T) => string) {
    for (const thing of things) this.set(nameOf!(thing), thing);
  }

  get size(): number {
    return this.#things.size;
  }

  /** In the order in which they came. */
  values = (): IterableIterator<T> => this.#things.values();
  get = (name: string): T | undefined => this.#things.get(nameKey(name));
  has = (name: string): boolean => this.#things.has(nameKey(name));
  set = (name: string, thing: T): void => void this.#things.set(nameKey(name), thing);
}

/** Kinds of systems, as people read them, in the order of arXiv 2510.14240, Table 1; the last is of arXiv 2606.12871, Table 3. */
export const systemCategories = {
  'single-agent-web': 'One agent with web search',
  'single-agent-deep-research': 'One agent for deep research',
  'multi-agent': 'Several agents',
  'agent-harness': 'One model in an agent harness'
} as const;

export type SystemCategory = keyof typeof systemCategories;

export const systemCategoryNames = Object.keys(systemCategories) as [SystemCategory, ...SystemCategory[]];

/** How much a system was allowed for one report, such as 5 tool calls. */
export interface SystemBudget {
  amount: number;
  unit: string;
}

/** A budget as it is written and kept, "5 tool calls"; null for a text of another form. Blanks are made one. */
export function readBudget(text: string): SystemBudget | null {
  const [, amount, unit] = /^(\d{1,12}(?:\.\d{1,6})?)\s+(\D.{0,59})$/.exec(oneForm(text).replace(/\s+/g, ' ')) ?? [];
  return amount === undefined || unit === undefined ? null : { amount: Number(amount), unit };
}

export const budgetInWords = ({ amount, unit }: SystemBudget): string => `${amount} ${unit}`;

const NAMED_BUDGET = /[\s,(–-]*\b(\d{1,4})[ -]((?:tool|search)[ -]calls?|calls?|searches)\b\)?/i;

/** A budget that a system's name seems to tell, such as "o3 (5 calls)", and the name without it: a guess that a person has to confirm. */
export function budgetInName(name: string): (SystemBudget & { rest: string }) | null {
  const [words, amount, unit] = NAMED_BUDGET.exec(name) ?? [];
  if (words === undefined) return null;
  const rest = name.replace(words, '').trim();
  return {
    amount: Number(amount),
    unit: /^search(?:es)?$/i.test(unit!) ? 'searches' : 'tool calls',
    rest: rest || name
  };
}
