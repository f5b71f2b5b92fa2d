import { expect, it, vi } from 'vitest';
import { archiveThing } from '../../server/managing/archiving.ts';
import { thingNamed } from '../../server/managing/managed-thing.ts';
import { getQuery, importQueries, listQueries } from '../benchmark/benchmark.server.ts';
import { editMaterial, materialRevisions } from '../benchmark/material.server.ts';
import { importReports } from '../benchmark/reports.server.ts';
import { aQuery, aReport, problemsOf, scene } from '../rounds/project.fixture.server.ts';
import { roundScene, type RoundScene, type Said } from '../rounds/rounds.fixture.ts';
import { defaultSettings } from '../rounds/rounds.ts';
import { finaliseRound, previewFinalisation, reopenQuery, versionLineage, versionRecord } from './finalise.server.ts';
import { listVersions } from './versions.server.ts';

const settings = { overlap: 1, inspection: { ...defaultSettings.inspection, limit: 0.5 } };

/** Goes through all stages with the same opinion of everyone, and finalises. */
function finished(
  s: RoundScene,
  say: (subject: { kind: string; key: string }) => Said = () => 'appropriate'
): RoundScene {
  s.annotateAll(s.annotators[0]!, say);
  s.reviewAll(s.reviewers[0]!);
  s.startInspections();
  s.inspectAll(s.reviewers[1]!, say);
  finaliseRound(s.db, s.lead, s.round.id);
  return s;
}

it('an earlier round that is finalised again leaves alone what a later round has decided', () => {
  const queries = [aQuery('a', 'Who?', 'Why?', 'How?'), aQuery('b', 'When?')];
  const first = finished(roundScene({ queries, settings, people: { annotators: 1 } }));
  const later = roundScene({ in: first, queries: [], qids: ['a'], settings, people: { annotators: 1 } });
  finished(later, ({ kind, key }) => {
    if (kind === 'query') return { label: 'modify', wording: 'What did the later round ask?' };
    return key === 'c2' ? { label: 'not-appropriate', comment: 'Not asked.' } : 'appropriate';
  });
  const { db, lead, round } = first;
  reopenQuery(db, lead, { roundId: round.id, qid: 'b', stage: 'adjudication' });
  const { version } = finaliseRound(db, lead, round.id);
  const { query, items } = getQuery(db, lead, 'a');
  expect([query.text, items.map(({ key }) => key)]).toEqual(['What did the later round ask?', ['c1', 'c3']]);
  const [a, b] = ['a', 'b'].map((qid) => versionLineage(db, lead, version.number, qid)[0]!.finalWording);
  expect([a, b]).toEqual(['What did the later round ask?', 'What is known about b?']);
  expect(() => reopenQuery(db, lead, { roundId: round.id, qid: 'a', stage: 'adjudication' })).toThrow(
    'The query a is in the later round 2. Reopen it in that round.'
  );
});

it('a query or item that was archived during a round stays in the archive and out of the version', () => {
  const queries = [aQuery('a', 'Who?'), aQuery('b', 'When?', 'Why?')];
  const s = roundScene({ queries, settings, people: { annotators: 1 } });
  const archive = (kind: 'query' | 'item', name: string) =>
    archiveThing(s.db, s.lead, kind, thingNamed(s.db, s.lead, kind, name).id);
  archive('query', 'a');
  archive('item', 'b c2');
  expect(previewFinalisation(s.db, s.lead, s.round.id).unfinished).toEqual({ annotation: 1 });
  finished(s);
  expect(listQueries(s.db, s.lead).map(({ qid, items }) => [qid, items])).toEqual([['b', 1]]);
  const [version] = listVersions(s.db, s.lead);
  expect(version).toMatchObject({ queries: 1, items: 1 });
  expect(versionLineage(s.db, s.lead, version!.number).map(({ key }) => key)).toEqual(['b', 'c1']);
});

