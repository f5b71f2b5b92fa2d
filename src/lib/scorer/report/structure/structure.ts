import type { Token } from 'markdown-it';
import { readCitations } from './citations.ts';
import { ReadBlocks } from './blocks.ts';
import { normalise, parse } from './markdown.ts';
import type { Citation, ReferenceEntry, ReferenceSection, Structure } from './parts.ts';
import { readReferences } from './references.ts';

class ReadStructure extends ReadBlocks implements Structure {
  readonly text: string;
  readonly references: ReferenceSection[];
  #citations: Citation[] | undefined;
  constructor(text: string, tokens?: readonly Token[], later?: () => readonly Token[]) {
    super(text, tokens, later);
    this.text = text;
    this.references = readReferences(this);
  }
  /** Citations are looked for when they are first asked for. */
  get citations(): Citation[] {
    return (this.#citations ??= readCitations(this.text, this, this.references));
  }
}

/** Reads what can be known of a report without understanding it. Never throws; time grows with the length. */
export const readStructure = (markdown: string): Structure => new ReadStructure(normalise(markdown));

/** The same with the tokens from which it was read, for callers that make something else of them. */
export function readParsed(markdown: string): { structure: Structure; tokens: Token[] } {
  const text = normalise(markdown);
  const tokens = parse(text);
  return { structure: new ReadStructure(text, tokens, () => parse(text)), tokens };
}

/** All entries of all lists, by number. */
export function entriesByNumber(structure: Structure): Map<number, ReferenceEntry[]> {
  const found = new Map<number, ReferenceEntry[]>();
  for (const { entries } of structure.references)
    for (const entry of entries)
      if (entry.number !== null) {
        const same = found.get(entry.number);
        if (same) same.push(entry);
        else found.set(entry.number, [entry]);
      }
  return found;
}
