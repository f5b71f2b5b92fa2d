import type { Question } from '../../../call.ts';
import type { Capabilities } from '../../../capabilities.ts';
import type { Metric, Protocol } from '../../../metric.ts';
import type { Page } from '../../../page.ts';
import type { Sample } from '../../../sample.ts';
import type { EnsembleUnit, JudgeVerdicts, Score } from '../../../score.ts';
import type { Evidence, Verdict } from '../../../verdict.ts';
import type { ReplyValue } from '../../../protocols/asking.ts';
import { askAlone, inParallel } from '../../../protocols/asking-alone.ts';
import { meanOfJudges } from '../../../protocols/combining.ts';
import { delimit } from '../../../protocols/delimiter.ts';
import { holdsQuote } from '../../../protocols/rubric-tree/rubric-tree-quotes.ts';
import { pageBranches } from '../../../protocols/rubric-tree/rubric-tree-units.ts';
import { failsClaims } from '../../../web/outcomes.ts';
import type { GoldList } from '../gold-list.ts';
import { arxivIdIn, arxivIdOf, doiIn, doiKey } from '../identifiers.ts';
import { type FoundReference, type MatchedReference, type Matching, matchReferences, type Work } from '../matching.ts';
import { fill } from '../prompts/frame.ts';
import { LIST, PAGE, type ReferencePrompt } from '../prompts/references-1.ts';
import { type QuarterRow, citationQuarters, citationRows } from '../reference-scores.ts';
import { type FoundWork, playing, questionOf, readByAsking } from './reading.ts';
import { type Abstention, isAbstention, pageSchema, pageShape, readReply, worksSchema, worksShape } from './replies.ts';
import {
  abstained,
  countStates,
  detailOf,
  type GoldDetail,
  type GoldWork,
  judged,
  type ReferenceDetail,
  unscoredUnits,
  wholeReport,
  type UnitOf
} from './units.ts';

/**
 * Labels of a reference; `repeated` ones are works that the report refers to at another place as well, `not-in-report` those that
 * the judge named and the report does not.
 */
const referenceLabels = ['matched', 'unmatched', 'not-scholarly', 'unresolvable', 'repeated', 'not-in-report'] as const;
type ReferenceLabel = (typeof referenceLabels)[number];

/** Characters of a page from which its work is told. */
const OPENING = 3_000;
/** Pages of one report that are read at once. */
const AT_ONCE = 6;
const ROLE = 'extractor';

/** What is known of one reference, and how. */
interface Known {
  unit: { item: string; text: string };
  page: Page | null;
  /** Null where it is not known what it refers to: the judge abstained, or failed with the reason. */
  found: FoundReference | null;
  rationale: string;
  evidence: Evidence[];
  /** `invented`: the judge named a work that the report does not. */
  state: 'known' | 'invented' | 'abstained' | 'unscored';
  prose: boolean;
}

interface Described {
  scholarly: boolean;
  rationale: string;
  title: string | null;
  arxiv: string | null;
  doi: string | null;
  published: string | null;
}

const opening = (page: Page): string =>
  `Address: ${page.url}\nTitle: ${page.title?.replace(/\s+/g, ' ').slice(0, 300) ?? '(none)'}\n\n${(page.text ?? '').slice(0, OPENING)}`.toWellFormed();

