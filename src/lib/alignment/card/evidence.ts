import type { LabelScale } from '../../studies/labels/label-scale.ts';
import type { PenaltyTable } from '../../scorer/metric.ts';
import type { JudgeEnsemble } from '../ensembles/ensembles.ts';
import type { AnalysisPlan } from '../preregistration/analysis-plan.ts';
import type { ProcedureFacts } from '../procedure/procedure.ts';
import type { Resampling } from '../units/figure.ts';
import { byName, inFixedOrder } from '../units/units.ts';
import type { JudgeVerdict, NamedRater, StudyRatings } from '../units/ratings.ts';

/** One unit of the study without text or names. */
interface CardItem {
  id: string;
  query: string;
  report: string;
  system: string;
  category: string | null;
  stratum: string;
  probability: number;
  /** Blind labels by person. */
  people: Record<string, string>;
  /** Labels by judge; null: it abstained; absent: it gave no valid answer. */
  judges: Record<string, string | null>;
}

/** Labels and verdicts of a study under pseudonyms, with everything else that its figures are computed from. */
export interface CardEvidence {
  scale: LabelScale;
  people: string[];
  /** Judges keep their names: the card is about them. */
  judges: NamedRater[];
  items: CardItem[];
  issues?: {
    penalties: PenaltyTable;
    merged: Record<string, number>;
    listedBy: Record<string, readonly string[]>;
    probed: readonly string[];
  };
  plan: AnalysisPlan;
  facts: ProcedureFacts;
  resampling: Resampling;
  /** The adopted ensemble. */
  ensemble: JudgeEnsemble;
}

/** The data that the evidence is made of, as stored in the database. */
export interface OpenEvidence {
  ratings: StudyRatings;
  plan: AnalysisPlan;
  facts: ProcedureFacts;
  resampling: Resampling;
  ensemble: JudgeEnsemble;
}

