import { and, asc, count, eq, isNull } from 'drizzle-orm';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, type Db } from '../../../server/db/client.ts';

interface TalkSummary {
  number: number;
  title: string;
  discipline: string;
  language: string;
  words: number;
  importedAt: number;
  /** Inspirations that no lead rejected, and those that code dropped. */
  inspirations: number;
  dropped: number;
  /** Tasks that no lead rejected, and those among them that were accepted. */
  tasks: number;
  accepted: number;
}

/** The project's talks, without those in the archive, with how much was made of each. */
export function talkSummaries(db: Db, grant: ProjectGrant<'manage'>): TalkSummary[] {
  const { made, makingUnit, run, runMetric } = schema;
  const rows = db
    .select({
      talkId: makingUnit.sourceId,
      maker: runMetric.metric,
      state: made.state,
      decision: made.decision,
      n: count()
    })
    .from(made)
    .innerJoin(makingUnit, eq(makingUnit.id, made.unitId))
    .innerJoin(run, eq(run.id, made.runId))
    .innerJoin(runMetric, eq(runMetric.runId, made.runId))
    .where(and(eq(run.projectId, grant.resource.id), eq(makingUnit.source, 'talk')))
    .groupBy(makingUnit.sourceId, runMetric.metric, made.state, made.decision)
    .all();
  const { talk } = schema;
  const { id, number, title, discipline, language, words, importedAt } = talk;
  // Without the transcripts, which may be megabytes.
  const talks = db
    .select({ id, number, title, discipline, language, words, importedAt })
    .from(talk)
    .where(and(eq(talk.projectId, grant.resource.id), isNull(talk.archivedAt)))
    .orderBy(asc(number))
    .all();
  return talks.map(({ id: talkId, ...facts }) => {
    const own = rows.filter((row) => row.talkId === talkId);
    const sum = (wanted: (row: (typeof rows)[number]) => boolean): number =>
      own.filter(wanted).reduce((all, { n }) => all + n, 0);
    const drafted = (maker: string) => sum((row) => row.maker === maker && row.state === 'made' && row.decision !== 'rejected'); // prettier-ignore
    return {
      ...facts,
      inspirations: drafted('inspirations'),
      dropped: sum(({ maker, state }) => maker === 'inspirations' && state === 'dropped'),
      tasks: drafted('research-tasks'),
      accepted: sum(({ maker, decision }) => maker === 'research-tasks' && decision === 'accepted')
    };
  });
}
