import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Asked } from '../../tests/stand-ins/answers.ts';
import { startGemini } from '../../tests/stand-ins/gemini.ts';
import { startOpenAi } from '../../tests/stand-ins/openai.ts';
import type { StandIn } from '../../tests/stand-ins/server.ts';
import { parseJudgeSpec } from '../lib/scorer/judges/index.ts';
import { createMaking } from '../lib/scorer/making/making-runs.server.ts';
import { RunDriver } from '../lib/scorer/runs/driving/driver.server.ts';
import { planned, scene as runScene } from '../lib/scorer/runs/runs.fixture.ts';
import { schema } from '../lib/server/db/client.ts';
import { archiveThing } from '../lib/server/managing/archiving.ts';
import { deleteThing } from '../lib/server/managing/deleting.ts';
import { thingNamed } from '../lib/server/managing/managed-thing.ts';
import { renameThing } from '../lib/server/managing/renaming.ts';
import { getQuery, importQueries } from '../lib/verification/benchmark/benchmark.server.ts';
import { beforeTheStages } from '../lib/verification/proposals/before-the-stages.server.ts';
import { acceptWaiting } from '../lib/verification/proposals/made-acceptance.server.ts';
import { decideDraftItem, decideMade, respondToQuestion } from '../lib/verification/proposals/made-decisions.server.ts'; // prettier-ignore
import { piecesOfRun } from '../lib/verification/proposals/made-pieces.server.ts';
import { unitsToMake, type UnitChoice } from '../lib/verification/proposals/made-sources.server.ts';
import { adoptDraft, adoptedFrom, modelMarks } from '../lib/verification/proposals/query-draft-adoption.server.ts';
import { addDraftItem } from '../lib/verification/proposals/query-draft-items.server.ts';
import { askedQueries, questionCounts } from '../lib/verification/proposals/query-questions.server.ts';
import { getDraft } from '../lib/verification/proposals/query-draft-view.server.ts';
import { addDraft, dropDraftQuery, editDraft, listDrafts, resumeDraft } from '../lib/verification/proposals/query-drafts.server.ts'; // prettier-ignore
import { importReports } from '../lib/verification/benchmark/reports.server.ts';
import { aQuery, aReport, problemsOf, scene } from '../lib/verification/rounds/project.fixture.server.ts';
import { roundScene } from '../lib/verification/rounds/rounds.fixture.ts';
import { whyQueryIsFixed } from '../lib/verification/proposals/query-edits.server.ts';
import * as makingPage from './p/[project]/verification/making/[making]/+page.server.ts';
import { makeForDraft } from './p/[project]/verification/drafts/[draft]/make-for-draft.ts';

let server: StandIn;
let gemini: StandIn;
let answer: (asked: Asked) => object;
beforeAll(async () => {
  [server, gemini] = await Promise.all([
    startOpenAi({ answer: (asked) => answer(asked) }),
    startGemini({ answer: (asked) => answer(asked) })
  ]);
});
afterAll(() => Promise.all([server.stop(), gemini.stop()]));
beforeEach(() => {
  answer = ({ schema: shape }) =>
    'questions' in ((shape?.['properties'] as object | undefined) ?? {})
      ? { questions: [{ question: 'Which year?', why: 'Figures differ.' }] }
      : { items: ['Does it name buses?', 'Does it give fares?'] };
});

const begun = () => {
  const s = scene();
  const driver = new RunDriver(s.db, { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'key-of-openai' });
  const make = async (maker: string, choice: UnitChoice) => {
    const units = unitsToMake(s.db, s.lead, choice);
    const run = createMaking(s.db, s.lead, {
      ...{ maker, units, options: { useCache: false } },
      judges: [driver.name(parseJudgeSpec('openai:gpt-5'))]
    });
    driver.start(s.lead, run.id);
    await driver.ended(run.id);
    return { run, pieces: () => piecesOfRun(s.db, s.project.id, run.id) };
  };
  const draft = (qid: string, domain: string | null = null) =>
    addDraft(s.db, s.lead, { qid, text: `What about ${qid}?`, domain, category: null });
  const rename = (kind: 'query' | 'item', name: string, to: string) =>
    renameThing(s.db, s.lead, kind, thingNamed(s.db, s.lead, kind, name).id, to);
  return { ...s, make, draft, rename, view: (qid: string) => getDraft(s.db, s.lead, qid) };
};

