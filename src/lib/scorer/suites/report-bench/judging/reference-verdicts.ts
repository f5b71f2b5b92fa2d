/** References of a report compared with the gold list of its query: one verdict each, and one for the list. */
import { messagesIn } from '../../../../messages/words.ts';
import type { Verdict } from '../../../verdict.ts';
import type { GoldList } from '../gold-list.ts';
import { type FoundReference, type MatchedReference, type Matching, matchReferences, type Work } from '../matching.ts';
import { citationQuarters, citationRows, type QuarterRow } from '../reference-scores.ts';
import type { KnownReference } from './found-references.ts';
import { abstained, judged, type UnitOf, unscoredUnits } from '../../../protocols/reading/unit-verdicts.ts';
import { type GoldDetail, type GoldWork, type ReferenceDetail } from './units.ts';

/**
 * Labels of a reference; `repeated` ones are works that the report refers to at another place as well, `not-in-report` those that
 * the judge named and the report does not.
 */
export const referenceLabels = [
  'matched',
  'unmatched',
  'not-scholarly',
  'unresolvable',
  'repeated',
  'not-in-report'
] as const;
export type ReferenceLabel = (typeof referenceLabels)[number];

const goldWork = (work: Work, quarters: ReadonlyMap<Work, QuarterRow>): GoldWork => ({
  ...{ key: work.entries[0]!.key, title: work.entries[0]!.title },
  ...{ entries: work.entries.length, quarter: quarters.get(work)! }
});

/** Matches of each reference, by its key: repeats have the entry of the reference that they repeat. */
const byKey = ({ references }: Matching): Map<string, MatchedReference> =>
  new Map(references.flatMap((one) => [one.reference.key, ...one.repeats].map((key) => [key, one] as const)));

const wordsOf = (one: MatchedReference | undefined): string => {
  if (one === undefined) return '';
  if (one.isSourceSurvey) return 'It is the survey behind the query itself.';
  const later = one.timing === 'later' ? ' It appeared after the cut-off.' : '';
  if (one.match) return `${messagesIn('en', 'rationaleText').listed({ by: one.match.by })}${later}`;
  const near = one.near.length > 0 ? ' A title of the list differs from it in a subtitle only.' : '';
  return `It is not in the gold list.${near}${later}`;
};

const labelOf = (found: FoundReference, one: MatchedReference | undefined): ReferenceLabel => {
  if (found.kind === 'not-scholarly') return 'not-scholarly';
  if (one && one.reference.key !== found.key) return 'repeated';
  if (one?.match) return 'matched';
  return found.kind === 'unresolvable' ? 'unresolvable' : 'unmatched';
};

/** Verdicts on each known reference, compared with the gold list. */
export const verdictsOfReferences = (known: readonly KnownReference[], gold: GoldList): Verdict[] => {
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

/** The works of a gold list as the unit that recall divides by. */
export const goldVerdict = (gold: GoldList): Verdict => {
  const { works } = matchReferences([], gold);
  return goldUnit(works, citationQuarters(works));
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
