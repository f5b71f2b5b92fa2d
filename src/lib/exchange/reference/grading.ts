import type { DimensionPoints, Flaws } from '../../scorer/verdict.ts';
import { depthDimensions } from '../../scorer/suites/deep-eval/prompts/dimensions.ts';
import { isObject, type JsonObject } from '../format/json-value.ts';
import type {
  ReferenceAnswer,
  IssueParts,
  OpenAnswer,
  ReferenceOrder,
  ReferenceCriterion,
  ReferenceJudge,
  ReferenceVerdicts,
  Winner
} from './results.ts';

/** Reads one `CRITERION_grading_results`. Whatever cannot be believed is `nothing`, with the reason; no number is repaired. */

/** Fields of our own: items without an answer, by key; issues with their quotes apart; why a judge abstained. */
export const OPEN_ANSWERS = 'open_items';
export const ISSUE_PARTS = 'issue_parts';
export const ABSTAINED = 'abstained';
/** Systems that share a maker or the model with the judge; an import finds them anew. */
export const SELF_JUDGING = 'self_judging';
export const abstention = (reason: string): string => `The judge abstained: ${reason}`.trim();

interface Graded {
  judge: ReferenceJudge;
  gradedAt: string | null;
  said: ReferenceVerdicts;
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
const nothing = (reason: string): ReferenceVerdicts => ({ kind: 'nothing', reason });
const shown = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 60);

/** Whether a result was merged from two judges' results. It names no model; the letters are those of the file. */
export const isAveraged = (value: unknown): boolean =>
  isObject(value) && 'provider_a' in value && 'provider_b' in value;

export function readGrading(criterion: ReferenceCriterion, value: unknown): Graded[] {
  if (!isObject(value))
    return [
      { judge: { provider: 'unknown', model: 'default' }, gradedAt: null, said: nothing('The record is empty.') }
    ];
  if (isAveraged(value)) return (['a', 'b'] as const).map((letter) => ofAverage(criterion, value, letter));
  const judge = { provider: textOr(value['provider'], 'unknown'), model: textOr(value['model'], 'default') };
  return [{ judge, gradedAt: textOr(value['graded_at'], '') || null, said: saidOf(criterion, value) }];
}

function saidOf(criterion: ReferenceCriterion, value: JsonObject): ReferenceVerdicts {
  const { error } = value;
  const abstains = typeof value[ABSTAINED] === 'string' ? value[ABSTAINED] : null;
  const open = openAnswers(value[OPEN_ANSWERS]);
  const apart = open.length > 0 || (abstains !== null && Array.isArray(value['specific_issues']));
  if (error !== undefined && error !== null && error !== '' && !apart)
    return {
      ...nothing(textOr(error, `An error is recorded: ${shown(error)}`).slice(0, 500)),
      ...(abstains !== null && { abstains })
    };
  if (criterion === 'depth') return comparison(value);
  return criterion === 'presentation' || criterion === 'coverage' ? answers(value) : issues(value);
}

const openAnswers = (value: unknown): OpenAnswer[] =>
  Object.entries(isObject(value) ? value : {}).flatMap(([key, one]) => {
    if (!isObject(one) || (one['state'] !== 'abstained' && one['state'] !== 'unscored')) return [];
    return [{ key, state: one['state'], reason: textOr(one['reason'], '') }];
  });

/** Null if they are not those of the list. */
function issueParts(value: unknown, issues: readonly string[]): IssueParts[] | null {
  if (!Array.isArray(value) || value.length !== issues.length) return null;
  const read = value.flatMap((one: unknown): IssueParts[] => {
    const { explanation, quotes } = isObject(one) ? one : {};
    if (typeof explanation !== 'string' || !Array.isArray(quotes)) return [];
    return quotes.every((quote): quote is string => typeof quote === 'string') ? [{ explanation, quotes }] : [];
  });
  const sound = read.length === issues.length && read.every((one, at) => issueText(one) === issues[at]);
  return sound ? read : null;
}

/** An issue in one text, with its quotes if the text does not hold them. */
export function issueText({ explanation, quotes }: IssueParts): string {
  const beside = quotes.filter((quote) => !explanation.includes(quote));
  return [explanation, ...beside.map((quote) => `“${quote.replace(/\s+/g, ' ')}”`)].join(' ');
}

function answers(value: JsonObject): ReferenceVerdicts {
  const { evaluations, summary } = value;
  if (!isObject(evaluations)) return nothing('The record has no answers.');
  const read: ReferenceAnswer[] = [];
  for (const [key, entry] of Object.entries(evaluations)) {
    const score = isObject(entry) ? entry['score'] : undefined;
    if (score !== 0 && score !== 1) return nothing(`The answer to ${key} is neither 0 nor 1: ${shown(score)}.`);
    read.push({ key, passed: score === 1, justification: textOr((entry as JsonObject)['justification'], '') });
  }
  const open = openAnswers(value[OPEN_ANSWERS]).filter(({ key }) => !Object.hasOwn(evaluations, key));
  if (read.length + open.length === 0) return nothing('The record has no answers.');
  const told = isObject(summary) ? summary : {};
  const of = (...names: string[]): number | null =>
    numberOf(names.map((name) => told[name]).find((one) => one !== undefined));
  return {
    kind: 'answers',
    answers: read,
    ...(open.length > 0 && { open }),
    told: {
      total: of('total_criteria', 'total_checklists'),
      passed: of('passed_count', 'addressed_count'),
      rate: of('average_pass_rate', 'percentage_addressed')
    }
  };
}