describe('what a making run made', () => {
  it('waits on the page of its draft, blocks its adoption, and counts only once a person has accepted it', async () => {
    const { db, lead, make, draft, view, rename } = begun();
    const { id } = draft('q1');
    const { pieces } = await make('checklist', { source: 'draft' });
    expect(view('q1').items.map(({ status, judge, model, text }) => [status, judge, model, text])).toEqual([
      ['proposed', 'openai:gpt-5', 'gpt-5-2025-01-01', 'Does it name buses?'],
      ['proposed', 'openai:gpt-5', 'gpt-5-2025-01-01', 'Does it give fares?']
    ]);
    expect(db.select().from(schema.draftItem).all()).toEqual([]);
    expect(listDrafts(db, lead)).toMatchObject([{ items: 2, proposed: 2, next: 'items' }]);
    expect(beforeTheStages(db, lead)).toMatchObject({ proposedItems: 2, ready: 0 });
    expect(problemsOf(() => adoptDraft(db, lead, id))).toMatchObject([{ column: 'items' }]);
    const [one, two] = pieces();
    decideMade(db, lead, one!.id, { kind: 'accepted', text: 'Does it name three buses?' });
    decideMade(db, lead, two!.id, { kind: 'rejected' });
    expect(view('q1').items.map(({ status, text, draftedText }) => [status, text, draftedText])).toEqual([
      ['accepted', 'Does it name three buses?', 'Does it name buses?'],
      ['dropped', 'Does it give fares?', null]
    ]);
    // Rejected is not for good; accepted is.
    decideDraftItem(db, lead, two!.id, { status: 'accepted' });
    expect(() => decideMade(db, lead, one!.id, { kind: 'rejected' })).toThrow('already accepted');
    expect(adoptDraft(db, lead, id).items).toBe(2);
    const mark = { judge: 'openai:gpt-5', model: 'gpt-5-2025-01-01' };
    expect([...modelMarks(db, lead, 'q1')]).toEqual([
      ['c1', { ...mark, draftedText: 'Does it name buses?' }],
      ['c2', { ...mark, draftedText: 'Does it give fares?' }]
    ]);
    const decided = db.select().from(schema.audit).all().filter(({ action }) => /^making\.(accept|reject)$/.test(action)); // prettier-ignore
    expect(decided.map(({ action, detail }) => [action, detail['prompt'], typeof detail['call'], detail['from']])).toEqual([
      ['making.accept', 'verification/checklist@1', 'number', 'Does it name buses?'],
      ['making.reject', 'verification/checklist@1', 'number', undefined],
      ['making.accept', 'verification/checklist@1', 'number', undefined]
    ]); // prettier-ignore
    rename('item', 'q1 c2', 'fares');
    rename('query', 'q1', 'buses');
    expect([...modelMarks(db, lead, 'buses').keys(), ...modelMarks(db, lead, 'q1').keys()]).toEqual(['c1', 'fares']);
  });

  it('goes to a query of the benchmark beside what people wrote, marked for good', async () => {
    const { db, lead, make, draft, rename } = begun();
    importQueries(db, lead, [aQuery('b1'), aQuery('b2', 'Does it name buses?')]);
    const { pieces } = await make('checklist', { source: 'query' });
    const of = (label: string) => pieces().filter((piece) => piece.label === label);
    decideMade(db, lead, of('b1')[0]!.id, { kind: 'accepted' });
    expect(problemsOf(() => decideMade(db, lead, of('b2')[0]!.id, { kind: 'accepted' }))).toMatchObject([
      { column: 'text', reason: 'An identical text already exists.' }
    ]);
    decideMade(db, lead, of('b2')[1]!.id, { kind: 'accepted', text: 'Does it give two fares?' });
    const items = (qid: string) => getQuery(db, lead, qid).items.map(({ key, text }) => [key, text]);
    expect([items('b1'), items('b2')]).toEqual([
      [['c1', 'Does it name buses?']],
      [
        ['c1', 'Does it name buses?'],
        ['c2', 'Does it give two fares?']
      ]
    ]);
    expect([...modelMarks(db, lead, 'b2')]).toEqual([
      ['c2', { judge: 'openai:gpt-5', model: 'gpt-5-2025-01-01', draftedText: 'Does it give fares?' }]
    ]);
    rename('item', 'b2 c2', 'fares');
    rename('query', 'b2', 'trams');
    rename('query', 'b1', 'b2');
    expect(['trams', 'b2'].map((qid) => [...modelMarks(db, lead, qid).keys()])).toEqual([['fares'], ['c1']]);
    draft('b3');
    expect(problemsOf(() => rename('query', 'b2', 'B3'))).toMatchObject([{ found: 'B3' }]);
  });

  it('cannot be deleted with its run while the benchmark has it, whose mark would be lost', async () => {
    const { db, lead, make } = begun();
    importQueries(db, lead, [aQuery('b1', 'What is it?')]);
    const { run } = await make('checklist', { source: 'query', qids: ['b1'] });
    acceptWaiting(db, lead, run.id);
    const remove = (kind: 'run' | 'item', id: string, name: string) => {
      archiveThing(db, lead, kind, id);
      return deleteThing(db, lead, kind, id, name);
    };
    expect(() => remove('run', run.id, run.name)).toThrow('The benchmark contains 2 results of this run');
    expect([...modelMarks(db, lead, 'b1').keys()]).toEqual(['c2', 'c3']);
    for (const key of ['c2', 'c3']) remove('item', thingNamed(db, lead, 'item', `b1 ${key}`).id, `b1 ${key}`);
    expect(deleteThing(db, lead, 'run', run.id, run.name)).toContainEqual({
      n: 2,
      words: 'drafted pieces',
      of: 'draftedPiece'
    });
  });

  it('leaves no mark on a query or item that is imported under the name of a deleted one, and the draft can be adopted again', async () => {
    const { db, lead, make, draft, view, rename } = begun();
    const remove = (kind: 'query' | 'item', name: string) => {
      const { id } = thingNamed(db, lead, kind, name);
      archiveThing(db, lead, kind, id);
      deleteThing(db, lead, kind, id, name);
    };
    const marked = (qid: string) => [...modelMarks(db, lead, qid).keys()];
    const { id } = draft('q1');
    acceptWaiting(db, lead, (await make('checklist', { source: 'draft' })).run.id);
    adoptDraft(db, lead, id);
    importQueries(db, lead, [aQuery('b1', 'What is it?')]);
    acceptWaiting(db, lead, (await make('checklist', { source: 'query', qids: ['b1'] })).run.id);
    expect([marked('q1'), marked('b1')]).toEqual([
      ['c1', 'c2'],
      ['c2', 'c3']
    ]);
    remove('item', 'q1 c2');
    remove('item', 'b1 c3');
    importQueries(db, lead, [aQuery('b1', 'What is it?', 'Does it name buses?', 'Is it old?')]);
    expect([marked('q1'), marked('b1')]).toEqual([['c1'], ['c2']]);
    remove('query', 'q1');
    importQueries(db, lead, [aQuery('q1', 'Is it long?')]);
    expect([marked('q1'), adoptedFrom(db, lead, 'q1'), view('q1').draft.status]).toEqual([[], null, 'dropped']);
    expect(view('q1').history.at(-1)).toMatchObject({ action: 'query-draft.drop', detail: { deleted: 'q1' } });
    rename('query', 'q1', 'trams');
    resumeDraft(db, lead, id);
    expect(adoptDraft(db, lead, id)).toEqual({ qid: 'q1', items: 2 });
    expect([marked('q1'), marked('trams')]).toEqual([['c1', 'c2'], []]);
  });

  it('is one question, also if two runs of the same model ask it in the same words', async () => {
    const { db, lead, make } = begun();
    importQueries(db, lead, [aQuery('b1')]);
    const ask = async () => (await make('clarifications', { source: 'query' })).run.id;
    const accepted = [acceptWaiting(db, lead, await ask()), acceptWaiting(db, lead, await ask())];
    expect(accepted).toEqual([
      { accepted: 1, refused: [] },
      { accepted: 0, refused: [{ label: 'b1', reason: 'An identical text already exists.' }] }
    ]);
  });

  it('is accepted by qid only if the run has a unit of this qid', async () => {
    const { db, lead, make } = begun();
    importQueries(db, lead, [aQuery('b1'), aQuery('b2')]);
    const { run } = await make('clarifications', { source: 'query' });
    expect(problemsOf(() => acceptWaiting(db, lead, run.id, ['b1', 'B2']))).toMatchObject([
      { column: 'qid', reason: 'No unit of this run has this qid.', found: 'B2' }
    ]);
    expect(acceptWaiting(db, lead, run.id, ['b1'])).toEqual({ accepted: 1, refused: [] });
  });

  it('is not used if its source has changed since, unless a person wants it all the same', async () => {
    const { db, lead, make, draft, view } = begun();
    const { id } = draft('q1');
    const { pieces } = await make('checklist', { source: 'draft' });
    editDraft(db, lead, { draftId: id, basedOn: 1, text: 'What about trams?', domain: null, category: null });
    const [one, two] = pieces();
    expect(() => decideMade(db, lead, one!.id, { kind: 'accepted' })).toThrow('q1 has changed since');
    decideMade(db, lead, one!.id, { kind: 'accepted', anyway: true });
    expect(db.select().from(schema.audit).all().at(-1)!.detail).toMatchObject({ changedSince: true });
    expect(view('q1').draft.text).toBe('What about trams?');
    dropDraftQuery(db, lead, id, 'No');
    expect(() => decideMade(db, lead, two!.id, { kind: 'accepted', anyway: true })).toThrow('is dropped');
  });

  it('asks what is unclear about drafts; a question is answered, dismissed or turned into an edit', async () => {
    const { db, lead, make, draft, view } = begun();
    draft('q1');
    await make('clarifications', { source: 'draft' });
    expect(view('q1').clarifications).toMatchObject([{ status: 'open', question: 'Which year?', draftRevision: 1 }]);
    expect(problemsOf(() => adoptDraft(db, lead, view('q1').draft.id))).toMatchObject([{ column: 'clarifications' }]);
    const [asked] = view('q1').clarifications;
    expect(() => respondToQuestion(db, lead, asked!.id, { kind: 'answered', response: ' ' })).toThrow('not saved');
    expect(view('q1').clarifications).toMatchObject([{ status: 'open' }]);
    const edited = { kind: 'edited', response: '', text: 'What about 2024?', basedOn: 1 } as const;
    respondToQuestion(db, lead, asked!.id, edited);
    expect(view('q1').clarifications).toMatchObject([{ status: 'edited', after: 'What about 2024?' }]);
    const { id: placedId } = view('q1').clarifications[0]!;
    expect(() => respondToQuestion(db, lead, placedId, edited)).toThrow('is already edited');
    // Asked again in the same words it is nothing new; in others it waits, and is dismissed with a reason.
    await make('clarifications', { source: 'draft' });
    expect(view('q1').clarifications).toHaveLength(1);
    answer = () => ({ questions: [{ question: 'Which town?', why: '' }] });
    await make('clarifications', { source: 'draft' });
    const open = view('q1').clarifications.find(({ status }) => status === 'open')!;
    respondToQuestion(db, lead, open.id, { kind: 'dismissed', response: 'Any.' });
    expect(view('q1').clarifications.find(({ id }) => id === open.id)).toMatchObject({ status: 'dismissed', response: 'Any.', respondedByName: 'lead' }); // prettier-ignore
    expect(listDrafts(db, lead)).toMatchObject([{ clarifications: 2, openClarifications: 0 }]);
  });

  it('about imported queries waits on their page until it is answered, dismissed or turned into an edit', async () => {
    const { db, lead, make, draft } = begun();
    draft('q1');
    importQueries(db, lead, [aQuery('b1'), aQuery('b2'), aQuery('b3')]);
    const { text: before } = getQuery(db, lead, 'b3').query;
    await make('clarifications', { source: 'draft' });
    expect(askedQueries(db, lead)).toEqual([]);
    const { pieces } = await make('clarifications', { source: 'query' });
    const asked = () => askedQueries(db, lead);
    const of = (qid: string) => askedQueries(db, lead, qid)[0]!;
    expect(asked().map(({ qid, fixed, questions }) => [qid, fixed, questions.length])).toEqual([
      ['b1', null, 1],
      ['b2', null, 1],
      ['b3', null, 1]
    ]);
    expect(questionCounts(asked())).toEqual({ all: 3, open: 3 });
    // One was accepted on the run's page first, the others are answered where they wait.
    const { placed } = decideMade(db, lead, pieces()[0]!.id, { kind: 'accepted' });
    respondToQuestion(db, lead, placed!, { kind: 'answered', response: 'Sarrin.' });
    respondToQuestion(db, lead, of('b2').questions[0]!.id, { kind: 'dismissed', response: 'Any year.' });
    const edit = { kind: 'edited', response: '', text: 'What about buses in 2024?', basedOn: 1 } as const;
    respondToQuestion(db, lead, of('b3').questions[0]!.id, edit);
    expect(asked().map(({ qid, text, revision, questions: [one] }) => [qid, text === before, revision, one!.status, one!.response, one!.respondedByName])).toEqual([
      ['b1', false, 1, 'answered', 'Sarrin.', 'lead'],
      ['b2', false, 1, 'dismissed', 'Any year.', 'lead'],
      ['b3', false, 2, 'edited', '', 'lead']
    ]); // prettier-ignore
    expect(of('b3').questions[0]).toMatchObject({ before, after: 'What about buses in 2024?', queryId: of('b3').id });
    expect(getQuery(db, lead, 'b3').query.text).toBe('What about buses in 2024?');
    expect(questionCounts(asked())).toEqual({ all: 3, open: 0 });
    const acts = db.select().from(schema.audit).all();
    expect(acts.find(({ action }) => action === 'query.edit')).toMatchObject({
      ...{ entity: 'query', entityId: of('b3').id },
      detail: { qid: 'b3', revision: 2, from: before, to: 'What about buses in 2024?' }
    });
    expect(acts.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['clarification.answered', 'making.reject', 'clarification.edited'])
    );
    // Asked again about the new wording, it is a question on wording 2; the same words of the others are nothing new.
    answer = () => ({ questions: [{ question: 'Which town?', why: '' }] });
    await make('clarifications', { source: 'query', qids: ['b3'] });
    expect(of('b3').questions.map(({ status, draftRevision }) => [status, draftRevision])).toEqual([
      ['open', 2],
      ['edited', 1]
    ]);
    const second = of('b3').questions[0]!.id;
    expect(() => respondToQuestion(db, lead, second, edit)).toThrow(/changed/);
    expect(() => respondToQuestion(db, lead, second, { ...edit, basedOn: 2 })).toThrow(/already has this wording/);
    expect(of('b3').questions[0]!.status).toBe('open');
  });

  it('turns into no edit of a query that is in a round, has reports, or is of another project', async () => {
    const { db, lead, make } = begun();
    importQueries(db, lead, [aQuery('b1'), aQuery('b2')]);
    await make('clarifications', { source: 'query' });
    const of = (qid: string) => askedQueries(db, lead, qid)[0]!;
    const edit = { kind: 'edited', response: '', text: 'What about 2024?', basedOn: 1 } as const;
    importReports(db, lead, [aReport('Fenn', 'b1')]);
    expect(of('b1').fixed?.key).toBe('reportsAnswer');
    const { id } = of('b1').questions[0]!;
    expect(() => respondToQuestion(db, lead, id, edit)).toThrow(/^Reports answer/);
    // The refused answer left nothing behind.
    expect(of('b1').questions).toMatchObject([{ id, status: 'open' }]);
    respondToQuestion(db, lead, id, { kind: 'answered', response: 'Either.' });
    const other = scene(db);
    expect(() => respondToQuestion(db, other.lead, of('b2').questions[0]!.id, edit)).toThrow('no such piece');
    expect(askedQueries(db, other.lead)).toEqual([]);
    const rounds = roundScene({ queries: [aQuery('b1')] });
    const [inRound] = rounds.db.select().from(schema.query).all();
    expect(whyQueryIsFixed(rounds.db, inRound!.id)?.key).toBe('rewordInRound');
  });

  it('is chosen by what has no checklist, by domain, by qid', () => {
    const { db, lead, draft } = begun();
    const { id } = draft('q1', 'Law');
    draft('q2');
    addDraftItem(db, lead, id, 'Does it?');
    importQueries(db, lead, [aQuery('b1'), aQuery('b2', 'Does it?')]);
    const chosen = (choice: UnitChoice) => unitsToMake(db, lead, choice).map(({ label }) => label);
    expect([
      chosen({ source: 'draft' }),
      chosen({ source: 'draft', withoutChecklist: true }),
      chosen({ source: 'draft', domain: 'Law' }),
      chosen({ source: 'draft', domain: '' }),
      chosen({ source: 'query' }),
      chosen({ source: 'query', withoutChecklist: true }),
      chosen({ source: 'query', qids: ['b2'] })
    ]).toEqual([['q1', 'q2'], ['q2'], ['q1'], ['q2'], ['b1', 'b2'], ['b1'], ['b2']]);
    expect(problemsOf(() => unitsToMake(db, lead, { source: 'query', qids: ['q1', 'b9'] }))).toMatchObject([{ found: 'q1' }, { found: 'b9' }]); // prettier-ignore
  });

  it('of another project cannot be decided', async () => {
    const { db, make, draft } = begun();
    draft('q1');
    const { pieces } = await make('checklist', { source: 'draft' });
    const other = scene(db);
    expect(() => decideMade(db, other.lead, pieces()[0]!.id, { kind: 'rejected' })).toThrow('no such piece');
  });
});

