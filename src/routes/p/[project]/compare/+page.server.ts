import type { PageServerLoad } from './$types';
import { refuse } from '$lib/errors.ts';
import { compareScores, compareUnits, unitValues } from '$lib/scorer/leaderboard/index.ts';
import { metricsIn, rowOf } from '$lib/scorer/leaderboard/leaderboard.server.ts';
import { reportScores } from '$lib/scorer/runs/run-scores.server.ts';
import { defaultRun } from '$lib/scorer/runs/run-state.ts';
import { statedRuns } from '$lib/scorer/runs/run-state.server.ts';
import { getVersion, listVersions } from '$lib/verification/release/versions.server.ts';
import type { VersionContent } from '$lib/verification/release/versions.ts';
import { answer } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';
import { unitNamed } from '$lib/scorer/suites/index.ts';

const PAGE = 50;

const contentOf = (event: Parameters<PageServerLoad>[0], versionId: string | null): VersionContent['queries'] => {
  const { grant } = grantFor(event, 'read-results');
  const { db } = event.locals;
  const version = listVersions(db, grant).find(({ id }) => id === versionId);
  return version ? getVersion(db, grant, version.number).content.queries : [];
};

/** Two systems of one run, or one run against another on the same systems: report by report, and item by item. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db } = event.locals;
    const asked = event.url.searchParams;
    const runs = statedRuns(db, grant);
    const numbered = (name: string) => runs.find(({ number }) => number === Number(asked.get(name)));
    const run =
      numbered('run') ??
      defaultRun(runs.filter(({ status }) => status === 'done')) ??
      refuse.notFound('run to compare');
    const other = numbered('with');
    const twoRuns = other !== undefined && other.id !== run.id;
    const metrics = metricsIn(db, run);
    const shared = twoRuns ? new Set(metricsIn(db, other).map(({ name }) => name)) : null;
    const common = metrics.filter(({ name }) => shared === null || shared.has(name));
    const metric = common.find(({ name }) => name === asked.get('metric')) ?? common[0];
    const rowsOf = (of: typeof run) =>
      reportScores(db, grant, of)
        .filter((score) => score.metric === metric?.name)
        .map(rowOf);
    const rows = rowsOf(run);
    const systems = [...new Set(rows.map(({ system }) => system))];
    const a = systems.find((name) => name === asked.get('a')) ?? systems[0] ?? '';
    const b = systems.find((name) => name === asked.get('b') && name !== a) ?? systems.find((name) => name !== a) ?? '';
    const apart = twoRuns ? 'by-system' : 'by-query';
    const [sideA, sideB] = twoRuns
      ? [rows, rowsOf(other)]
      : [rows.filter(({ system }) => system === a), rows.filter(({ system }) => system === b)];
    const scores = compareScores(sideA, sideB, apart, metric);
    // Only a checklist has the same items on both sides; elsewhere each report has units of its own.
    const byItem = metric && unitNamed(metric.protocol.unit.kind).checklist;
    const units = byItem ? compareUnits(unitValues(sideA, apart), unitValues(sideB, apart)) : null;
    const wanted = asked.get('units') ?? '';
    const listed = (units?.units ?? []).filter(({ outcome }) =>
      wanted === '' ? outcome === 'only-a' || outcome === 'only-b' : outcome === wanted
    );
    const page = Math.max(1, Math.trunc(Number(asked.get('page'))) || 1);
    const items = new Map(
      metric?.items
        ? metric.items.map(({ key, text }) => [key, text] as const)
        : contentOf(event, run.versionId).flatMap(({ qid, items: own }) =>
            own.map(({ key, text }) => [`${qid} ${key}`, text] as const)
          )
    );
    const reportOf = new Map(scores.pairs.map((pair) => [`${pair.system.a} ${pair.qid}`, pair.reportId]));
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: 'Leaderboard', href: `/p/${project.slug}/leaderboard?run=${run.number}` },
        { label: 'Compare' }
      ],
      runs: runs.map(({ number, name }) => ({ number, name })),
      run: run.number,
      other: twoRuns ? other.number : null,
      systems,
      a: twoRuns ? `Run ${run.number}` : a,
      b: twoRuns ? `Run ${other.number}` : b,
      metrics: common.map(({ name, title }) => ({ name, title })),
      metric: metric ? { name: metric.name, title: metric.title, scale: metric.scale } : null,
      scores: { ...scores, pairs: scores.pairs.length },
      apart: scores.pairs
        .filter((pair) => pair.a !== null && pair.b !== null && pair.a !== pair.b)
        .sort((x, y) => Math.abs((y.a ?? 0) - (y.b ?? 0)) - Math.abs((x.a ?? 0) - (x.b ?? 0)))
        .slice(0, PAGE),
      units: units && {
        counts: units.counts,
        a: units.a,
        b: units.b,
        difference: units.difference,
        mcnemar: units.mcnemar,
        wanted,
        total: listed.length,
        page,
        listed: listed.slice((page - 1) * PAGE, page * PAGE).map(({ key, qid, item, a: ofA, b: ofB, outcome }) => {
          const system = twoRuns ? ((JSON.parse(key) as string[])[1] ?? '') : a;
          return {
            key,
            qid,
            item,
            system: twoRuns ? system : null,
            text: items.get(item) ?? items.get(`${qid} ${item}`) ?? item,
            a: ofA,
            b: ofB,
            outcome,
            reports: reportOf.get(`${system} ${qid}`) ?? null
          };
        })
      }
    };
  });
