import type { Place } from '../../verdict.ts';
import { placesInOrder } from './claims-places.ts';
import { readSegments, type Segment } from './claims-segments.ts';
import { covered, isCheckable, type Statement } from './claims-sentences.ts';
import { readNamedPages, type CitedSource, type Sources } from './claims-sources.ts';
import { readReport } from '../read-report.ts';

export type { CitedSource } from './claims-sources.ts';

/** One statement of a report and one page that it cites. */
export interface Claim {
  /** `claim-1` … in the order of the text; a statement that cites three pages makes three claims. */
  key: string;
  /** The statement in plain words, without its citations. */
  text: string;
  /** Its context, from the outside in: heading, lead-in, item; and the sentence before if it refers to that. */
  under: string[];
  /** Key of the source that it cites. */
  source: string;
  /** Where the statement stands in the report as people read it; null if it was not found there. */
  place: Place | null;
}

export interface ClaimPairs {
  sources: CitedSource[];
  claims: Claim[];
}

/** Statements and segments that one line such as “Sources: [1], [2]” can stand for. */
const REACH = 40;

/** Whether a segment lies in the same place as another: under one heading and, if lists are, in the same one. */
const together = (a: Segment, b: Segment): boolean => a.section === b.section;

/** “Source: [1]” on a line of its own stands for what has no citation above it: paragraph, items of its list, or rows. */
const coverAbove = (segments: readonly Segment[], at: number): void => {
  const own = segments[at];
  const cites = own?.statements.flatMap((one) => one.cites) ?? [];
  const nearest = segments[at - 1];
  if (!own || !nearest || cites.length === 0 || !together(own, nearest)) return;
  const holder = nearest.holder;
  const depth = own.holder === holder ? own.depth : 0;
  for (let back = at - 1; back >= Math.max(0, at - REACH); back--) {
    const before = segments[back];
    if (!before || !together(own, before) || before.holder !== holder || before.depth < depth) break;
    const has = before.statements.some((one) => one.cites.length > 0);
    if (before.kind === 'row') {
      if (!has) for (const one of before.statements) one.cites = [...cites];
      continue;
    }
    const last = before.statements.at(-1);
    if (!last || last.cites.length > 0) break;
    last.cites = [...cites];
    last.cited = true;
    before.statements = covered(before.statements);
    if (has || holder === 0) break;
  }
};

/** `Figures for 2024 [1]:` stands for the items below that have no citation of their own. */
const coverBelow = (segments: readonly Segment[], at: number): void => {
  const own = segments[at];
  const last = own?.statements.at(-1);
  if (!own || !last || !/[:：]\W*$/u.test(last.text) || last.cites.length === 0) return;
  for (let ahead = at + 1; ahead <= Math.min(segments.length - 1, at + REACH); ahead++) {
    const after = segments[ahead];
    if (!after || !together(own, after) || after.kind === 'paragraph' || (own.depth > 0 && after.depth <= own.depth))
      break;
    if (own.depth === 0 && after.holder !== segments[at + 1]?.holder) break;
    if (after.statements.some((one) => one.cites.length > 0)) continue;
    for (const one of after.statements) one.cites = [...last.cites];
  }
};

const isBare = ({ statements }: Segment): boolean => statements.every((one) => one.bare);

/** A statement that is read with the one before it: it begins with a pronoun, or in the middle of a sentence. */
const REFERS_BACK =
  /^(?:(?:it|its|they|their|them|this|that|these|those|he|she|his|her|such|both|the (?:former|latter|same|two))\b|其|该|它|这|此|两者|后者|前者)/i;
const GOES_ON = /^\p{Ll}/u;

const contextOf = (segment: Segment, at: number): string[] => {
  const before = segment.statements[at - 1];
  const own = segment.statements[at];
  return before && own && segment.kind !== 'row' && (REFERS_BACK.test(own.text) || GOES_ON.test(own.text))
    ? [...segment.under, before.text]
    : segment.under;
};

const sourcesOf = (statement: Statement, cited: (citation: number) => readonly number[]): number[] => [
  ...new Set(statement.cites.flatMap(cited))
];

/**
 * Pairs the claims of a report with the pages that they cite (arXiv 2510.14240, section 4.2 and appendix E: claims and the URLs they
 * are linked to, grouped by URL). Pure; time grows with the length of the report.
 *
 * - A citation of any style whose address is known belongs to the sentence that it stands in or directly follows; if
 *   clauses parted by semicolons have citations of their own, to its clause.
 * - Citations at the end of a paragraph, an item or a cell also cover the sentences since the citation before. Citations
 *   alone on a line (“Sources: [1], [2]”) cover what stands directly above without any: paragraph, items, rows.
 * - In a table, a citation in the first cell or in a cell of its own belongs to the row; elsewhere to its cell. The claim
 *   names the row and the columns, so that it can be read alone.
 * - Headings, the lists of references, code, images, questions, lead-ins and pointers (“see below”) make no claim.
 *
 * Each page is one source (`pageKey`: query strings count, fragments do not). Sources without claims are pages that nothing
 * checkable cites; they stand last if only a list of references names them.
 */
export const pairClaims = (markdown: string): ClaimPairs => {
  const report = readReport(markdown);
  const { structure } = report;
  const sources: Sources = readNamedPages(structure);
  const cited = (citation: number): readonly number[] => {
    const found = structure.citations[citation];
    return found ? sources.of(found) : [];
  };
  const segments = readSegments(structure, cited);
  segments.forEach((segment, at) => {
    if (isBare(segment)) coverAbove(segments, at);
    else coverBelow(segments, at);
  });
  const claims: Claim[] = [];
  if (sources.all.length === 0) return { sources: [], claims };
  const places = placesInOrder(report.rendered.blocks);
  for (const segment of segments) {
    const start = places.from();
    segment.statements.forEach((statement, at) => {
      const place = places.find(statement.pieces, segment.block, segment.kind === 'row');
      if (segment.kind === 'row' && at === 0) places.back(start);
      if (!isCheckable(statement)) return;
      for (const index of sourcesOf(statement, cited)) {
        const source = sources.all[index];
        if (source)
          claims.push({
            key: `claim-${claims.length + 1}`,
            text: statement.text,
            under: contextOf(segment, at),
            source: source.key,
            place
          });
      }
    });
  }
  return { sources: [...sources.all], claims };
};