/** Evidence under pseudonyms, and what each pseudonym stands for. */
export interface PseudonymousEvidence {
  evidence: CardEvidence;
  /** By the id or name that it has here. */
  pseudonyms: {
    queries: ReadonlyMap<string, string>;
    reports: ReadonlyMap<string, string>;
    systems: ReadonlyMap<string, string>;
    items: ReadonlyMap<string, string>;
    judges: ReadonlyMap<string, string>;
  };
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Pseudonyms with as many digits as the last one needs, so that they sort as the list does. */
function numbered(prefix: string, ids: Iterable<string>): Map<string, string> {
  const all = [...new Set(ids)];
  const digits = String(all.length).length;
  return new Map(all.map((id, i) => [id, `${prefix}${String(i + 1).padStart(digits, '0')}`]));
}

/**
 * Labels and verdicts without anything that names a person, a system, a query or a text. Queries, systems, reports and items
 * are numbered in the order in which figures take them, so that the figures stay the same to the last bit; people in the order
 * of `shuffled`, which tells nothing of their names.
 *
 * @param shuffled a text for each person's id by which people are put in order: a keyed hash.
 * @param nameOf the name under which a judge may be published.
 */
export function pseudonymousEvidence(
  { ratings, plan, facts, resampling, ensemble }: OpenEvidence,
  shuffled: (userId: string) => string,
  nameOf: (judge: NamedRater) => string
): PseudonymousEvidence {
  const items = inFixedOrder(ratings.items);
  const systems = numbered('s', [
    ...items.map(({ systemName }) => systemName).sort(order),
    ...[facts.ownFamily, facts.unknownFamily ?? {}].flatMap((of) => Object.values(of).flat()).sort(order)
  ]);
  const people = numbered(
    'p',
    ratings.people.map(({ id }) => id).sort((a, b) => order(shuffled(a), shuffled(b)))
  );
  const queries = numbered(
    'q',
    items.map(({ queryId }) => queryId)
  );
  const reports = numbered(
    'r',
    items.map(({ reportId }) => reportId)
  );
  const ids = numbered(
    'i',
    items.map(({ itemId }) => itemId)
  );
  // Two judges may have one public name, and then their numbers decide which comes first.
  const named = [...ratings.judges].sort(byName);
  const judges = numbered(
    'j',
    named.map(({ id }) => id)
  );
  const categories = numbered('c', items.flatMap(({ category }) => category ?? []).sort(order));
  const strata = numbered('t', items.map(({ stratum }) => stratum).sort(order));
  const judgesOf = (of: readonly string[]): string[] => of.map((id) => judges.get(id)!);
  const byJudge = <T>(of: Readonly<Record<string, T>>): [string, T][] =>
    Object.entries(of).flatMap(([id, value]) => (judges.has(id) ? [[judges.get(id)!, value]] : []));
  const byItem = <T>(of: Readonly<Record<string, T>>): Record<string, T> => rekeyed(of, ids);
  const systemsOf = (of: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
    Object.fromEntries(byJudge(of).map(([id, names]) => [id, names.map((name) => systems.get(name)!)]));

  const queryOf = new Map(items.map(({ qid, queryId }) => [qid, queries.get(queryId)!]));

  const { issues } = ratings;
  const evidence: CardEvidence = {
    scale: ratings.scale,
    people: [...people.values()],
    judges: named.map((judge) => ({ id: judges.get(judge.id)!, name: nameOf(judge) })),
    items: items.map((item) => ({
      id: ids.get(item.itemId)!,
      query: queries.get(item.queryId)!,
      report: reports.get(item.reportId)!,
      system: systems.get(item.systemName)!,
      category: item.category === null ? null : categories.get(item.category)!,
      stratum: strata.get(item.stratum)!,
      probability: item.inclusionProbability,
      people: Object.fromEntries(item.humans.map(({ userId, label }) => [people.get(userId)!, label])),
      judges: Object.fromEntries(
        item.judges.flatMap(({ judgeId, state, label }) =>
          state === 'unscored' || !judges.has(judgeId)
            ? []
            : [[judges.get(judgeId)!, state === 'judged' ? label : null]]
        )
      )
    })),
    ...(issues && {
      issues: {
        penalties: issues.penalties,
        merged: rekeyed(issues.merged, reports),
        listedBy: Object.fromEntries(Object.entries(byItem(issues.listedBy)).map(([id, by]) => [id, judgesOf(by)])),
        probed: issues.probed.flatMap((id) => ids.get(id) ?? [])
      }
    }),
    plan: { ...plan, judges: judgesOf(plan.judges) },
    facts: {
      metric: facts.metric,
      costs: Object.fromEntries(byJudge(facts.costs)),
      words: rekeyed(facts.words, reports),
      ownFamily: systemsOf(facts.ownFamily),
      ...(facts.unknownFamily && { unknownFamily: systemsOf(facts.unknownFamily) }),
      repeats: {
        answers: Object.fromEntries(byJudge(facts.repeats.answers).map(([id, answers]) => [id, byItem(answers)])),
        code: judgesOf(facts.repeats.code)
      },
      ...(facts.plan && { plan: facts.plan }),
      ...(facts.sequential && {
        sequential: {
          complete: facts.sequential.complete.flatMap((qid) => queryOf.get(qid) ?? []),
          looks: facts.sequential.looks.map((look) => ({ ...look, by: '' }))
        }
      }),
      ...(facts.orders && {
        orders: Object.fromEntries(byJudge(facts.orders).map(([id, orders]) => [id, byItem(orders)]))
      })
    },
    resampling,
    ensemble: { judgeIds: judgesOf(ensemble.judgeIds), rule: ensemble.rule }
  };
  return { evidence, pseudonyms: { queries, reports, systems, items: ids, judges } };
}

/** The members whose keys have a pseudonym, under it. */
const rekeyed = <T>(of: Readonly<Record<string, T>>, names: ReadonlyMap<string, string>): Record<string, T> =>
  Object.fromEntries(Object.entries(of).flatMap(([id, value]) => (names.has(id) ? [[names.get(id)!, value]] : [])));

/** The ratings that figures are computed from. */
export const ratingsOfEvidence = ({ scale, people, judges, items, issues }: CardEvidence): StudyRatings => ({
  scale,
  people: people.map((id) => ({ id, name: id })),
  judges,
  items: items.map((item) => ({
    itemId: item.id,
    reportId: item.report,
    queryId: item.query,
    qid: item.query,
    category: item.category,
    systemName: item.system,
    item: item.id,
    text: '',
    stratum: item.stratum,
    inclusionProbability: item.probability,
    humans: Object.entries(item.people).map(([userId, label]) => ({ userId, label, note: '', seconds: null })),
    judges: judges.map(({ id }) => verdictOf(id, item.judges[id])),
    preferences: []
  })),
  ...(issues && { issues })
});

const verdictOf = (judgeId: string, label: string | null | undefined): JudgeVerdict => ({
  judgeId,
  state: label === undefined ? 'unscored' : label === null ? 'abstained' : 'judged',
  label: label ?? null,
  rationale: ''
});