describe('the buttons of a draft’s page', () => {
  const atDraft = (env: Record<string, string> = {}) => {
    const s = begun();
    const keys = { OPENAI_API_KEY: 'key-of-openai', GEMINI_API_KEY: 'key-of-gemini' };
    const urls = { OPENAI_BASE_URL: server.url, GEMINI_BASE_URL: gemini.url };
    const driver = new RunDriver(s.db, { ...urls, ...keys, ...env });
    const draft = s.draft('q1');
    const ask = (maker: 'clarifications' | 'checklist', ...judges: string[]) =>
      makeForDraft({ db: s.db, driver }, s.lead, maker, draft, judges);
    return { ...s, ask };
  };
  const both = ['openai:gpt-5', 'gemini:gemini-2.5-pro'];

  it('make a run of one unit, in which both models answer, one after a rate limit, and see nothing but the draft', async () => {
    const { db, ask, view } = atDraft();
    const [before, beforeGemini] = [server.count(), gemini.count()];
    server.misbehave({ kind: 'rate-limit', on: [before + 1], retryAfterSeconds: 0 });
    const asked = await ask('clarifications', ...both);
    server.misbehave();
    expect(asked).toEqual(both.map((judge) => ({ judge, kept: 1, fault: null })));
    expect(
      view('q1')
        .clarifications.map(({ judge, status }) => [judge, status])
        .sort()
    ).toEqual([
      ['gemini:gemini-2.5-pro', 'open'],
      ['openai:gpt-5', 'open']
    ]);
    const requests = [...server.requests.slice(-2), ...gemini.requests.slice(-1)];
    expect([server.count() - before, gemini.count() - beforeGemini]).toEqual([2, 1]);
    for (const { asked: question } of requests) expect(JSON.parse(question.user)).toBe('What about q1?');
    // The same words again are no new question; what another model has drafted word for word is no new item.
    expect((await ask('clarifications', ...both)).map(({ kept }) => kept)).toEqual([0, 0]);
    expect(await ask('checklist', both[0]!)).toMatchObject([{ kept: 2, fault: null }]);
    expect(await ask('checklist', both[1]!)).toMatchObject([{ kept: 0, fault: null }]);
    const runs = db.select().from(schema.run).all();
    expect(runs.map(({ kind, status }) => [kind, status])).toEqual(runs.map(() => ['making', 'done']));
  });

  it('tell in words why a model made nothing, without its key, and keep what the other made', async () => {
    const { ask, view } = atDraft();
    server.misbehave({ kind: 'bad-key' });
    const asked = await ask('clarifications', ...both);
    server.misbehave();
    expect(asked.find(({ judge }) => judge === 'openai:gpt-5')).toMatchObject({
      kept: 0,
      fault: expect.stringMatching(/401/) as string
    });
    expect(JSON.stringify(asked)).not.toContain('key-of-openai');
    expect(view('q1').clarifications.every(({ judge }) => judge === 'gemini:gemini-2.5-pro')).toBe(true);
  });

  it('refuse a model without its key by the name of the variable, and a judge made of code', async () => {
    const { db, ask } = atDraft({ OPENAI_API_KEY: '' });
    await expect(ask('checklist', 'openai:gpt-5')).rejects.toThrow('OPENAI_API_KEY');
    await expect(ask('checklist', 'rules')).rejects.toThrow('was not created');
    expect(db.select().from(schema.run).all()).toEqual([]);
  });

  it('keeps to the limits of the server’s runs, and each call is counted with what it took', async () => {
    const slow = await startOpenAi({ answer: (asked) => answer(asked), delayMs: 60 });
    try {
      const { db, lead, draft } = begun();
      const driver = new RunDriver(db, { OPENAI_BASE_URL: slow.url, OPENAI_API_KEY: 'key-of-openai' });
      // A run of another project of this server lets one call to OpenAI be under way; the limits are the provider's.
      planned(runScene(undefined, db), driver, {
        specs: ['openai:gpt-5'],
        options: {
          limits: { openai: { concurrency: 1 }, gemini: {} },
          prices: { 'openai:gpt-5': { input: 2, output: 10, asOf: null } }
        }
      });
      const drafts = ['q1', 'q2', 'q3'].map((qid) => draft(qid));
      await Promise.all(
        drafts.map((one) => makeForDraft({ db, driver }, lead, 'clarifications', one, ['openai:gpt-5']))
      );
      expect([slow.count(), slow.mostAtOnce()]).toEqual([3, 1]);
      const calls = db.select().from(schema.call).all();
      expect(calls.map(({ outcome, attempts, unanswered }) => [outcome, attempts, unanswered])).toEqual(
        calls.map(() => ['reply', 1, 0])
      );
      expect(calls).toHaveLength(3);
      for (const { inputTokens, outputTokens, cost } of calls) {
        expect([inputTokens! > 0, outputTokens! > 0]).toEqual([true, true]);
        expect(cost).toBeCloseTo((inputTokens! * 2 + outputTokens! * 10) / 1e6, 12);
      }
      const acts = db.select().from(schema.audit).all().map(({ action }) => action); // prettier-ignore
      expect(acts.filter((action) => action === 'making.create')).toHaveLength(3);
    } finally {
      await slow.stop();
    }
  });
});

it('a page of a run that ends while it is read has the results, or follows the run', async () => {
  const s = begun();
  s.draft('q1');
  const { run, pieces } = await s.make('checklist', { source: 'draft' });
  const results = s.db.select().from(schema.made).all();
  const driver = new RunDriver(s.db, {});
  const progress = driver.progress(run.id);
  s.db.delete(schema.made).run();
  const ending = {
    live: () => null,
    progress: () => {
      s.db.insert(schema.made).values(results).run();
      return progress;
    }
  };
  const locals = { db: s.db, actor: s.lead.actor, driver: ending, language: 'en' };
  const [params, url] = [{ project: s.project.slug, making: String(run.number) }, new URL('http://here.example/')];
  const page = (await makingPage.load({ params, url, locals } as never)) as { counts: { waiting: number } };
  expect([pieces().length, page.counts.waiting]).toEqual([2, 2]);
});
