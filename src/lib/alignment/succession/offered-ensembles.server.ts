import type { Run } from '../../scorer/runs/runs.server.ts';
import { servedVersions } from '../../scorer/runs/served-versions.server.ts';
import { namedVersions, type ServedModel } from '../../scorer/served-version.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { valueOnScale, type LabelScale } from '../../studies/labels/label-scale.ts';
import { studyLabels, studyRaters } from '../../studies/labels/labels.server.ts';
import { adoptedEnsemble } from '../adoption/adoptions.ts';
import type { Adoption } from '../adoption/decisions.server.ts';
import { scoreBy } from '../corrected/corrected-units.ts';
import { ensembleName, ensembleRules, type JudgeEnsemble, type Rule } from '../ensembles/ensembles.ts';
import { agreementOnItem } from '../monitoring/item-agreement.ts';
import { reportJudgeNames } from '../report/report.server.ts';
import { referenceOf } from '../units/ratings.ts';

/** Ensembles of a run that could be adopted: the adopted specs again, all its judges by majority or average, and each alone. */
export function ensemblesOffered(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string,
  run: Run,
  { ensemble: adopted }: Adoption,
  scale: LabelScale,
  own: boolean
): { ensemble: JudgeEnsemble; name: string; same: boolean }[] {
  const { judges } = studyRaters(db, grant, studyId, { runId: run.id });
  const names = new Map(reportJudgeNames(judges).map(({ id, name }) => [id, name]));
  const named = (ensemble: JudgeEnsemble): string =>
    `${ensembleName(ensemble, (id) => names.get(id)!)}, run ${run.number}`;
  const alike = adopted.judges.flatMap(({ spec }) => judges.find((judge) => judge.spec === spec) ?? []);
  const all = judges.map(({ judgeId }) => judgeId);
  const fitting = ensembleRules(all.length, scale.level);
  const rule: Rule | null = fitting.includes('majority') ? 'majority' : fitting.includes('median') ? 'median' : fitting.includes('average') ? 'average' : null; // prettier-ignore
  const offered: { ensemble: JudgeEnsemble; same: boolean }[] = [
    ...(!own && alike.length === adopted.judges.length
      ? [{ ensemble: { rule: adopted.rule, judgeIds: alike.map(({ judgeId }) => judgeId) }, same: true }]
      : []),
    ...(all.length > 1 && rule !== null ? [{ ensemble: { rule, judgeIds: all }, same: false }] : []),
    ...all.map((id) => ({ ensemble: { rule: 'single' as const, judgeIds: [id] }, same: false }))
  ];
  const keyOf = ({ rule: by, judgeIds }: JudgeEnsemble): string => `${by} ${[...judgeIds].sort().join()}`;
  const known = new Set(own ? [keyOf(adoptedEnsemble(adopted))] : []);
  return offered.flatMap((one) => {
    const key = keyOf(one.ensemble);
    if (known.has(key)) return [];
    known.add(key);
    return [{ ...one, name: named(one.ensemble) }];
  });
}

/** An ensemble’s score on an item that people labelled. */
interface ScoredItem {
  query: string;
  score: number;
  /** With people. */
  agreement: number;
  /** How many units of the run it stands for. */
  weight: number;
}

/** An ensemble’s score on each item of the adoption’s study that it scored in a run, and its agreement there with people. */
export function agreementByItem(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  { studyId, figures }: Adoption,
  runId: string,
  scale: LabelScale,
  ensemble: JudgeEnsemble
): Map<string, ScoredItem> {
  return new Map(
    studyLabels(db, grant, studyId, { runId }).flatMap(({ itemId, queryId, humans, judges, inclusionProbability }) => {
      const people = referenceOf(
        scale,
        humans.flatMap(({ label }) => valueOnScale(scale, label) ?? [])
      );
      const score = scoreBy(ensemble, scale, judges);
      const agreement = score === null ? null : agreementOnItem(scale, score, people, figures.analysisPlan.ties);
      return score === null || agreement === null
        ? []
        : [[itemId, { query: queryId, score, agreement, weight: 1 / inclusionProbability }] as const];
    })
  );
}

/**
 * Whether a judge was served in a run as it was served last in the project: a version that is no longer served cannot succeed
 * another judge.
 */
export function servedStill(db: Db, grant: ProjectGrant<'read-results'>): (runId: string, judgeId: string) => boolean {
  const last = servedVersions(db, grant).map(({ judgeId, role, versions }) => {
    const named = versions.filter(({ version }) => version !== null);
    return { judgeId, role, version: named.toSorted((a, b) => (b.last ?? 0) - (a.last ?? 0))[0]?.version ?? null };
  });
  const inRun = new Map<string, ServedModel[]>();
  return (runId, judgeId) => {
    const served = inRun.get(runId) ?? servedVersions(db, grant, { runId });
    inRun.set(runId, served);
    return last
      .filter((one) => one.judgeId === judgeId && one.version !== null)
      .every(({ role, version }) => {
        const named = served.filter((one) => one.judgeId === judgeId && one.role === role).flatMap(namedVersions);
        return named.length === 0 || named.includes(version!);
      });
  };
}
