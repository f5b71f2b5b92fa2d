import type { Capabilities } from '../../../capabilities.ts';
import type { Metric, Protocol } from '../../../metric.ts';
import { meanOfJudges } from '../../../protocols/combining.ts';
import type { Sample } from '../../../sample.ts';
import type { EnsembleUnit, JudgeVerdicts, Score } from '../../../score.ts';
import type { Verdict } from '../../../verdict.ts';
import type { GoldList } from '../gold-list.ts';
import type { ReferencePrompt } from '../prompts/references-1.ts';
import { citationRows, type QuarterRow } from '../reference-scores.ts';
import { EXTRACTOR, referencesOfPages, referencesOfText, referenceWording } from './found-references.ts';
import { goldVerdict, type ReferenceLabel, referenceLabels, verdictsOfReferences } from './reference-verdicts.ts';
import {
  abstained,
  countStates,
  detailOf,
  unscoredUnits,
  wholeReport
} from '../../../protocols/reading/unit-verdicts.ts';
import { type ReferenceDetail } from './units.ts';

const judge = async (sample: Sample, metric: Metric, can: Capabilities): Promise<Verdict[]> => {
  const gold = sample.material as GoldList;
  const { route } = metric.prompt as ReferencePrompt;
  if (route === 'list') {
    const known = await referencesOfText(sample, metric, can);
    if ('reason' in known) return [unscoredUnits(wholeReport('reference'), known.reason)];
    if ('abstains' in known) return [abstained(wholeReport('reference'), known.abstains)];
    return verdictsOfReferences(known, gold);
  }
  return verdictsOfReferences(await referencesOfPages(sample, metric, can), gold);
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
  // A verdict out of a file may be no more than a label.
  const countTold = (n: number): number | null => (details.includes(null) ? null : count(n));
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
      recallAsListed: gold && countTold(entries) !== null ? share(entries, gold.entries) : null,
      precisionOrZero: value ?? (known ? 0 : null),
      references: count(counted),
      matched: count(matched.length),
      works: gold?.works ?? null,
      unresolvable: count(labelled('unresolvable').length),
      notScholarly: count(labelled('not-scholarly').length),
      repeated: count(labelled('repeated').length),
      invented: count(labelled('not-in-report').length),
      later: countTold(among(({ timing, match }) => timing === 'later' && match === null)),
      laterInGold: countTold(among(({ timing, match }) => timing === 'later' && match !== null)),
      sameMonth: countTold(among(({ timing }) => timing === 'same-month')),
      undecidable: countTold(among(({ timing }) => timing === 'undecidable')),
      sourceSurvey: countTold(among(({ isSourceSurvey }) => isSourceSurvey)),
      near: countTold(among(({ near }) => near.length > 0)),
      ...Object.fromEntries(
        citationRows.flatMap((row) => [
          [`works${row}`, gold?.quarters[row] ?? null],
          [`matched${row}`, countTold(inQuarter(row))]
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
  roles: { [EXTRACTOR]: { about: 'tells which scholarly work a page is about, or which works the report names' } },
  wording: referenceWording,
  judge,
  unscored: (_sample, reason) => [unscoredUnits(wholeReport('reference'), reason)],
  expected: ({ material }, _reason, given) =>
    given.some(({ item }) => item === 'report') ? [] : [goldVerdict(material as GoldList)],
  combine: combineReferences,
  combineJudges: (judges, _settings, rule) => meanOfJudges(judges, combineReferences, rule, sharedPages(judges))
};