it('items of a query that is dropped are dropped with it, in datasheet and lineage as in the version', () => {
  const queries = [aQuery('a', 'Who?', 'Why?'), aQuery('b', 'When?')];
  const s = roundScene({ queries, settings, people: { annotators: 1 } });
  const bad = { label: 'not-appropriate', comment: 'No task.' } as const;
  finished(s, ({ kind, key }) => (kind === 'query' && key === 'a' ? bad : 'appropriate'));
  const [version] = listVersions(s.db, s.lead);
  const { finalisation } = versionRecord(s.db, s.lead, version!.number);
  const { query, item } = finalisation!.datasheet.subjects;
  expect([version!.queries, version!.items]).toEqual([1, 1]);
  expect([query.kept, query.dropped, item.kept, item.dropped]).toEqual([1, 1, 1, 2]);
  const kept = versionLineage(s.db, s.lead, version!.number).filter(({ keep }) => keep);
  expect(kept.map(({ qid, key }) => [qid, key])).toEqual([
    ['b', 'b'],
    ['b', 'c1']
  ]);
});

it('material that a lead corrected during a round stays in, whatever the round says of what it was before', () => {
  const queries = ['a', 'b'].map((qid) => ({ ...aQuery(qid, 'Who?'), material: { x: { topic: qid } } }));
  const s = roundScene({ queries, settings, people: { annotators: 1 }, materialText: () => 'A topic.' });
  vi.spyOn(Date, 'now').mockReturnValue(s.round.createdAt + 1);
  editMaterial(s.db, s.lead, { qid: 'a', suite: 'x', content: { topic: 'c' }, reason: 'Wrong topic.', revision: 1 });
  vi.restoreAllMocks();
  finished(s, ({ kind }) => (kind === 'material' ? { label: 'not-appropriate', comment: 'Wrong.' } : 'appropriate'));
  expect(['a', 'b'].map((qid) => materialRevisions(s.db, s.lead, qid)[0]!.origin)).toEqual(['edited', 'dropped']);
  const [version] = listVersions(s.db, s.lead);
  const lineage = versionLineage(s.db, s.lead, version!.number).filter(({ kind }) => kind === 'material');
  expect(lineage.map(({ qid, label, keep }) => [qid, label, keep])).toEqual([
    ['a', 'not-appropriate', true],
    ['b', 'not-appropriate', false]
  ]);
  const { finalisation } = versionRecord(s.db, s.lead, version!.number);
  expect(finalisation!.datasheet.subjects.material).toMatchObject({ kept: 1, dropped: 1 });
});

it('the heading of a query that a round has is replaced by no import: finalising would write it back', () => {
  const base = scene();
  importReports(base.db, base.lead, [aReport('cairn', 'a', '# Heat in towns\n')], { createQueries: true });
  const s = roundScene({ in: base, queries: [], settings, people: { annotators: 1 } });
  const importText = () =>
    problemsOf(() => importQueries(s.db, s.lead, [aQuery('a', 'Who?')])).map(({ reason }) => reason);
  const refused = [expect.stringMatching(/^Round 1 has the query a with the heading “Heat in towns” as its text\./)];
  expect(importText()).toEqual(refused);
  finished(s);
  expect(importText()).toEqual(refused);
});

it('material that a round dropped stays out if it is imported again; other content is a further revision', () => {
  const material = { x: { topic: 't1' } };
  const queries = [{ ...aQuery('a', 'Who?'), material }];
  const s = roundScene({ queries, settings, people: { annotators: 1 }, materialText: () => 'Topic t1.' });
  finished(s, ({ kind }) => (kind === 'material' ? { label: 'not-appropriate', comment: 'Wrong.' } : 'appropriate'));
  const kept = () => materialRevisions(s.db, s.lead, 'a').map(({ revision, origin }) => [revision, origin]);
  expect(kept()).toEqual([
    [2, 'dropped'],
    [1, 'imported']
  ]);
  expect(importQueries(s.db, s.lead, queries).material).toEqual({ added: 0, unchanged: 1 });
  expect(kept()).toHaveLength(2);
  const other = [{ ...queries[0]!, material: { x: { topic: 't2' } } }];
  expect(importQueries(s.db, s.lead, other).material).toEqual({ added: 1, unchanged: 0 });
  expect(kept()[0]).toEqual([3, 'imported']);
});
