import { describe, expect, it } from 'vitest';
import { adjudicationQueue, openSubject } from '../adjudication/adjudication.server.ts';
import { finaliseRound, versionLineage } from '../release/finalise.server.ts';
import { defaultInspection } from '../inspection/inspection-plan.ts';
import { markOf } from './model-marks.ts';
import { scene } from '../rounds/project.fixture.server.ts';
import { adoptDraft, modelMarks } from './query-draft-adoption.server.ts';
import { addDraftItem, changeDraftItem, insertItems } from './query-draft-items.server.ts';
import { addDraft } from './query-drafts.server.ts';
import { readSubjects } from '../records/records.server.ts';
import { roundScene } from '../rounds/rounds.fixture.ts';

describe('items that a model drafted', () => {
  /** A query whose c1 a model drafted and a person reworded, c2 a model drafted, c3 a person wrote; then a round on it. */
  const inRound = () => {
    const s = scene();
    const draft = addDraft(s.db, s.lead, { qid: 'buses', text: 'What about buses?', domain: null, category: null });
    const by = { judge: 'openai:x', model: 'x-2025', prompt: 'verification/checklist@1', madeId: null };
    const [one] = insertItems(s.db, s.lead, draft.id, ['Does it name buses?', 'Does it give fares?'], by);
    changeDraftItem(s.db, s.lead, one!, { text: 'Does it name three buses?' });
    addDraftItem(s.db, s.lead, draft.id, 'Does it say when they run?');
    adoptDraft(s.db, s.lead, draft.id);
    return roundScene({
      in: s,
      queries: [],
      settings: { overlap: 2, inspection: { ...defaultInspection, acceptNumber: 9, limit: 0.5, risk: 0.5 } }
    });
  };
  const wording = 'Does it give fares for children?';

  it('are marked in the round and in the version, reworded if people have changed what the model wrote', () => {
    const s = inRound();
    const marks = modelMarks(s.db, s.lead, 'buses');
    const judge = { judge: 'openai:x', model: 'x-2025' };
    expect(readSubjects(s.db, { roundId: s.round.id }).map((subject) => [subject.key, markOf(marks, subject)])).toEqual(
      [
        ['buses', null],
        ['c1', { ...judge, reworded: true }],
        ['c2', { ...judge, reworded: false }],
        ['c3', null]
      ]
    );
    // An item that an annotator appends has a key of its round only; and a query may be called like an item.
    const elsewhere = { key: 'c2', wording: 'x' };
    expect(markOf(marks, { ...elsewhere, kind: 'item', origin: 'appended' })).toBeNull();
    expect(markOf(marks, { ...elsewhere, kind: 'query', origin: 'benchmark' })).toBeNull();
    for (const person of s.annotators)
      s.annotateAll(person, ({ key }) => (key === 'c2' ? { label: 'needs-modification', wording } : 'appropriate'));
    s.reviewAll(s.reviewers[0]!);
    s.startInspections();
    s.inspectAll(s.reviewers[1]!, ({ key }) =>
      key === 'c2' ? { label: 'needs-modification', wording } : 'appropriate'
    );
    s.adjudicateAll(s.adjudicators[0]!, () => ({ label: 'needs-modification', wording }));
    const { version } = finaliseRound(s.db, s.lead, s.round.id, { includeOpen: true });
    const lineage = versionLineage(s.db, s.lead, version.number, 'buses');
    expect(lineage.map((one) => markOf(marks, { ...one, wording: one.finalWording })?.reworded ?? null)).toEqual([
      null,
      true,
      true,
      null
    ]);
  });

  it('are not told apart on any page of work', () => {
    const s = inRound();
    const seen: unknown[] = [];
    const see = (...shown: unknown[]): void => void seen.push(...shown);
    const [first, second] = s.annotators;
    s.annotateAll(first!, (...shown) => (see(...shown), 'appropriate'));
    s.annotateAll(second!, ({ kind }) =>
      kind === 'item' ? { label: 'not-appropriate', comment: 'No.' } : 'appropriate'
    );
    s.reviewAll(s.reviewers[0]!, (...shown) => (see(...shown), 'agree'));
    s.startInspections();
    s.inspectAll(s.reviewers[1]!, (...shown) => (see(...shown), 'appropriate'));
    const worker = s.grant(s.adjudicators[0]!, 'adjudicate');
    const queue = adjudicationQueue(s.db, worker, s.round.id);
    see(queue, ...queue.open.map(({ subjectId }) => openSubject(s.db, worker, subjectId)));
    expect(queue.open.length).toBeGreaterThan(0);
    expect(JSON.stringify(seen)).toContain('Does it give fares?');
    expect(JSON.stringify(seen)).not.toMatch(/openai:x|x-2025|drafted/i);
  });
});
