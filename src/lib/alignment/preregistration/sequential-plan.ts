import type { Saying } from '../../messages/sayings.ts';
import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import { type Problem, fieldSays, problemAt } from '../../errors.ts';
import { count } from '../../stats/writing/figures.ts';
import { typedNumber } from './typed-number.ts';

/** Ways in which a study may stop before its end. */
export const stoppingRules = ['always-valid', 'pocock', 'obrien-fleming'] as const;
type StoppingRule = (typeof stoppingRules)[number];

/** A preregistered sequential plan; its unit is the query of which every item has its labels. */
export interface SequentialPlan {
  rule: StoppingRule;
  /** Complete queries at which the study ends without a decision. */
  maximum: number;
  /** Of planned looks: how many, evenly spaced up to the maximum. Always-valid plans look after every query: 0. */
  looks: number;
}

/** Complete queries before which an always-valid plan decides nothing. */
export const BURN_IN = 15;

/** Maximum of complete queries that is suggested if none is preregistered. */
export const SUGGESTED_QUERIES = 100;

/** A sequential plan as a form sends it. */
export interface TypedSequentialPlan {
  /** `fixed` or one of `stoppingRules`. */
  rule: string;
  maximum: string;
  looks: string;
}

const MOST_LOOKS = 20;
const FEWEST_PER_LOOK = 5;
const MOST_QUERIES = 10_000;

/** A sequential plan from what was typed; absent for a fixed one. Problems are told by column. */
export function readSequentialPlan(
  typed: TypedSequentialPlan | undefined,
  tell: (problem: Problem) => void
): SequentialPlan | undefined {
  if (typed === undefined || typed.rule === 'fixed') return undefined;
  const rule = stoppingRules.find((name) => name === typed.rule);
  const problem = (column: string, wording: Saying, found: string): undefined =>
    tell(problemAt(column, wording, found)) as undefined;
  if (rule === undefined) return problem('stopping', fieldSays('unknownStopping'), typed.rule);
  const maximum = typedNumber(typed.maximum, { whole: true });
  const least = rule === 'always-valid' ? BURN_IN : 2 * FEWEST_PER_LOOK;
  if (!(maximum >= least && maximum <= MOST_QUERIES))
    return problem('maximum', fieldSays('planMaximum', { least, most: MOST_QUERIES }), typed.maximum); // prettier-ignore
  if (rule === 'always-valid') return { rule, maximum, looks: 0 };
  const looks = typedNumber(typed.looks, { whole: true });
  const most = Math.min(MOST_LOOKS, Math.floor(maximum / FEWEST_PER_LOOK));
  if (!(looks >= 2 && looks <= most))
    return problem('looks', fieldSays('planLooks', { least: 2, most, queries: FEWEST_PER_LOOK }), typed.looks); // prettier-ignore
  return { rule, maximum, looks };
}

/** A plan as a form shows it. @param queries of the study, suggested as the maximum. */
export const typedSequentialPlan = (plan: SequentialPlan | undefined, queries: number): TypedSequentialPlan => ({
  rule: plan?.rule ?? 'fixed',
  maximum: String(plan?.maximum ?? Math.max(BURN_IN, queries)),
  looks: String(plan === undefined || plan.looks === 0 ? 5 : plan.looks)
});

/** Complete queries at each planned look, ascending; none of an always-valid plan. */
export const declaredLooks = ({ maximum, looks }: SequentialPlan): number[] =>
  Array.from({ length: looks }, (_, k) => Math.ceil(((k + 1) * maximum) / looks));

export const stoppingRuleNames: Record<StoppingRule, string> = {
  'always-valid': 'always-valid',
  pocock: 'Pocock',
  'obrien-fleming': 'O’Brien–Fleming'
};

/** The plan in words, for people to read. */
export function sequentialPlanInWords(
  plan: SequentialPlan | undefined,
  words: Words<Messages['sequentialPlan']>
): string {
  if (plan === undefined) return words.atEnd;
  const { rule, maximum } = plan;
  if (rule === 'always-valid') return words.always({ n: BURN_IN, maximum });
  const places = declaredLooks(plan).map((at) => count(at));
  return words.looks({ looks: places.length, places: places.join(', '), rule: stoppingRuleNames[rule], maximum });
}
