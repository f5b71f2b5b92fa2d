import { isDeepStrictEqual } from 'node:util';
import { asc, eq } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { NamedJudge } from '../runs/new-run.server.ts';
import { judgesOf, metricsOf, type Run } from '../runs/runs.server.ts';
import { isDomainKey, type DomainKey } from '../suites/report-bench/surveys/domains.ts';
import { makingRuns, unitsOfMaking, type NewUnit } from './making-runs.server.ts';
import { surveyPrompts, type SurveyToPrompt } from './makers/survey-prompts.ts';

/** The newest making run of these very surveys by these models that is not done, so that the same command continues it. */
export function unfinishedMaking(
  db: Db,
  grant: ProjectGrant<'manage'>,
  units: readonly NewUnit[],
  judges: readonly NamedJudge[]
): Run | null {
  const wanted = units.map(({ sourceId, input }) => [sourceId, input]);
  return (
    makingRuns(db, grant).find(
      (run) =>
        run.status !== 'done' &&
        metricsOf(db, run.id)[0]?.metric === surveyPrompts.name &&
        isDeepStrictEqual(
          judgesOf(db, run.id).map(({ spec }) => spec),
          judges.map(({ spec }) => spec)
        ) && // prettier-ignore
        isDeepStrictEqual(
          unitsOfMaking(db, run.id).map(({ sourceId, input }) => [sourceId, input]),
          wanted
        )
    ) ?? null
  );
}

interface MadeCounts {
  made: number;
  nothing: number;
  unmade: number;
  reasons: { label: string; reason: string }[];
}

/** Counts the results of a making run. */
export function countMade(db: Db, runId: string): MadeCounts {
  const { made, makingUnit } = schema;
  const rows = db
    .select({ label: makingUnit.label, state: made.state, reason: made.reason })
    .from(made)
    .innerJoin(makingUnit, eq(makingUnit.id, made.unitId))
    .where(eq(made.runId, runId))
    .orderBy(asc(makingUnit.position))
    .all();
  const of = (state: string): number => rows.filter((row) => row.state === state).length;
  const reasons = rows.flatMap(({ label, reason }) => (reason === null ? [] : [{ label, reason }]));
  return { made: of('made'), nothing: of('nothing'), unmade: of('unmade'), reasons };
}

interface MadePrompt {
  survey: SurveyToPrompt;
  text: string;
  domain: DomainKey;
  judge: string;
}

/** Prompts of a making run that no lead has rejected, one for each survey: the first if several models wrote one. */
export function madePrompts(db: Db, runId: string): MadePrompt[] {
  const { judge, made, makingUnit } = schema;
  const rows = db
    .select({ input: makingUnit.input, row: made, judge: judge.spec })
    .from(made)
    .innerJoin(makingUnit, eq(makingUnit.id, made.unitId))
    .innerJoin(judge, eq(judge.id, made.judgeId))
    .where(eq(made.runId, runId))
    .orderBy(asc(makingUnit.position))
    .all();
  const seen = new Set<string>();
  return rows.flatMap(({ input, row, judge: spec }): MadePrompt[] => {
    const domain = row.data?.['domainKey'];
    if (row.state !== 'made' || row.decision === 'rejected' || !isDomainKey(domain)) return [];
    const survey = surveyPrompts.input.parse(input);
    if (seen.has(survey.arxiv)) return [];
    seen.add(survey.arxiv);
    // A person who accepts a prompt may have reworded it.
    const text = row.decision === 'accepted' ? (row.decisionText ?? row.text) : row.text;
    return [{ survey, text, domain, judge: spec }];
  });
}
