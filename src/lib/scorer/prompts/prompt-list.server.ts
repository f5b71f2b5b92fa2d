import { count, eq } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { Suite } from '../suite.ts';
import { suites } from '../suites/index.ts';
import { rubricSuite } from '../suites/rubrics/rubrics.server.ts';
import { makers } from '../making/makers.ts';
import type { MetricPrompt } from '../metric.ts';
import { fixedWordingOf, storedVersions, type StoredPrompt } from './prompt-versions.server.ts';

/** A version of a prompt as lists show it. */
interface ListedPrompt {
  version: string;
  hash: string;
  about: string;
  /** Runs of the project that asked it. */
  runs: number;
  /** It is a version of the project, edited from another. */
  own: boolean;
  basedOn: string;
  by: string;
  at: number;
}

/** A metric, or a maker of making runs, with the versions of its prompt. */
export interface ListedMetric {
  name: string;
  title: string;
  /** Why it can only be read here, in one sentence; null if a lead may edit a copy. */
  fixed: string | null;
  versions: ListedPrompt[];
}

const MAKING = 'A making run drafts what people accept or reject; its words ship with the program.';

/** The prompts of all suites, rubrics and makers, in the order of display; versions of the project stand last. */
export function promptsOfProject(db: Db, grant: ProjectGrant<'manage'>): { title: string; metrics: ListedMetric[] }[] {
  const projectId = grant.resource.id;
  const stored = storedVersions(db, projectId);
  const used = runsByHash(db, projectId);
  const offered: Suite[] = [...Object.values(suites), ...[rubricSuite(db, projectId) ?? []].flat()];
  const ownOf = (row: StoredPrompt): ListedPrompt => ({
    ...{ version: row.version, hash: row.hash, about: row.reason, own: true, basedOn: row.basedOn },
    ...{ by: row.createdByName, at: row.createdAt, runs: used.get(row.hash) ?? 0 }
  });
  const shippedOf = ({ version, hash, about = '' }: MetricPrompt): ListedPrompt => ({
    ...{ version, hash, about, own: false, basedOn: '', by: '', at: 0 },
    runs: used.get(hash) ?? 0
  });
  const ofMetrics = offered.map((suite) => ({
    title: suite.title,
    metrics: suite.metrics.map(({ name, title, protocol, prompt, versions = [prompt] }): ListedMetric => ({
      ...{ name, title, fixed: fixedWordingOf({ protocol }) },
      versions: [...versions.map(shippedOf), ...stored.filter(({ metric }) => metric === name).map(ownOf)]
    }))
  }));
  const ofMakers = makers.map(({ name, title, prompt, versions = [prompt] }): ListedMetric => ({
    ...{ name, title, fixed: MAKING, versions: versions.map(shippedOf) }
  }));
  return [...ofMetrics, { title: 'Making runs', metrics: ofMakers }];
}

function runsByHash(db: Db, projectId: string): Map<string, number> {
  const { run, runMetric } = schema;
  return new Map(
    db
      .select({ hash: runMetric.promptHash, n: count() })
      .from(runMetric)
      .innerJoin(run, eq(run.id, runMetric.runId))
      .where(eq(run.projectId, projectId))
      .groupBy(runMetric.promptHash)
      .all()
      .map(({ hash, n }) => [hash, n])
  );
}
