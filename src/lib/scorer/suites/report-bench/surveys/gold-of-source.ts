/** A survey's gold references from its LaTeX source: what its main text cites, joined with its bibliography. */
import type { GoldReference } from '../gold-list.ts';
import { titleKey } from '../titles.ts';
import { readBbl, readBib, type Bibliography, type BibliographyEntry } from './bibliography.ts';
import { plainTex } from './tex-reading.ts';
import { citedKeys, mainTextOf, pathWithin, type SourceFiles } from './citations.ts';
import type { PaperMetadata } from './metadata.ts';

export interface SourceGold {
  references: GoldReference[];
  /** The file with the main text. */
  main: string;
  /** The main text without most of its TeX, for the model that writes a prompt; at most 150,000 characters. */
  text: string;
  /** Remarks for people who verify the list: counts with the first names. */
  notes: string[];
}

/** Characters of a survey's text that are kept. */
const LONGEST_TEXT = 150_000;

const shown = (names: readonly string[]): string =>
  names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '');

/**
 * The works that a survey cites in its main text, in the order in which it cites them first. The survey itself, and works that are
 * certainly later than its last version, are no gold references (section 2.2 of the paper).
 *
 * @returns the reason if nothing can be told
 */
export function goldOfSource(
  files: SourceFiles,
  survey: Pick<PaperMetadata, 'arxiv' | 'title' | 'versions'>
): SourceGold | { reason: string } {
  const document = mainTextOf(files);
  if (!document) return { reason: 'No file has \\documentclass and \\begin{document}' };
  const keys = citedKeys(document.text);
  if (keys.length === 0)
    return { reason: `The main text (${document.main}) cites nothing by \\cite or one of its kin` };
  const { entries, damaged } = bibliographyOf(files, document.whole);
  if (entries.size === 0)
    return { reason: 'There is no bibliography: no .bib, no .bbl and no thebibliography with entries' };

  const folded = new Map([...entries.values()].map((entry) => [entry.key.toLowerCase(), entry]));
  const last = survey.versions.at(-1)?.slice(0, 7) ?? null;
  const [unknown, later, own]: [string[], string[], string[]] = [[], [], []];
  const references: GoldReference[] = [];
  const seen = new Set<BibliographyEntry>();
  for (const key of keys) {
    const entry = entries.get(key) ?? folded.get(key.toLowerCase());
    if (!entry) unknown.push(key);
    else if (seen.has(entry)) continue;
    else if (isSurvey(entry, survey)) own.push(key);
    else if (last !== null && isLater(entry, last)) later.push(key);
    else references.push({ ...entry, citations: null });
    if (entry) seen.add(entry);
  }
  if (references.length === 0)
    return { reason: `None of ${keys.length} cited keys is in the bibliography, such as ${shown(unknown)}` };

  const notes: string[] = [];
  const note = (what: string, names: readonly string[]) =>
    names.length > 0 && notes.push(`${what}: ${names.length} (${shown(names)})`);
  note('Other files that could be the main text', document.others);
  note('Files that are not in the source', document.missing);
  note('Macros that expand to themselves, left as they stand', document.recursive);
  note('Macros that could not be read somewhere, left as they stand there', document.unread);
  if (document.stoppedAt !== null)
    notes.push(
      `Macros are not expanded from ${document.stoppedAt} on: they would make too much text, or too many are not closed`
    );
  note('Cited keys that are not in the bibliography', unknown);
  note('Entries without a title that could be read', references.filter(({ title }) => titleKey(title) === '').map(({ key }) => key)); // prettier-ignore
  note('Works later than the survey’s last version, left out', later);
  note('The survey itself, left out', own);
  const uncited = [...entries.keys()].filter((key) => !seen.has(entries.get(key)!));
  note('Entries that the main text does not cite, left out', uncited);
  if (damaged > 0) notes.push(`Entries of the bibliography that could not be read: ${damaged}`);
  const text = plainTex(document.text.slice(0, 3 * LONGEST_TEXT)).slice(0, LONGEST_TEXT);
  return { references, main: document.main, text, notes };
}

const isSurvey = (entry: BibliographyEntry, survey: Pick<PaperMetadata, 'arxiv' | 'title'>): boolean =>
  entry.arxiv === survey.arxiv.toLowerCase() ||
  (titleKey(entry.title) !== '' && titleKey(entry.title) === titleKey(survey.title));

/** Whether an entry is certainly later than a month: by its arXiv id, else by its year. */
function isLater({ arxiv, year }: BibliographyEntry, month: string): boolean {
  const id = /^(\d\d)(\d\d)\./.exec(arxiv ?? '');
  if (id) return `20${id[1]!}-${id[2]!}` > month;
  return year !== null && year.slice(0, 4) > month.slice(0, 4);
}

/** Entries of the .bib files that a document names, else of all; then of lists that were made of them, for keys still missing. */
function bibliographyOf(files: SourceFiles, text: string): Bibliography {
  const named = Array.from(
    text.matchAll(/\\(?:bibliography|addbibresource)\s*(?:\[[^\]]{0,500}\])?\s*\{([^{}]{1,5000})\}/g),
    (one) => one[1]!
  )
    .flatMap((list) => list.split(','))
    .map((name) => pathWithin(name.trim().replace(/(?:\.bib)?$/i, '.bib'))?.toLowerCase());
  const bibs = [...files].filter(([path]) => /\.bib$/i.test(path));
  const own = bibs.filter(([path]) => named.some((name) => name !== undefined && `/${path.toLowerCase()}`.endsWith(`/${name}`))); // prettier-ignore
  const lists = [
    ...(own.length > 0 ? own : bibs).map(([, bib]) => readBib(bib)),
    ...[...files].filter(([path]) => /\.bbl$/i.test(path)).map(([, bbl]) => readBbl(bbl)),
    readBbl(text)
  ];
  const entries = new Map<string, BibliographyEntry>();
  for (const list of lists) for (const [key, entry] of list.entries) if (!entries.has(key) || (entries.get(key)!.title === '' && entry.title !== '')) entries.set(key, entry); // prettier-ignore
  return { entries, damaged: lists.reduce((sum, { damaged }) => sum + damaged, 0) };
}
