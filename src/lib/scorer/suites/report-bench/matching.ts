import type { GoldList, GoldReference } from './gold-list.ts';
import { arxivIdOf, doiKey } from './identifiers.ts';
import { areNear, titleKey } from './titles.ts';

/** A work that a report refers to, as a page or its own list of references tells it. */
export interface FoundReference {
  /** Where it stands in the report, unique in it. */
  key: string;
  /** `unresolvable`: whether it is scholarly could not be found out, e.g. of a page that is gone. */
  kind: 'scholarly' | 'not-scholarly' | 'unresolvable';
  title: string | null;
  arxiv: string | null;
  doi: string | null;
  /** When it appeared: YYYY, YYYY-MM or YYYY-MM-DD; null if that is not known. */
  published: string | null;
}

type Described = Pick<FoundReference, 'arxiv' | 'doi'> & { title: string | null };

/** The identifiers of a work in one form, `arxiv:…` before `doi:…`; the DOI that arXiv gives a paper is its arXiv id. */
const identifiersOf = ({ arxiv, doi }: Pick<Described, 'arxiv' | 'doi'>): string[] => {
  const ids = [arxiv === null ? null : arxivIdOf(arxiv), doi === null ? null : arxivIdOf(doi)];
  const known = ids.filter((id) => id !== null).map((id) => `arxiv:${id}`);
  const other = doi === null || arxivIdOf(doi) !== null || doi.trim() === '' ? [] : [`doi:${doiKey(doi)}`];
  return [...new Set([...known, ...other])];
};

const titleOf = ({ title }: Described): string => titleKey(title ?? '');

/** Entries of a gold list that are one work. */
export interface Work {
  /** In the order of the list; the first one's key names the work. */
  entries: GoldReference[];
}

/** The distinct works of a gold list: entries with the same normalised title are one, those without a title each its own. */
const distinctWorks = (references: readonly GoldReference[]): Work[] => {
  const byTitle = new Map<string, Work>();
  const works: Work[] = [];
  for (const entry of references) {
    const title = titleOf(entry);
    const known = title === '' ? undefined : byTitle.get(title);
    if (known) known.entries.push(entry);
    else {
      const work = { entries: [entry] };
      works.push(work);
      if (title !== '') byTitle.set(title, work);
    }
  }
  return works;
};

/** A reference of a report with those that repeat it. */
interface Cited {
  first: FoundReference;
  all: FoundReference[];
  ids: string[];
  titles: string[];
}

/** References with an identifier or a normalised title in common are one, over any number of steps. In the order of the report. */
const withoutRepeats = (found: readonly FoundReference[]): Cited[] => {
  let cited: Cited[] = [];
  for (const one of found) {
    const title = titleOf(one);
    const own: Cited = { first: one, all: [one], ids: identifiersOf(one), titles: title === '' ? [] : [title] };
    const same = (other: Cited) =>
      other.ids.some((id) => own.ids.includes(id)) || other.titles.some((key) => own.titles.includes(key));
    const joined = [...cited.filter(same), own];
    if (joined.length === 1) cited.push(own);
    else {
      const merged = joined.reduce((into, { all, ids, titles }) => ({
        first: into.first,
        all: [...into.all, ...all],
        ids: [...new Set([...into.ids, ...ids])],
        titles: [...new Set([...into.titles, ...titles])]
      }));
      cited = cited.flatMap((other) => (other === joined[0] ? [merged] : joined.includes(other) ? [] : [other]));
    }
  }
  return cited;
};

/**
 * How a reference's date stands to the cut-off month: `same-month` is no violation; `undecidable` if only the year is known
 * and is the cut-off's. A new arXiv id tells the month of the first version, whatever else is said.
 */
type Timing = 'before' | 'same-month' | 'later' | 'undecidable' | 'no-date' | 'no-cut-off';

/** The month in an arXiv id, YYYY-MM: `2301.00001`, and `hep-th/9901001` of before April 2007. */
const arxivMonth = (id: string): string | null => {
  const [, year, month] = /(?:^|\/)(\d\d)(0[1-9]|1[0-2])(?:\.\d{4,5}|\d{3})$/.exec(id) ?? [];
  if (year === undefined) return null;
  return `${Number(year) >= 91 ? '19' : '20'}${year}-${month}`;
};