function issues(value: JsonObject): ReferenceVerdicts {
  const { specific_issues: list, total_issues: total, score } = value;
  const told = { total: numberOf(total), score: numberOf(score) };
  const justification = textOr(value['justification'], '');
  if (!Array.isArray(list))
    return nothing('The list of issues is missing, and a number without its issues cannot be checked.');
  if (!list.every((one): one is string => typeof one === 'string' && one.trim() !== ''))
    return nothing('The list of issues has an entry that is no text.');
  const abstains = typeof value[ABSTAINED] === 'string' ? value[ABSTAINED] : null;
  if (list.length === 0 && abstains === null && !(told.score !== null && told.score > 0))
    return nothing('The judge’s reply had no issues and no score: the record holds what is put in for missing fields.');
  const parts = issueParts(value[ISSUE_PARTS], list);
  return {
    ...{ kind: 'issues', issues: list, told, justification },
    ...(parts && { parts }),
    ...(abstains !== null && { abstains })
  };
}

const names = depthDimensions.list.map(({ name }) => name);

function points(value: unknown): DimensionPoints | string {
  if (!isObject(value)) return 'the points are missing';
  for (const name of names) {
    const one = value[name];
    if (typeof one !== 'number' || !Number.isInteger(one) || one < 0 || one > depthDimensions.most)
      return `${name} is no whole number from 0 to ${depthDimensions.most}: ${shown(one)}`;
  }
  return Object.fromEntries(names.map((name) => [name, value[name] as number]));
}

/** Notes on both texts; a note alone may stand without its list. Null if the file has none. */
function flawsOf(value: unknown, first: ReferenceOrder['first']): Flaws | null {
  if (!isObject(value)) return null;
  const notes = (side: unknown): string[] =>
    (Array.isArray(side) ? side : [side]).flatMap((one: unknown) =>
      typeof one === 'string' && one.trim() !== '' ? [one.trim()] : []
    );
  const [a, b] = [notes(value['A']), notes(value['B'])];
  return first === 'report' ? { report: a, baseline: b } : { report: b, baseline: a };
}

/** In the first comparison the report is A, in the second the baseline is. */
function order(value: unknown, first: ReferenceOrder['first']): ReferenceOrder | string {
  const scores = isObject(value) ? value['scores'] : undefined;
  const [a, b] = isObject(scores) ? [points(scores['A']), points(scores['B'])] : ['the points are missing', ''];
  if (typeof a === 'string') return a;
  if (typeof b === 'string') return b;
  const justification = textOr((value as JsonObject)['justification'], '');
  const flaws = flawsOf((value as JsonObject)['major_flaws'], first);
  return {
    ...(first === 'report' ? { first, report: a, baseline: b } : { first, report: b, baseline: a }),
    justification,
    ...(flaws && { flaws })
  };
}

const winners: Record<string, Winner> = { evaluated_model: 'report', reference_model: 'baseline', tie: 'tie' };
const winner = (value: unknown): Winner | null =>
  typeof value === 'string' && Object.hasOwn(winners, value) ? (winners[value] ?? null) : null;

function comparison(value: JsonObject): ReferenceVerdicts {
  const [one, two] = [value['raw_comparison_1'], value['raw_comparison_2']];
  if (!isObject(one) || !isObject(two)) return nothing('The pair was not judged in both orders.');
  const [first, second] = [order(one, 'report'), order(two, 'baseline')];
  if (typeof first === 'string') return nothing(`In the first comparison ${first}.`);
  if (typeof second === 'string') return nothing(`In the second comparison ${second}.`);
  return {
    kind: 'comparison',
    baseline: textOr(value['reference_model'], '') || null,
    orders: [first, second],
    told: [winner(value['winner_comparison_1']), winner(value['winner_comparison_2'])]
  };
}

function ofAverage(criterion: ReferenceCriterion, value: JsonObject, letter: 'a' | 'b'): Graded {
  const judge = { provider: textOr(value[`provider_${letter}`], 'unknown'), model: `judge-${letter}` };
  const pointwise = criterion === 'consistency' || criterion === 'citation';
  const own = {
    specific_issues: value[`specific_issues_${letter}`],
    total_issues: value[`total_issues_${letter}`],
    score: value[`score_${letter}`]
  };
  const said = pointwise
    ? issues(own)
    : nothing(
        'Averaging in the reference scorer keeps neither answers nor comparisons. Import the two files that were averaged.'
      );
  return { judge, gradedAt: null, said };
}