/** arXiv id and DOI that the addresses of a page hold. */
const idsOfAddress = ({
  url,
  finalUrl
}: Pick<Page, 'url' | 'finalUrl'>): { arxiv: string | null; doi: string | null } => {
  const written = [url, finalUrl ?? ''].map((one) => {
    try {
      return decodeURIComponent(one);
    } catch {
      return one;
    }
  });
  const first = <T>(read: (text: string) => T | null): T | null =>
    written.reduce<T | null>((found, one) => found ?? read(one), null);
  return { arxiv: first(arxivIdIn), doi: first((one) => doiIn(one.replace(/[?#].*$/, ''))) };
};

/** An identifier that the judge names counts where what it was shown holds it. */
const held = (shown: string, id: string | null, keyOf: (id: string) => string | null): string | null => {
  const key = id === null ? null : keyOf(id);
  return key !== null && key !== '' && shown.toLowerCase().includes(key) ? key : null;
};

const readPage =
  (page: Page, shown: string, can: { abstains: boolean }) =>
  (text: string): ReplyValue<Described | Abstention> =>
    readReply(text, pageShape, can, ({ rationale, scholarly, ...said }): ReplyValue<Described> => {
      const { title } = said;
      if (!scholarly)
        return { ok: true, value: { rationale, scholarly, title: null, arxiv: null, doi: null, published: null } };
      if (title === null || title === '') return { ok: false, fault: 'it names a scholarly work without its title' };
      if (!holdsQuote(`${page.title ?? ''}\n${page.text ?? ''}`, title))
        return { ok: false, fault: 'the title that it gives is not on the page' };
      const ids = { arxiv: held(shown, said.arxiv, arxivIdOf), doi: held(shown, said.doi, doiKey) };
      return { ok: true, value: { rationale, scholarly, title, published: said.published, ...ids } };
    });

/** A question about a page: which work is it about? */
const pageQuestion = (metric: Metric, page: Page, key: string): Question =>
  questionOf(metric, {
    user: fill(PAGE, { page: delimit('page', opening(page), key) }),
    schema: pageSchema,
    role: ROLE,
    assume: () =>
      JSON.stringify({ rationale: '', scholarly: false, title: null, arxiv: null, doi: null, published: null })
  });

/** By its address alone: an identifier in it names the work, unless nothing is there. */
const byAddress = (key: string, page: Page): FoundReference => {
  const { arxiv, doi } = idsOfAddress(page);
  const named = (arxiv !== null || doi !== null) && !failsClaims(page.outcome);
  return { key, kind: named ? 'scholarly' : 'unresolvable', title: null, arxiv, doi, published: null };
};

const fromPage = async (source: { key: string; url: string }, metric: Metric, can: Capabilities): Promise<Known> => {
  const page = await can.fetch(source.url);
  const own: Pick<Known, 'unit' | 'page' | 'evidence' | 'prose'> = {
    ...{ unit: { item: source.key.replace('source', 'reference'), text: source.url }, page, evidence: [], prose: false }
  };
  const { item } = own.unit;
  const address = byAddress(item, page);
  if (page.outcome === 'not-fetched')
    return { ...own, found: null, state: 'unscored', rationale: `The cited page was not fetched: ${page.note}.` };
  if (page.outcome !== 'ok' || page.text === null) {
    const rationale = `The page was not read: ${page.note}.${address.kind === 'scholarly' ? ' Its address names the work.' : ''}`;
    return { ...own, found: address, state: 'known', rationale };
  }
  const player = playing(can, ROLE);
  const shown = opening(page);
  const asked = await askAlone(player, pageQuestion(metric, page, can.delimiterKey), readPage(page, shown, player));
  if (!asked.ok) return { ...own, found: null, state: 'unscored', rationale: asked.reason };
  const { prose } = asked;
  if (isAbstention(asked.value))
    return {
      ...own,
      found: address.kind === 'scholarly' ? address : null,
      state: 'abstained',
      rationale: asked.value.abstains
    };
  const { scholarly, rationale, ...described } = asked.value;
  const found: FoundReference = {
    ...{ key: item, kind: scholarly ? 'scholarly' : 'not-scholarly', ...described },
    ...(scholarly && { arxiv: described.arxiv ?? address.arxiv, doi: described.doi ?? address.doi })
  };
  return { ...own, found, state: 'known', rationale, prose };
};

type Named = Omit<Described, 'scholarly' | 'rationale'>;

const readWorks = (text: string, can: { abstains: boolean }): ReplyValue<FoundWork<Named>[] | Abstention> =>
  readReply(text, worksShape, can, ({ works }): ReplyValue<FoundWork<Named>[]> => {
    if (works.some(({ title }) => title === null || title === ''))
      return { ok: false, fault: 'it names a work without its title' };
    return { ok: true, value: works.map((work) => ({ words: work.title ?? '', more: work })) };
  });

/** References out of the report's own words; a title that is not in the report was made up by the judge. */
const fromList = async (
  sample: Sample,
  metric: Metric,
  can: Capabilities
): Promise<Known[] | { reason: string } | { abstains: string }> => {
  const read = await readByAsking(sample, metric, can, {
    ...{ template: LIST, role: ROLE, schema: worksSchema, read: readWorks },
    assume: () => '{"works":[]}'
  });
  if (!read.ok) return 'abstains' in read ? { abstains: read.abstains } : { reason: read.reason };
  const { markdown } = sample.report;
  return read.found.map(({ words, more, evidence }, at): Known => {
    const item = `reference-${at + 1}`;
    const unit = { item, text: words };
    if (evidence.place === null)
      return {
        ...{ unit, page: null, found: null, evidence: [evidence], state: 'invented', prose: read.prose },
        rationale: 'The report does not name this work.'
      };
    return {
      ...{ unit, page: null, evidence: [evidence], state: 'known', prose: read.prose },
      rationale: '',
      found: {
        ...{ key: item, kind: 'scholarly', title: words, published: more.published },
        arxiv: held(markdown, more.arxiv, arxivIdOf),
        doi: held(markdown, more.doi, doiKey)
      }
    };
  });
};

const goldWork = (work: Work, quarters: ReadonlyMap<Work, QuarterRow>): GoldWork => ({
  ...{ key: work.entries[0]!.key, title: work.entries[0]!.title },
  ...{ entries: work.entries.length, quarter: quarters.get(work)! }
});

/** What matching says of each reference, by its key: repeats have the entry of what they repeat. */
const byKey = ({ references }: Matching): Map<string, MatchedReference> =>
  new Map(references.flatMap((one) => [one.reference.key, ...one.repeats].map((key) => [key, one] as const)));

const wordsOf = (one: MatchedReference | undefined): string => {
  if (one === undefined) return '';
  if (one.isSourceSurvey) return 'It is the survey behind the query itself.';
  const later = one.timing === 'later' ? ' It appeared after the cut-off.' : '';
  if (one.match)
    return `It is in the gold list, by ${{ arxiv: 'arXiv id', doi: 'DOI', title: 'title' }[one.match.by]}.${later}`;
  const near = one.near.length > 0 ? ' A title of the list differs from it in a subtitle only.' : '';
  return `It is not in the gold list.${near}${later}`;
};

const labelOf = (found: FoundReference, one: MatchedReference | undefined): ReferenceLabel => {
  if (found.kind === 'not-scholarly') return 'not-scholarly';
  if (one && one.reference.key !== found.key) return 'repeated';
  if (one?.match) return 'matched';
  return found.kind === 'unresolvable' ? 'unresolvable' : 'unmatched';
};

/** What is known of each reference, held against the gold list. */
const verdictsOfReferences = (known: readonly Known[], gold: GoldList): Verdict[] => {
  const matching = matchReferences(
    known.flatMap(({ found }) => found ?? []),
    gold
  );
  const quarters = citationQuarters(matching.works);
  const matched = byKey(matching);
  const references = known.map(({ unit, page, found, state, rationale, evidence, prose }): Verdict => {
    const one = found ? matched.get(found.key) : undefined;
    const label = found ? labelOf(found, one) : state === 'invented' ? 'not-in-report' : null;
    const detail: ReferenceDetail = {
      ...{
        kind: 'reference',
        url: page?.url ?? null,
        outcome: page?.outcome ?? null,
        content: page?.contentHash ?? null
      },
      ...{ title: found?.title ?? null, arxiv: found?.arxiv ?? null, doi: found?.doi ?? null },
      published: found?.published ?? null,
      match: one?.match ? { ...goldWork(one.match.work, quarters), by: one.match.by } : null,
      near: (one?.near ?? []).map(({ entries: [first] }) => ({ key: first!.key, title: first!.title })),
      repeats: label === 'repeated' ? one!.reference.key : null,
      timing: one?.timing ?? null,
      isSourceSurvey: one?.isSourceSurvey ?? false
    };
    const whole: UnitOf = { ...unit, kind: 'reference', detail };
    if (state === 'unscored') return unscoredUnits(whole, rationale);
    // Where the judge abstains from reading a page, code still knows a work of the list by its identifier.
    if (label === null || (state === 'abstained' && label !== 'matched' && label !== 'repeated'))
      return abstained(whole, rationale);
    const said = [state === 'abstained' ? '' : rationale, wordsOf(one)];
    const verdict = judged(whole, label, said.filter((words) => words !== '').join(' '), evidence);
    return prose ? { ...verdict, prose: true } : verdict;
  });
  return [goldUnit(matching.works, quarters), ...references];
};

const goldUnit = (works: readonly Work[], quarters: ReadonlyMap<Work, QuarterRow>): Verdict => {
  const detail: GoldDetail = {
    ...{ kind: 'gold-list', works: works.length },
    entries: works.reduce((sum, { entries }) => sum + entries.length, 0),
    quarters: Object.fromEntries(
      citationRows.map((row) => [row, works.filter((work) => quarters.get(work) === row).length])
    ) as Record<QuarterRow, number>
  };
  return judged(
    { item: 'gold-list', kind: 'gold-list', text: 'Works of the gold list', detail },
    String(works.length),
    'Entries with the same title are one work.'
  );
};

const judge = async (sample: Sample, metric: Metric, can: Capabilities): Promise<Verdict[]> => {
  const gold = sample.material as GoldList;
  const { route } = metric.prompt as ReferencePrompt;
  if (route === 'list') {
    const known = await fromList(sample, metric, can);
    if ('reason' in known) return [unscoredUnits(wholeReport('reference'), known.reason)];
    if ('abstains' in known) return [abstained(wholeReport('reference'), known.abstains)];
    return verdictsOfReferences(known, gold);
  }
  const branches = await pageBranches(sample.report.markdown);
  const known = await inParallel(branches, AT_ONCE, ({ source }) => fromPage(source, metric, can));
  return verdictsOfReferences(known, gold);
};

const share = (count: number, of: number): number | null => (of === 0 ? null : (100 * count) / of);

/**
 * 100 · precision, with recall and all counts as figures. References without a verdict are left out of precision; recall and the
 * counts that they could change are then not known.
 */
export const combineReferences = (verdicts: readonly Verdict[]): Score => {
  const references = verdicts.filter(({ kind, item }) => kind === 'reference' && item !== 'report');
  const whole = verdicts.find(({ kind, item }) => kind === 'reference' && item === 'report');
  const gold = verdicts.map((one) => detailOf(one, 'gold-list')).find((one) => one !== null) ?? null;
  const labelled = (...labels: ReferenceLabel[]): Verdict[] =>
    references.filter(({ label }) => labels.includes(label as ReferenceLabel));
  const details = labelled('matched', 'unmatched', 'unresolvable').map((one) => detailOf(one, 'reference'));
  const among = (is: (one: ReferenceDetail) => boolean): number =>
    details.filter((one) => one !== null && is(one)).length;
  const states = countStates(verdicts);
  const known = gold !== null && states.abstained + states.unscored === 0;
  const count = (n: number): number | null => (known ? n : null);
  const matched = labelled('matched');
  const inQuarter = (row: QuarterRow): number => among(({ match }) => match?.quarter === row);
  const entries = matched.reduce((sum, one) => sum + (detailOf(one, 'reference')?.match?.entries ?? 0), 0);
  const counted = details.length;
  const value = states.abstained > 0 ? null : share(matched.length, counted);
  const reason =
    value !== null
      ? null
      : whole?.state === 'unscored'
        ? whole.reason
        : states.abstained > 0
          ? `The judge abstained from ${states.abstained} of ${Math.max(references.length, 1)} references; a share of the others would mislead.`
          : states.unscored > 0
            ? 'No reference has a valid verdict.'
            : 'The report cites no scholarly work, so its precision is undefined.';
  return {
    ...{ value, reason, n: value === null ? 0 : counted, ...states },
    figures: {
      recall: gold && known ? share(matched.length, gold.works) : null,
      recallAsListed: gold && known ? share(entries, gold.entries) : null,
      precisionOrZero: known ? (share(matched.length, counted) ?? 0) : null,
      references: count(counted),
      matched: count(matched.length),
      works: gold?.works ?? null,
      unresolvable: count(labelled('unresolvable').length),
      notScholarly: count(labelled('not-scholarly').length),
      repeated: count(labelled('repeated').length),
      invented: count(labelled('not-in-report').length),
      later: count(among(({ timing, match }) => timing === 'later' && match === null)),
      laterInGold: count(among(({ timing, match }) => timing === 'later' && match !== null)),
      sameMonth: count(among(({ timing }) => timing === 'same-month')),
      undecidable: count(among(({ timing }) => timing === 'undecidable')),
      sourceSurvey: count(among(({ isSourceSurvey }) => isSourceSurvey)),
      near: count(among(({ near }) => near.length > 0)),
      ...Object.fromEntries(
        citationRows.flatMap((row) => [
          [`works${row}`, gold?.quarters[row] ?? null],
          [`matched${row}`, count(inQuarter(row))]
        ])
      )
    }
  };
};

/** 1 for a matched reference, 0 for one that lowers precision; null for what does not count. */
const valueOf = ({ label }: Verdict): number | null =>
  label === 'matched' ? 1 : label === 'unmatched' || label === 'unresolvable' ? 0 : null;

/** Pages that all judges read, with the mean of what they say; works out of a list are each judge's own. */
const sharedPages = (judges: readonly JudgeVerdicts[]): EnsembleUnit[] => {
  const said = judges.map(({ repeats }) => {
    const units = new Map<string, Verdict[]>();
    for (const verdict of repeats.flat())
      if (typeof detailOf(verdict, 'reference')?.url === 'string')
        units.set(verdict.item, [...(units.get(verdict.item) ?? []), verdict]);
    return units;
  });
  const shared = [...(said[0]?.keys() ?? [])].filter((item) => said.every((units) => units.has(item)));
  return shared.map((item): EnsembleUnit => {
    const values = said.flatMap((units) => {
      const own = units.get(item)!.flatMap((verdict) => valueOf(verdict) ?? []);
      return own.length === 0 ? [] : [own.reduce((sum, one) => sum + one, 0) / own.length];
    });
    const failed = said.some((units) => units.get(item)!.some(({ state }) => state === 'unscored'));
    if (values.length === 0) return { item, state: failed ? 'unscored' : 'abstained', value: null, judges: 0 };
    const value = values.reduce((sum, one) => sum + one, 0) / values.length;
    return { item, state: 'judged', value, judges: values.length };
  });
};

const figures = {
  recall: 'matched works among the distinct works of the gold list, in %',
  recallAsListed: 'entries of matched works among all entries of the list, in %',
  precisionOrZero: 'precision, with 0 for a report without references',
  references: 'references that count: scholarly and unresolvable ones, repeats once',
  matched: 'references in the gold list',
  works: 'distinct works of the gold list',
  unresolvable: 'references whose work could not be found out',
  notScholarly: 'pages that are about no scholarly work',
  repeated: 'references that repeat another one',
  invented: 'works that the judge named and the report does not',
  later: 'works after the cut-off that are not in the gold list',
  laterInGold: 'works after the cut-off that the gold list has itself',
  sameMonth: 'works of the cut-off month',
  undecidable: 'works of the cut-off year without a month',
  sourceSurvey: 'references to the survey behind the query',
  near: 'references that differ from a work of the list in a subtitle',
  ...Object.fromEntries(
    citationRows.flatMap((row) => {
      const of = row === 'unknown' ? 'without a known count of citations' : `in the quarter ${row} by citations`;
      return [
        [`works${row}`, `works of the gold list ${of}`],
        [`matched${row}`, `matched works ${of}`]
      ];
    })
  )
};

/**
 * References of a report against the gold list of its query (arXiv 2508.15804, section 2.2): each address is read once, the
 * extractor names the work that its page is about, and code matches it by arXiv id, DOI, then title. By version 2 of the prompt
 * the works are those that the report's own text names (appendix A.4.6).
 *
 * Units: `reference-1` … one per address (or named work): `matched`, `unmatched`, `not-scholarly`, `unresolvable` (its page was not
 * read and its address names no work), `repeated`; and `gold-list`, the number of distinct works that recall divides by. What a
 * judge says is checked: a title has to be on the page, an identifier in what was shown, a named work in the report. A judge that
 * abstains leaves the reference to its identifiers.
 */
export const references: Protocol = {
  name: 'report-bench-references',
  unit: { kind: 'reference', labels: referenceLabels },
  figures,
  roles: { [ROLE]: { about: 'tells which scholarly work a page is about, or which works the report names' } },
  judge,
  unscored: (_sample, reason) => [unscoredUnits(wholeReport('reference'), reason)],
  combine: combineReferences,
  combineJudges: (judges, _settings, rule) => meanOfJudges(judges, combineReferences, rule, sharedPages(judges))
};
