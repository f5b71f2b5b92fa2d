import { sayingsOf } from '../../messages/sayings.ts';
import { canonicalJson } from '../../canonical-json.ts';
import { ProblemList, type Parsed } from '../format/problem-list.ts';
import {
  referenceCriteria,
  type ReferenceCriterion,
  type ReferenceFile,
  type ReferenceJudge,
  type ReferenceReport,
  type ReferenceResult
} from './results.ts';

const say = sayingsOf('referenceProblems');
const sayNote = sayingsOf('referenceNotes');

type Known<T extends { system: string | null }> = T & { system: string };
export type KnownReport = Known<ReferenceReport>;
type JoinedResult = Known<ReferenceResult>;

/** The results of several files as one run: each report once, each judge once, one result at most for each. */
export interface JoinedResults {
  reports: KnownReport[];
  judges: ReferenceJudge[];
  criteria: ReferenceCriterion[];
  /** The result of a judge on a report under a criterion, or undefined if the files have none. */
  find(system: string, qid: string, criterion: ReferenceCriterion, judge: number): JoinedResult | undefined;
}

const keyOf = (...parts: unknown[]): string => JSON.stringify(parts);
const judgeKey = ({ provider, model }: ReferenceJudge): string => keyOf(provider, model);

/**
 * Brings files together. A result that the reference looked up by query alone, and so put beside another system's report
 * too, is taken from all but the one that it was written for, or from all if no file tells which that is. Where a
 * report was graded more than once, the latest result that can be used counts.
 *
 * @param system of reports whose file does not name theirs
 */
export function joinResults(files: readonly ReferenceFile[], system?: string): Parsed<JoinedResults> {
  const problems = new ProblemList();
  const reports = new Map<string, KnownReport>();
  for (const report of files.flatMap((file) => file.reports)) {
    const known = named(report, system);
    if (!known) {
      problems.add(null, 'model_name', say('systemUnnamed', { qid: report.qid }));
      continue;
    }
    const key = keyOf(known.system, known.qid);
    const before = reports.get(key);
    reports.set(key, { ...known, path: before?.path ?? known.path, query: before?.query ?? known.query });
  }
  const given = files.flatMap((file) => file.results.flatMap((result) => named(result, system) ?? []));
  const results = withoutCopies(given);
  const copies = results.filter((result, at) => result !== given[at]).length;
  if (copies > 0) problems.note(sayNote('copies', { n: copies }));
  const judges = [...new Map(results.map(({ judge }) => [judgeKey(judge), judge])).values()];
  const place = (one: { system: string; qid: string; criterion: ReferenceCriterion }, judge: ReferenceJudge): string =>
    keyOf(one.system, one.qid, one.criterion, judgeKey(judge));
  const best = new Map<string, JoinedResult>();
  let again = 0;
  for (const result of results) {
    const key = place(result, result.judge);
    const before = best.get(key);
    if (before && canonicalJson(before.said) !== canonicalJson(result.said)) again += 1;
    if (!before || rank(result) >= rank(before)) best.set(key, result);
  }
  if (again > 0) problems.note(sayNote('gradedAgain', { n: again }));
  if (results.length === 0 && !problems.any) problems.add(null, 'file', say('noResult'));
  const present = new Set(results.map(({ criterion }) => criterion));
  return problems.answer({
    reports: [...reports.values()],
    judges,
    criteria: (Object.keys(referenceCriteria) as ReferenceCriterion[]).filter((name) => present.has(name)),
    find: (of, qid, criterion, judge) => {
      const who = judges[judge];
      return who && best.get(place({ system: of, qid, criterion }, who));
    }
  });
}

const named = <T extends { system: string | null }>(one: T, system: string | undefined): Known<T> | null => {
  const name = one.system ?? system ?? null;
  return name === null ? null : { ...one, system: name };
};

/** Sort key: usable results before unusable ones, then later ones before earlier ones; times are all written in one format. */
const rank = ({ said, gradedAt }: JoinedResult): string => `${said.kind === 'nothing' ? 0 : 1} ${gradedAt ?? ''}`;

function withoutCopies(results: readonly JoinedResult[]): JoinedResult[] {
  const groups = new Map<string, JoinedResult[]>();
  for (const result of results) {
    if (result.gradedAt === null || result.said.kind === 'nothing') continue;
    const key = canonicalJson([result.qid, result.criterion, result.judge, result.gradedAt, result.said]);
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  const copies = new Map<JoinedResult, string>();
  for (const group of groups.values()) {
    const systems = [...new Set(group.map(({ system }) => system))];
    if (systems.length < 2) continue;
    // Systems may be judged alike at the same moment: a record that names its system is never a copy.
    const owners = [...new Set(group.filter(({ own }) => own).map(({ system }) => system))];
    for (const result of group)
      if (!owners.includes(result.system))
        copies.set(
          result,
          owners.length === 0
            ? `The same result, graded at the same moment, is recorded for ${systems.join(' and ')}; it can be the result of one of them at most.`
            : `The result recorded here is that of ${owners.join(' and ')} on the same query.`
        );
  }
  return results.map((result) => {
    const reason = copies.get(result);
    return reason === undefined ? result : { ...result, said: { kind: 'nothing', reason } };
  });
}
