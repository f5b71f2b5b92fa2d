import type { Capabilities } from '../../../capabilities.ts';
import type { Metric, MetricPrompt, PromptWording, Protocol } from '../../../metric.ts';
import type { Sample } from '../../../sample.ts';
import type { Score } from '../../../score.ts';
import type { Evidence, Verdict } from '../../../verdict.ts';
import type { ReplyValue } from '../../../protocols/asking.ts';
import { askAlone } from '../../../protocols/asking-alone.ts';
import { meanOfJudges } from '../../../protocols/combining.ts';
import { delimit } from '../../../protocols/delimiter.ts';
import { tooLong } from '../../../report/aside/sections.ts';
import { fill } from '../../../protocols/reading/template.ts';
import { holes, instructionsOf, needed, textOf } from '../../../protocols/wording.ts';
import { QUALITY, type QualityDimension, qualityDimensions } from '../prompts/quality-1.ts';
import { statementPlaces, questionOf } from '../../../protocols/reading/read-by-asking.ts';
import { type Abstention, byId, isAbstention, readReply } from '../../../protocols/reading/reply-parts.ts';
import { qualitySchema, qualityShape } from './replies.ts';
import {
  abstained,
  countStates,
  judged,
  unscoredUnits,
  type UnitOf
} from '../../../protocols/reading/unit-verdicts.ts';

const ids = Object.keys(qualityDimensions) as QualityDimension[];
const qualityLabels = ['1', '2', '3', '4', '5'] as const;
const GAMING = 'gaming';

const units: UnitOf[] = [
  ...ids.map((item): UnitOf => ({ item, kind: 'quality', text: qualityDimensions[item].title })),
  { item: GAMING, kind: GAMING, text: 'Gaming' }
];

interface Said {
  label: string;
  rationale: string;
  quotes: string[];
}

const readQuality = (text: string, can: { abstains: boolean }): ReplyValue<Abstention | Map<string, Said>> =>
  readReply(text, qualityShape, can, ({ ratings, gaming }): ReplyValue<Map<string, Said>> => {
    const known = byId(ratings, ids);
    if (!known.ok) return known;
    const kept = (quotes: readonly string[]): string[] => quotes.filter((one) => one !== '');
    const said = new Map<string, Said>();
    for (const [id, { rating, rationale, quotes }] of known.value)
      said.set(id, { label: String(rating), rationale, quotes: kept(quotes) });
    const { rationale, quotes } = gaming;
    said.set(GAMING, { label: gaming.gaming ? 'yes' : 'no', rationale, quotes: kept(quotes) });
    return { ok: true, value: said };
  });

const messageOf = ({ query, report }: Sample, prompt: MetricPrompt, key: string): string =>
  fill(textOf(prompt, 'quality', QUALITY), {
    dimensions: ids
      .map((id) => `- ${id}, ${qualityDimensions[id].title.toLowerCase()}: ${qualityDimensions[id].asks}`)
      .join('\n'),
    query: delimit('query', query.text, key),
    report: delimit('report', report.markdown, key)
  });

const wording = (prompt: MetricPrompt): PromptWording => ({
  texts: [
    instructionsOf(prompt),
    {
      ...{ name: 'quality', title: 'Ratings', text: textOf(prompt, 'quality', QUALITY) },
      holes: [needed('dimensions', 'the dimensions to rate'), holes.query, holes.report]
    }
  ],
  replies: [qualitySchema([]).json]
});

const judge = async (sample: Sample, metric: Metric, can: Capabilities): Promise<Verdict[]> => {
  const user = messageOf(sample, metric.prompt, can.delimiterKey);
  const long = tooLong(can, metric.prompt.system, user);
  if (long !== null) return units.map((unit) => unscoredUnits(unit, long));
  const asked = await askAlone(can, questionOf(metric, { user, schema: qualitySchema(ids) }), (text) =>
    readQuality(text, can)
  );
  if (!asked.ok) return units.map((unit) => unscoredUnits(unit, asked.reason));
  const { value, prose } = asked;
  if (isAbstention(value)) return units.map((unit) => abstained(unit, value.abstains));
  const quotes = [...value.values()].flatMap((one) => one.quotes);
  const evidence = await statementPlaces(sample.report.markdown, quotes);
  let at = 0;
  return units.map((unit): Verdict => {
    const { label, rationale, quotes: own } = value.get(unit.item)!;
    const places: Evidence[] = evidence.slice(at, (at += own.length));
    const verdict = judged(unit, label, rationale, places);
    return prose ? { ...verdict, prose: true } : verdict;
  });
};

const unscored = (_sample: Sample, reason: string): Verdict[] => units.map((unit) => unscoredUnits(unit, reason));

/** The rating of survey-ness, 1–5, by which the paper ranks systems; the other ratings and gaming are figures. */
const combineQuality = (verdicts: readonly Verdict[]): Score => {
  const labelOf = (item: string): string | null => verdicts.find((one) => one.item === item)?.label ?? null;
  const rating = (item: QualityDimension): number | null => {
    const label = labelOf(item);
    return label !== null && /^[1-5]$/.test(label) ? Number(label) : null;
  };
  const value = rating('SV');
  const own = verdicts.find(({ item }) => item === 'SV');
  const gaming = labelOf(GAMING);
  return {
    value,
    reason:
      value !== null
        ? null
        : own?.state === 'unscored'
          ? own.reason
          : own?.state === 'abstained'
            ? 'The judge abstained from rating the report.'
            : 'The report was not rated.',
    n: value === null ? 0 : 1,
    ...countStates(verdicts),
    figures: {
      ...Object.fromEntries(ids.map((id) => [id, rating(id)])),
      gaming: gaming === 'yes' ? 1 : gaming === 'no' ? 0 : null
    }
  };
};

/**
 * Content quality (arXiv 2508.15804, appendix A.2.2): five ratings from 1 to 5 and whether the report games, in one question. The
 * score is that of survey-ness.
 *
 * Units: `D`, `S`, `I`, `F`, `SV` with labels `1` … `5`, and `gaming` with `yes` or `no`; quotes are looked up in the report. A report
 * that is longer than the judge's context is unscored.
 */
export const contentQuality: Protocol = {
  name: 'report-bench-quality',
  unit: { kind: 'quality', labels: qualityLabels },
  figures: {
    ...Object.fromEntries(ids.map((id) => [id, `${qualityDimensions[id].title.toLowerCase()}, 1–5`])),
    gaming: 'share of reports that game'
  },
  wording,
  judge,
  unscored,
  expected: unscored,
  combine: combineQuality,
  combineJudges: (judges, _settings, rule) => meanOfJudges(judges, combineQuality, rule)
};
