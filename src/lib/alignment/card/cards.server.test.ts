import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { schema } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { runAgain } from '../../studies/labels/second-run.fixture.ts';
import { judgeEverything, setUp } from '../../studies/reveal/revealing.fixture.ts';
import { recordAdoption } from '../adoption/adoptions.server.ts';
import { listDecisions } from '../adoption/decisions.server.ts';
import { createAnchorSet } from '../monitoring/anchor-sets.server.ts';
import { liftEmbargo, preregister } from '../preregistration/preregistrations.server.ts';
import { defaultAnalysisPlan, typedAs } from '../preregistration/analysis-plan.ts';
import type { SampleItem } from '../units/sample-ratings.fixture.ts';
import { insertLabel, insertRun, insertSampleStudy, sampleMetric } from '../units/sample-study.fixture.ts';
import { usualContents, type CardContents, type JudgeCard } from './card.ts';
import { cardByNumber, checkCard, listCards } from './cards.server.ts';
import { makeCard } from './make-card.server.ts';
import { verifyCard } from './verify-card.server.ts';

const marks = ['yy', 'nn', 'yy', 'n-', 'yn', 'yy'];
const items: SampleItem[] = Array.from({ length: 18 }, (_, i) => ({
  id: `item-key-${i}`,
  query: `qid-${i % 6}`,
  people: marks[i % 6]!,
  judges: ['yyy', 'nny', 'yyn', 'nyn', 'yyy', 'y-y'][i % 6]!,
  category: 'Planted category'
}));
const names = ['zoe-plantagenet', 'bob-quillfeather'];
const judges = ['rules', 'openai:m', 'openai-compatible:own@https://inside.planted-host.example/v1'];

function open() {
  const { db, sqlite } = memoryDatabase();
  const study = insertSampleStudy(db, names, judges, items);
  sqlite.exec(`drop trigger human_verdict_no_update; update human_verdict set note = 'planted note of a person';
    update judge set fingerprint = 'hash-' || rowid;
    update verdict set rationale = 'planted rationale of a judge';
    update user set email = id || '@planted-mail.example';
    update query set language = 'zh', category = 'Planted category', domain = 'planted domain'`);
  const plan = typedAs(defaultAnalysisPlan(judges));
  // The clock is set back before the decision, which does not put the plan behind it.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000);
  preregister(db, study.managing, 'study', { ...plan, reason: '' });
  clock.mockRestore();
  liftEmbargo(db, study.managing, 'study');
  const adoption = recordAdoption(db, study.managing, {
    ...{ studyId: 'study', metric: sampleMetric, outcome: 'adopt', judgeIds: judges, rule: 'majority' },
    reason: 'Planted reason of the lead.'
  });
  db.update(schema.study).set({ status: 'closed' }).where(eq(schema.study.id, 'study')).run();
  const make = (contents: Partial<CardContents> = {}) =>
    makeCard(db, study.managing, {
      adoptionId: adoption.id,
      contents: { ...usualContents, ...contents },
      software: '0.1.0'
    });
  return { db, sqlite, adoption, make, ...study };
}

