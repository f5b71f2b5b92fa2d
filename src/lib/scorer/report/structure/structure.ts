import type { Token } from 'markdown-it';
import { readCitations } from './citations.ts';
import { readBlocks } from './blocks.ts';
import { lazily, normalise, parse } from './markdown.ts';
import type { ReferenceEntry, Blocks, Structure } from './parts.ts';
import { readReferences } from './references.ts';

/** Reads what can be known of a report without understanding it. Never throws; time grows with the length. */
export function readStructure(markdown: string): Structure {
  const text = normalise(markdown);
  return structureOf(text, readBlocks(text));
}

/** The same with the tokens from which it was read, for callers that make something else of them. */
export function readParsed(markdown: string): { structure: Structure; tokens: Token[] } {
  const text = normalise(markdown);
  const tokens = parse(text);
  return {
    structure: structureOf(
      text,
      readBlocks(text, tokens, () => parse(text))
    ),
    tokens
  };
}

/** Citations are looked for when they are first asked for. */
function structureOf(text: string, blocks: Blocks): Structure {
  const references = readReferences(blocks);
  const structure: Structure = Object.assign(blocks, { text, references, citations: [] });
  lazily(structure, 'citations', () => readCitations(text, structure, references));
  return structure;
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
