import { sayingsOf } from '../../messages/sayings.ts';
import { refuse } from '../../errors.ts';
import { runsScoring, type Run } from '../../scorer/runs/runs.server.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { labelFit } from '../../studies/labels/label-fit.server.ts';
import { studyLabels, studyRaters, studyScale } from '../../studies/labels/labels.server.ts';
import type { LabelledUnit } from '../../studies/labels/labels.ts';
import { isBlinded } from '../../studies/labels/unblinding.server.ts';
import { studyByNumber } from '../../studies/planning/studies.server.ts';
import { requireLiftedEmbargo } from '../adoption/embargo.server.ts';
import { peopleInWords } from '../items/item-filter.ts';
import { procedureState } from '../preregistration/preregistrations.server.ts';
import { reportJudgeNames } from '../report/report.server.ts';
import { metricOf, valueInWords } from '../units/metric.ts';
import { compareJudges, type Flip } from './compare.ts';
import type { ComparedRuns, JudgeOfRun, ShownFlip } from './compared-runs.ts';

const leadSays = sayingsOf('leadRefusals');

/** Request for a comparison: a study's labels with the judges of some runs. */
export interface ComparisonAsked {
  /** Numbers of runs, each once. */
  runs: readonly number[];
  /** `JUDGE@RUN` with the judge's name or the start of its fingerprint; default: the first judge of the first run. */
  reference?: string | undefined;
}

/**
 * Compares the judges of runs with the same labels of a study, on the items that all of these runs judged unchanged and all
 * judges labelled.
 *
 * @throws Refusal `closed` under embargo; `not-found` for a study or run of another project; `conflict` if no item is left
 *   to compare on; `invalid-input` if the reference is no judge of these runs
 */
export function comparedRuns(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyNumber: number,
  { runs: numbers, reference }: ComparisonAsked
): ComparedRuns {
  const study = studyByNumber(db, grant, studyNumber);
  requireLiftedEmbargo(db, grant, study.id);
  const known = runsScoring(db, grant, study.metric);
  const runs = [...new Set(numbers)].map(
    (number) => known.find((run) => run.number === number) ?? refuse.notFound('run')
  );
  if (runs.length === 0) return refuse.invalid(leadSays('nothingCompared'));
  const fits = runs.map((run) => ({ number: run.number, name: run.name, fit: labelFit(db, grant, study.id, run.id) }));
  const judges = runs.flatMap((run) => judgesOf(db, grant, study.id, run));
  const base = judgeNamed(judges, reference);
  const items = itemsOfAll(db, grant, study.id, runs);
  const scale = studyScale(db, grant, study.id);
  const people = studyRaters(db, grant, study.id).people.map(({ userId, name }) => ({ id: userId, name }));
  const ties = procedureState(db, grant, study.id).preregistrations[0]?.analysisPlan.ties ?? 'half';
  const { judges: figures, ...counts } = compareJudges({ scale, people, judges, items }, base.id, ties);
  const units = new Map(items.map((item) => [item.itemId, item]));
  const nameOf = (id: string): string => judges.find((judge) => judge.id === id)!.name;
  const shown = ({ itemId, from, to, towards }: Flip, judge: string): ShownFlip => {
    const { reportId, qid, systemName, text, humans } = units.get(itemId)!;
    return {
      ...{ judge: nameOf(judge), itemId, reportId, qid, system: systemName, text, towards },
      before: valueInWords(scale, from),
      now: valueInWords(scale, to),
      people: peopleInWords(scale, { humans }) ?? ''
    };
  };
  return {
    study: { number: study.number, name: study.name, metric: study.metric },
    runs: fits,
    ...{ measure: metricOf(scale).name, short: metricOf(scale).short },
    ...{ asked: counts.asked, compared: counts.compared.length, queries: counts.queries },
    weighted: counts.weighted,
    silent: counts.silent.map(nameOf),
    reference: base.name,
    judges: figures.map(({ flips, ...figure }) => ({
      ...figure,
      ...judges.find(({ id }) => id === figure.id)!,
      flips: {
        people: flips.filter(({ towards }) => towards === 'people').length,
        away: flips.filter(({ towards }) => towards === 'away').length,
        neither: flips.filter(({ towards }) => towards === 'neither').length
      }
    })),
    flips: isBlinded(db, grant, study.id)
      ? null
      : figures.flatMap(({ id, flips }) => flips.map((flip) => shown(flip, id)))
  };
}

function judgesOf(db: Db, grant: ProjectGrant<'read-results'>, studyId: string, run: Run): JudgeOfRun[] {
  const raters = studyRaters(db, grant, studyId, { runId: run.id }).judges;
  const names = reportJudgeNames(raters);
  return raters.map(({ judgeId, spec, fingerprint }, at) => ({
    ...{ id: `${run.number}:${judgeId}`, run: run.number, judgeId, spec, fingerprint },
    name: `${names[at]!.name} @ run ${run.number}`
  }));
}

/** The judge that is meant by `JUDGE@RUN`, or by the id of its row; the first if none is named. */
function judgeNamed(judges: readonly JudgeOfRun[], named: string | undefined): JudgeOfRun {
  const [first] = judges;
  if (!first) return refuse.conflict(leadSays('noJudgeToCompare'));
  if (named === undefined) return first;
  const [, judge = named, run = ''] = /^(.*?)\s*@\s*(?:run\s*)?(\d+)$/.exec(named) ?? [];
  const found = judges.filter(
    ({ id, spec, fingerprint, run: number, name }) =>
      id === named ||
      name === named ||
      ((spec === judge || (judge.length >= 6 && fingerprint.startsWith(judge))) &&
        (run === '' || String(number) === run))
  );
  if (found.length === 1) return found[0]!;
  return refuse.invalid(leadSays('noComparison'), [
    {
      ...{ row: null, column: 'reference', found: named },
      reason:
        found.length === 0
          ? `No judge of these runs has this name. Judges: ${judges.map(({ name }) => name).join('; ')}.`
          : `Several judges have this name. Name one with its run: ${found.map(({ name }) => name).join('; ')}.`
    }
  ]);
}

/** The items that every run judged unchanged, with the verdicts of all judges under their ids here. */
function itemsOfAll(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string,
  runs: readonly Run[]
): LabelledUnit[] {
  const [first = [], ...others] = runs.map((run) =>
    studyLabels(db, grant, studyId, { runId: run.id }).map((unit) => ({
      ...unit,
      judges: unit.judges.map((said) => ({ ...said, judgeId: `${run.number}:${said.judgeId}` }))
    }))
  );
  const byId = others.map((units) => new Map(units.map((unit) => [unit.itemId, unit])));
  return first.flatMap((unit) => {
    const there = byId.flatMap((units) => units.get(unit.itemId) ?? []);
    if (there.length < byId.length) return [];
    return [{ ...unit, judges: [unit, ...there].flatMap(({ judges }) => judges), preferences: [] }];
  });
}
