import { describe, expect, it } from 'vitest';
import { getQuery, importQueries } from '../benchmark/benchmark.server.ts';
import { aQuery, auditActions, problemsOf, scene } from '../rounds/project.fixture.server.ts';
import { adoptAsShown, adoptDraft, adoptedFrom } from './query-draft-adoption.server.ts';
import { addDraftItem, changeDraftItem } from './query-draft-items.server.ts';
import { getDraft } from './query-draft-view.server.ts';
import {
  addDraft,
  dropDraftQuery,
  editDraft,
  listDrafts,
  resumeDraft,
  type DraftFilter
} from './query-drafts.server.ts';
import { importAnswers, listAnswers } from './survey/survey.server.ts';
import { tenAnswers } from './survey/survey.fixture.ts';

describe('a draft', () => {
  const drafted = () => {
    const s = scene();
    importAnswers(s.db, s.lead, tenAnswers);
    const { id } = listAnswers(s.db, s.lead).rows[0]!;
    const draft = addDraft(s.db, s.lead, { text: 'What about buses?', domain: 'Law', category: null, answerId: id });
    return { ...s, draft };
  };

  it('comes from an answer, is edited by who has seen it as it stands, and becomes a query', () => {
    const { db, lead, draft } = drafted();
    expect(draft).toMatchObject({ qid: 'q1', revision: 1, status: 'draft' });
    const edit = {
      draftId: draft.id,
      basedOn: 1,
      text: 'Compare the buses of Vellmoor.',
      domain: 'Law',
      category: 'Top'
    };
    expect(editDraft(db, lead, edit).revision).toBe(2);
    expect(() => editDraft(db, lead, edit)).toThrow(/changed after/);
    const { id } = addDraftItem(db, lead, draft.id, 'Does it name all buses?');
    addDraftItem(db, lead, draft.id, 'Does it give fares?');
    for (const none of [id, 'none'])
      expect(() => changeDraftItem(db, scene(db).lead, none, { status: 'dropped' })).toThrow(/no such item/);
    changeDraftItem(db, lead, id, { status: 'dropped' });
    expect(getDraft(db, lead, 'q1')).toMatchObject({
      answer: { respondent: 'r1' },
      items: [{ text: 'Does it give fares?' }, { status: 'dropped' }]
    });
    expect(adoptDraft(db, lead, draft.id)).toEqual({ qid: 'q1', items: 1 });
    expect(getQuery(db, lead, 'q1')).toMatchObject({
      query: { text: 'Compare the buses of Vellmoor.', category: 'Top' },
      items: [{ key: 'c1', text: 'Does it give fares?' }]
    });
    expect([adoptedFrom(db, lead, 'q1'), adoptedFrom(db, lead, 'q2')]).toEqual([{ respondent: 'r1' }, null]);
    expect(() => editDraft(db, lead, { ...edit, basedOn: 2 })).toThrow(/adopted/);
    expect(listDrafts(db, lead, { status: 'adopted' })).toHaveLength(1);
    expect(auditActions(db)).toEqual(
      expect.arrayContaining(['query-draft.add', 'query-draft.edit', 'query-draft.adopt'])
    );
  });

  it('has a qid of its own', () => {
    const { db, lead, draft } = drafted();
    expect(() => addDraft(db, lead, { qid: draft.qid, text: 'x', domain: null, category: null })).toThrow(/not saved/);
    expect(addDraft(db, lead, { text: 'x', domain: null, category: null }).qid).toBe('q2');
  });

  it('has no qid that differs from another one in capitals alone, or that no address leads to', () => {
    const { db, lead } = drafted();
    importQueries(db, lead, [aQuery('heat', 'Who is hot?')]);
    const add = (qid: string) => () => addDraft(db, lead, { qid, text: 'x', domain: null, category: null });
    for (const qid of ['HEAT', 'Q1', '..', 'a/b']) expect(problemsOf(add(qid)), qid).toMatchObject([{ column: 'qid' }]);
  });

  it('is adopted as a page shows it, with typed text, unless its text or items have changed since', () => {
    const { db, lead, draft } = drafted();
    const { id: item } = addDraftItem(db, lead, draft.id, 'Does it give fares?');
    const seen = () => getDraft(db, lead, draft.qid).state;
    const before = seen();
    editDraft(db, lead, { draftId: draft.id, basedOn: 1, text: 'Which trams?', domain: null, category: null });
    const typed = { draftId: draft.id, qid: 'buses', text: 'Which ferries?', domain: null, category: 'Top' };
    const adopt = (basedOn: number, state: string) => adoptAsShown(db, lead, { ...typed, basedOn }, state);
    expect(() => adopt(1, before)).toThrow(/changed after you opened/);
    const edited = seen();
    changeDraftItem(db, lead, item, { text: 'Does it give fares in euros?' });
    expect(() => adopt(2, edited)).toThrow(/changed after you opened/);
    const reworded = seen();
    changeDraftItem(db, lead, item, { status: 'dropped' });
    expect(() => adopt(2, reworded)).toThrow(/changed after you opened/);
    addDraftItem(db, lead, draft.id, 'Does it name piers?');
    expect(adopt(2, seen())).toEqual({ qid: 'buses', items: 1 });
    expect(getQuery(db, lead, 'buses').query).toMatchObject({ text: 'Which ferries?', category: 'Top' });
  });

  it('has items that are changed by a lead who has seen them as they stand', () => {
    const { db, lead, draft } = drafted();
    const { id } = addDraftItem(db, lead, draft.id, 'Does it give\nfares?');
    changeDraftItem(db, lead, id, { text: 'Does it give fares in euros?', seen: 'Does it give\r\nfares?' });
    for (const change of [{ text: 'Does it give tariffs?' }, { status: 'dropped' as const }])
      expect(() => changeDraftItem(db, lead, id, { ...change, seen: 'Does it give\nfares?' })).toThrow(/changed after/);
    expect(getDraft(db, lead, draft.qid).items).toMatchObject([
      { text: 'Does it give fares in euros?', status: 'accepted' }
    ]);
  });

  it('whose qid an import has taken is not adopted until it has another one', () => {
    const { db, lead, draft } = drafted();
    const text = 'Which buses run?';
    importQueries(db, lead, [aQuery('Q1')]);
    expect(problemsOf(() => adoptDraft(db, lead, draft.id))).toMatchObject([
      { column: 'qid', reason: expect.stringMatching(/already has a query q1\. Give the draft another id/) }
    ]);
    const edit = (qid: string, basedOn: number) =>
      editDraft(db, lead, { draftId: draft.id, basedOn, qid, text, domain: null, category: null });
    expect(problemsOf(() => edit('Q1', 1))).toMatchObject([{ column: 'qid' }]);
    expect(edit('buses', 1)).toMatchObject({ qid: 'buses', revision: 2 });
    expect(edit('buses', 2)).toMatchObject({ qid: 'buses', revision: 2 });
    expect(adoptDraft(db, lead, draft.id)).toEqual({ qid: 'buses', items: 0 });
    expect(getQuery(db, lead, 'q1').query.text).not.toBe(text);
  });

  it('is dropped with a reason that stays in its history, and can be taken up again as it was', () => {
    const { db, lead, draft } = drafted();
    expect(problemsOf(() => dropDraftQuery(db, lead, draft.id, ' '))).toMatchObject([{ column: 'reason' }]);
    dropDraftQuery(db, lead, draft.id, 'Asked twice');
    expect(() => addDraftItem(db, lead, draft.id, 'x?')).toThrow(/is dropped/);
    expect(() => dropDraftQuery(db, lead, draft.id, 'Again')).toThrow(/is dropped/);
    resumeDraft(db, lead, draft.id);
    expect(() => resumeDraft(db, lead, draft.id)).toThrow(/is a draft/);
    editDraft(db, lead, { draftId: draft.id, basedOn: 1, text: 'Which buses?', domain: null, category: null });
    expect(
      getDraft(db, lead, draft.qid).history.map(({ who, action, detail }) => [
        who,
        action,
        detail['reason'] ?? detail['to']
      ])
    ).toEqual([
      ['lead', 'query-draft.add', undefined],
      ['lead', 'query-draft.drop', 'Asked twice'],
      ['lead', 'query-draft.resume', undefined],
      ['lead', 'query-draft.edit', 'Which buses?']
    ]);
  });

  it('is found by its words, its state and its domain, and says what it waits for', () => {
    const { db, lead, draft } = drafted();
    addDraft(db, lead, { text: 'And trams?', domain: null, category: null });
    const qids = (filter: DraftFilter) => listDrafts(db, lead, filter).map(({ qid }) => qid);
    expect([
      qids({ search: 'BUSES' }),
      qids({ domain: '' }),
      qids({ domain: 'Law' }),
      qids({ status: 'dropped' })
    ]).toEqual([['q1'], ['q2'], ['q1'], []]);
    expect(listDrafts(db, lead)).toMatchObject([{ respondent: 'r1', next: 'checklist' }, { respondent: null }]);
    addDraftItem(db, lead, draft.id, 'Does it give fares?');
    expect(listDrafts(db, lead)[0]).toMatchObject({ next: 'adopt' });
  });
});
