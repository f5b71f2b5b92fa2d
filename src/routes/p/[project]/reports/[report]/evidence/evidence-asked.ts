import type { RequestEvent } from '@sveltejs/kit';
import { refuse } from '$lib/errors.ts';
import { evidenceOfVerdict, type VerdictEvidence } from '$lib/scorer/runs/evidence/evidence-of-verdict.server.ts';
import { namedJudges, runByNumber, type Run } from '$lib/scorer/runs/runs.server.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';

/** The verdict that an address names, with its evidence: run, metric, judge, repeat and the unit's key. */
export function evidenceAsked(
  { locals: { db }, url }: Pick<RequestEvent, 'locals' | 'url'>,
  grant: ProjectGrant<'read-results'>,
  reportId: string,
  language = 'en'
): VerdictEvidence & { run: Run; metric: string; judge: string; repeat: number; item: string } {
  const asked = url.searchParams;
  const number = asked.get('run') ?? '';
  const run = runByNumber(db, grant, /^[1-9]\d{0,8}$/.test(number) ? Number(number) : 0);
  const judge = namedJudges(db, run).find(({ name }) => name === asked.get('judge')) ?? refuse.notFound('judge');
  const at = {
    ...{ runId: run.id, reportId, metric: asked.get('metric') ?? '', judgeId: judge.id, item: asked.get('item') ?? '' },
    repeat: /^\d{1,4}$/.test(asked.get('repeat') ?? '') ? Number(asked.get('repeat')) : 0
  };
  return { ...evidenceOfVerdict(db, grant, at, language), run, judge: judge.name, ...at };
}