describe('the card of an adoption', () => {
  const { db, adoption, make, reading, managing } = open();
  const made = make();
  const { card } = cardByNumber(db, reading, made.number);

  it('states the very figures of the decision, and a stranger computes them again from its text', () => {
    const figure = (key: string) => card.results.figures.find((one) => one.key === key)!;
    const { candidate, gates } = adoption.figures;
    const { value, low, high, n } = candidate!.agreement;
    expect(figure('agreement')).toMatchObject({ value, low, high, n });
    expect(card.results.gates.map(({ name, state, low: least }) => [name, state, least])).toEqual(
      gates.map((gate) => [gate.name, gate.state, gate.low])
    );
    const check = verifyCard(Buffer.from(made.bundle));
    expect(check).toMatchObject({ valid: true, problems: [], sha256: made.sha256 });
    expect(check.recomputed).toBeGreaterThan(15);
  });

  it('names judges, prompt, preregistration, dataset and what it does not cover', () => {
    expect(card.judges.map(({ name, adopted }) => [name, adopted])).toEqual([
      ['rules', true],
      ['openai:m', true],
      ['openai-compatible:own@private-server', true]
    ]);
    expect(card.prompt).toEqual(adoption.ensemble!.prompt);
    expect(card.preregistration.revisions).toMatchObject([{ revision: 1, opened: false }]);
    expect(card.evidence).toMatchObject({
      ...{ items: 18, queries: 6, reports: 6, systems: 1, languages: { zh: 6 } },
      ...{ dataset: { number: 1, hash: 'c' }, verdicts: 54, unscored: 0 }
    });
    expect(card.notCovered).toContain('Queries and reports in languages other than Chinese.');
    expect(card.notCovered).toContain('Drift since the adoption: no anchor set was monitored when this card was made.');
    expect(card.ledger).toBeNull();
  });

  it('is stored once and for ever; only its last check changes', () => {
    expect(checkCard(db, reading, made.number).valid).toBe(true);
    expect(listCards(db, reading)[0]).toMatchObject({
      ...{ number: 1, sha256: made.sha256, check: { valid: true }, status: { state: 'in-force', changed: [] } }
    });
    expect(() => db.update(schema.judgeCard).set({ bundle: '{}' }).run()).toThrow();
    const acts = db.select().from(schema.audit).all();
    expect(acts.filter(({ action }) => action === 'card.make')).toMatchObject([
      { entityId: made.id, detail: { number: 1, sha256: made.sha256 } }
    ]);
  });

  it('holds the anchor sets of the adoption, with what their figures are computed from only beside open labels', () => {
    createAnchorSet(db, managing, { studyId: 'study', items: null, loss: 0.05, flips: 0.1, everyDays: 7 }, 5);
    const [open, closed] = (['pseudonymous', 'commitment'] as const).map(
      (labels) => (JSON.parse(make({ labels }).bundle) as { content: JudgeCard }).content
    );
    expect(open!.ledger).toMatchObject([{ set: 1, loss: 0.05, looks: [] }]);
    expect(open!.ledger![0]!.baseline).toHaveLength(open!.ledger![0]!.items);
    expect(closed!.ledger).toMatchObject([{ set: 1, baseline: null }]);
    expect(closed!.notCovered).toContain(
      'Drift since the adoption: an anchor set was drawn and not checked when this card was made.'
    );
  });

  it('commits to the same labels whether it holds them or not', () => {
    const closed = JSON.parse(make({ labels: 'commitment' }).bundle) as { content: JudgeCard };
    expect(closed.content.labels).toEqual({ commitment: card.labels.commitment, data: null, salt: null });
    expect(closed.content.hashes).toEqual({ queries: {}, reports: {} });
  });
});

describe('what a card lets out', () => {
  /** By tick: planted words that only it lets out. */
  const planted: Record<string, readonly string[]> = {
    never: [
      ...names,
      ...['planted-mail', 'planted note', 'planted rationale', 'planted-host', 'Planted category', 'planted domain'],
      ...['# Heat', 'report-qid', '"item-key-0"', 'ines@example.org']
    ],
    signer: ['Ines'],
    systems: ['Tern'],
    texts: ['What of qid-0?', 'Is item-key-0 there?', 'qid-0'],
    reasons: ['Planted reason of the lead.']
  };
  const { make } = open();
  const closed = { signer: false, systems: false, texts: false, reasons: false };

  it.each(['pseudonymous', 'commitment'] as const)(
    'is no name, e-mail, note or text by itself, in any field of a card with %s labels',
    (labels) => {
      const { bundle } = make({ ...closed, labels });
      expect(Object.values(planted).flatMap((words) => words.filter((word) => bundle.includes(word)))).toEqual([]);
    }
  );

  it.each(['signer', 'systems', 'texts', 'reasons'] as const)('with %s ticked is that and nothing else', (tick) => {
    const { bundle } = make({ ...closed, [tick]: true });
    const seen = Object.entries(planted).flatMap(([of, words]) =>
      words.some((word) => bundle.includes(word)) ? [of] : []
    );
    expect(seen).toEqual([tick]);
    for (const word of planted[tick]!) expect(bundle).toContain(word);
  });
});