/** @param cutOff YYYY-MM; null if the prompt names none */
export const timingOf = (work: Pick<FoundReference, 'arxiv' | 'doi' | 'published'>, cutOff: string | null): Timing => {
  if (cutOff === null) return 'no-cut-off';
  const id = identifiersOf(work).find((one) => one.startsWith('arxiv:'));
  const month = (id && arxivMonth(id.slice('arxiv:'.length))) ?? /^\d{4}-\d{2}/.exec(work.published ?? '')?.[0];
  if (month) return month > cutOff ? 'later' : month === cutOff ? 'same-month' : 'before';
  const year = /^\d{4}/.exec(work.published?.trim() ?? '')?.[0];
  if (year === undefined) return 'no-date';
  return year > cutOff.slice(0, 4) ? 'later' : year === cutOff.slice(0, 4) ? 'undecidable' : 'before';
};

/** A reference of a report beside the gold list. */
export interface MatchedReference {
  reference: FoundReference;
  /** Keys of references that are the same work. */
  repeats: string[];
  /** Null if it is not in the gold list. */
  match: { work: Work; by: 'arxiv' | 'doi' | 'title' } | null;
  isSourceSurvey: boolean;
  timing: Timing;
  /** Works of the gold list whose title is this one's but for a subtitle: not matched, for people to look at. */
  near: Work[];
}

export interface Matching {
  /** Of scholarly and unresolvable references, without repeats, in the order of the report. */
  references: MatchedReference[];
  /** Distinct works of the gold list. */
  works: Work[];
  /** Works that no reference matched. */
  missed: Work[];
  /** References that are not scholarly, as cited. */
  notScholarly: FoundReference[];
}

/**
 * Matches the references of a report with the works of a gold list, one to one: by arXiv id, then by DOI, then by normalised
 * title. The source survey is never matched. A reference that repeats an earlier one counts once, as a repeated work of the
 * gold list does.
 *
 * Source: arXiv 2508.15804, section 2.2; the order of identifiers, repeats and near misses are decisions of
 * `docs/suites/report-bench.md`.
 */
export const matchReferences = (found: readonly FoundReference[], gold: GoldList): Matching => {
  const works = distinctWorks(gold.references);
  const cited = withoutRepeats(found.filter(({ kind }) => kind !== 'not-scholarly'));
  const survey = {
    ids: identifiersOf({ arxiv: gold.survey.arxiv, doi: null }),
    title: titleKey(gold.survey.title)
  };
  const isSurvey = ({ ids, titles }: Cited): boolean =>
    ids.some((id) => survey.ids.includes(id)) || titles.includes(survey.title);

  const keysOf = works.map(({ entries }) => ({
    arxiv: entries.flatMap((one) => identifiersOf(one)).filter((id) => id.startsWith('arxiv:')),
    doi: entries.flatMap((one) => identifiersOf(one)).filter((id) => id.startsWith('doi:')),
    title: entries.map(titleOf).filter((key) => key !== '')
  }));
  const taken = new Map<Cited, { work: number; by: 'arxiv' | 'doi' | 'title' }>();
  const used = new Set<number>();
  for (const by of ['arxiv', 'doi', 'title'] as const) {
    const index = new Map<string, number[]>();
    keysOf.forEach((keys, at) => keys[by].forEach((key) => index.set(key, [...(index.get(key) ?? []), at])));
    for (const one of cited) {
      if (taken.has(one) || isSurvey(one)) continue;
      const free = (by === 'title' ? one.titles : one.ids)
        .flatMap((key) => index.get(key) ?? [])
        .filter((at) => !used.has(at));
      // Two works of a list may share an identifier by mistake: the one with the title is meant.
      const work = free.find((at) => keysOf[at]!.title.some((key) => one.titles.includes(key))) ?? free[0];
      if (work === undefined) continue;
      taken.set(one, { work, by });
      used.add(work);
    }
  }

  const missed = works.filter((_, at) => !used.has(at));
  return {
    works,
    missed,
    notScholarly: found.filter(({ kind }) => kind === 'not-scholarly'),
    references: cited.map((one) => {
      const match = taken.get(one);
      const isNear = ({ entries }: Work) =>
        one.all.some(({ title }) => entries.some((entry) => areNear(title ?? '', entry.title)));
      return {
        reference: one.first,
        repeats: one.all.slice(1).map(({ key }) => key),
        match: match ? { work: works[match.work]!, by: match.by } : null,
        isSourceSurvey: isSurvey(one),
        timing: timingOf(dated(one), gold.cutOff),
        near: match || isSurvey(one) ? [] : missed.filter(isNear)
      };
    })
  };
};

/** Date over all places at which a work is cited, with its identifiers: an arXiv id before the most exact date. */
const dated = ({ all, ids }: Cited): Pick<FoundReference, 'arxiv' | 'doi' | 'published'> => {
  const id = ids.find((one) => one.startsWith('arxiv:'));
  const dates = all.flatMap(({ published }) => published ?? []).sort((a, b) => b.length - a.length);
  return { arxiv: id?.slice('arxiv:'.length) ?? null, doi: null, published: dates[0] ?? null };
};