describe('a card is refused', () => {
  it('if labels changed since the decision, with the figure that differs', () => {
    const { db, make } = open();
    insertLabel(db, `${names[0]}-report-qid-1`, 'item-key-1', names[0]!, 'blind', 2, 'yes');
    expect(() => make()).toThrow(/^Labels or verdicts of this study changed after the decision \(agreement: /);
  });

  it('if another version of the program computed other figures from the same labels, and says that it was the program', () => {
    const { sqlite, make } = open();
    sqlite.exec(`drop trigger adoption_no_update;
      update adoption set figures = json_set(figures, '$.candidate.agreement.value', 0.125)`);
    expect(() => make()).toThrow(
      /^This version of Voirdire computes other figures from the same labels and verdicts \(agreement: 0\.125 then, /
    );
  });

  it('with labels while labels are still to come, but not as a commitment', () => {
    const { db, make } = open();
    db.update(schema.study).set({ status: 'open' }).run();
    expect(() => make()).toThrow(/^The labels of this study is closed|^The labels of this study are closed/);
    expect(verifyCard(Buffer.from(make({ labels: 'commitment' }).bundle)).notRecomputed.length).toBeGreaterThan(10);
  });

  it('if nothing was adopted', () => {
    const { db, managing, reading } = open();
    recordAdoption(db, managing, {
      ...{ studyId: 'study', metric: sampleMetric, outcome: 'reject', judgeIds: [], rule: '', reason: 'No.' }
    });
    const [rejected] = listDecisions(db, reading);
    expect(() => makeCard(db, managing, { adoptionId: rejected!.id, contents: usualContents, software: '0' })).toThrow(
      'This decision adopts no judges'
    );
  });
});

it('a card of judges of another run has their verdicts, their run and how many labels apply', () => {
  const { db, read, manage, study, runId, ana } = setUp();
  judgeEverything(db, ana);
  const again = runAgain(db, runId, ({ judge }) => (judge === 0 ? 'yes' : undefined));
  liftEmbargo(db, manage, study.id);
  const adoption = recordAdoption(
    db,
    manage,
    {
      ...{ studyId: study.id, metric: study.metric, outcome: 'adopt', judgeIds: [again.judgeId], rule: 'single' },
      ...{ reason: 'The new version agrees as well.', runId: again.runId }
    },
    { resamples: 20 }
  );
  const contents = { ...usualContents, labels: 'commitment' as const };
  const { number } = makeCard(db, manage, { adoptionId: adoption.id, contents, software: '0' });
  const { card } = cardByNumber(db, read, number);
  expect(card.evidence).toMatchObject({
    run: { number: 2 },
    carriedOver: { from: { number: 1 }, total: 60, apply: 60 }
  });
  expect(card.results.figures[0]).toMatchObject({ key: 'agreement', value: 1, n: 60 });
  expect(card.judges.filter(({ adopted }) => adopted)).toHaveLength(1);
});

it('a card says that its adoption is open again once a judge changed, and stays as it was signed', () => {
  const { db, make, reading } = open();
  const { sha256 } = make();
  insertRun(db, 'project', 2, [{ id: 'again', spec: 'openai:m', fingerprint: 'another fingerprint' }]);
  const [card] = listCards(db, reading);
  expect(card!.status.state).toBe('reopened');
  expect(card!.status.changed[0]).toMatch(/^openai:m changed its settings or version/);
  expect(card!.sha256).toBe(sha256);
  expect(checkCard(db, reading, 1).valid).toBe(true);
});
