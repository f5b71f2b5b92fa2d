import { describe, expect, it } from 'vitest';
import { importQueries } from './benchmark.server.ts';
import { proportionalTargets, usualLabels } from './coding.ts';
import {
  addBenchmarkLabels,
  addCodingLabel,
  addUsualLabels,
  changeCodingLabel,
  codingRows,
  removeCodingLabel
} from './coding.server.ts';
import { outsideList, setTargets, targetsFromAnswers } from './coding-targets.server.ts';
import { aQuery, problemsOf, scene } from './project.fixture.server.ts';
import { getDraft } from './query-draft-view.server.ts';
import { addDraft } from './query-drafts.server.ts';
import { surveyCounts } from './survey-counts.server.ts';
import { importAnswers, listAnswers } from './survey.server.ts';
import { answerOf, codeAnswer, codingPlace } from './survey-coding.server.ts';
import { tenAnswers } from './survey.fixture.ts';

describe('a survey', () => {
  it('is coded and counted, with intervals, and gives targets in proportion', () => {
    const { db, lead } = scene();
    importAnswers(db, lead, tenAnswers);
    addUsualLabels(db, lead);
    addUsualLabels(db, lead);
    expect(codingRows(db, lead, 'domain').map(({ name }) => name)).toEqual(usualLabels.domain);
    const [science, economy] = codingRows(db, lead, 'domain');
    const { rows } = listAnswers(db, lead);
    rows.slice(0, 6).forEach(({ id }, i) => codeAnswer(db, lead, id, { domainId: i < 4 ? science!.id : economy!.id }));
    expect(() => codeAnswer(db, lead, rows[0]!.id, { categoryId: science!.id })).toThrow(/no category/);
    const counts = surveyCounts(db, lead);
    expect(counts).toMatchObject({ answers: 10, coded: 0 });
    expect(counts.groups[0]).toMatchObject({ group: 'general', share: { k: 7, n: 10 } });
    expect(counts.domains[0]).toMatchObject({ name: 'Science & Technology', share: { k: 4, n: 6, value: 4 / 6 } });
    expect(listAnswers(db, lead, { coded: false }).total).toBe(10);
    targetsFromAnswers(db, lead, 'domain', 100);
    expect(codingRows(db, lead, 'domain').map(({ target }) => target)).toEqual([67, 33, 0, 0, 0, 0, 0]);
    expect(() => removeCodingLabel(db, lead, science!.id)).toThrow(/4 answers/);
    changeCodingLabel(db, lead, science!.id, { name: 'Science', target: 5 });
    expect(codingRows(db, lead, 'domain')[0]).toMatchObject({ name: 'Science', target: 5, answers: 4 });
    expect(() => addCodingLabel(db, lead, { kind: 'domain', name: 'science' })).toThrow(/already/);
    expect(() => targetsFromAnswers(db, lead, 'category', 10)).toThrow(/No answer is coded/);
  });

  it('is coded in order, and leads to the next answer that lacks a code, from the end back to the beginning', () => {
    const { db, lead } = scene();
    expect(codingPlace(db, lead, null)).toBeNull();
    importAnswers(db, lead, tenAnswers);
    addUsualLabels(db, lead);
    const [domain, category] = [codingRows(db, lead, 'domain')[0]!, codingRows(db, lead, 'category')[0]!];
    const code = (respondent: string) =>
      codeAnswer(db, lead, answerOf(db, lead, respondent).id, { domainId: domain.id, categoryId: category.id });
    expect(codingPlace(db, lead, null)).toMatchObject({
      answer: { respondent: 'r1' },
      number: 1,
      total: 10,
      previous: null,
      next: 'r2',
      nextUncoded: 'r2'
    });
    for (const respondent of ['r1', 'r2', 'r9', 'r10']) code(respondent);
    expect(codingPlace(db, lead, null)).toMatchObject({ answer: { respondent: 'r3' }, coded: 4, previous: 'r2' });
    // r10 comes after r9, and after it nothing is left but what was passed over.
    expect(codingPlace(db, lead, 'r10')).toMatchObject({ previous: 'r9', next: null, nextUncoded: 'r3' });
    for (const { respondent } of tenAnswers) code(respondent);
    expect(codingPlace(db, lead, null)).toMatchObject({ number: 1, coded: 10, nextUncoded: null });
    expect(() => codingPlace(db, lead, 'r11')).toThrow(/no such answer/);
    expect(surveyCounts(db, lead)).toMatchObject({
      groups: [{ group: 'general' }, { group: 'enterprise' }],
      domains: [{ byGroup: [7, 3], share: { k: 10, n: 10 } }, { byGroup: [0, 0] }, {}, {}, {}, {}, {}]
    });
  });
});

describe('a list to code into', () => {
  it('loses a domain together with what its answers and drafts become', () => {
    const { db, lead } = scene();
    importAnswers(db, lead, tenAnswers);
    addUsualLabels(db, lead, ['domain']);
    expect(codingRows(db, lead, 'category')).toEqual([]);
    const [science, economy, health] = codingRows(db, lead, 'domain');
    const domainOf = (respondent: string) => answerOf(db, lead, respondent).domainId;
    for (const respondent of ['r1', 'r2'])
      codeAnswer(db, lead, answerOf(db, lead, respondent).id, { domainId: science!.id });
    codeAnswer(db, lead, answerOf(db, lead, 'r3').id, { domainId: economy!.id });
    const { qid } = addDraft(db, lead, { text: 'x', domain: science!.name, category: null });
    expect(() => removeCodingLabel(db, lead, science!.id)).toThrow(/2 answers and 1 draft are/);
    expect(() => removeCodingLabel(db, lead, science!.id, science!.id)).toThrow(/another domain/);
    removeCodingLabel(db, lead, science!.id, health!.id);
    expect([domainOf('r1'), domainOf('r2'), domainOf('r3')]).toEqual([health!.id, health!.id, economy!.id]);
    expect(getDraft(db, lead, qid).draft.domain).toBe(health!.name);
    removeCodingLabel(db, lead, health!.id, null);
    expect([domainOf('r1'), getDraft(db, lead, qid).draft.domain]).toEqual([null, null]);
    // A name is free again, and goes to the end.
    addCodingLabel(db, lead, { kind: 'domain', name: science!.name });
    expect(codingRows(db, lead, 'domain').at(-1)!.name).toBe(science!.name);
    expect(() => changeCodingLabel(db, lead, economy!.id, { name: 'SCIENCE & technology' })).toThrow(/already/);
  });

  it('has targets that are set together or not at all, beside what the benchmark has under other names', () => {
    const { db, lead } = scene();
    importQueries(db, lead, [
      { ...aQuery('a'), domain: 'Heat' },
      { ...aQuery('b'), domain: 'Cold' },
      { ...aQuery('c') }
    ]);
    addCodingLabel(db, lead, { kind: 'domain', name: 'Heat' });
    expect(outsideList(db, lead, 'domain')).toEqual({ others: [{ name: 'Cold', queries: 1 }], without: 1 });
    addBenchmarkLabels(db, lead, 'domain');
    expect(outsideList(db, lead, 'domain')).toEqual({ others: [], without: 1 });
    const [heat, cold] = codingRows(db, lead, 'domain');
    expect(
      problemsOf(() =>
        setTargets(db, lead, 'domain', [
          { id: heat!.id, target: 3 },
          { id: cold!.id, target: 1.5 }
        ])
      )
    ).toMatchObject([{ column: 'target' }]);
    expect(() => setTargets(db, lead, 'category', [{ id: heat!.id, target: 3 }])).toThrow(/no such category/);
    expect(codingRows(db, lead, 'domain').map(({ target }) => target)).toEqual([null, null]);
    setTargets(db, lead, 'domain', [
      { id: heat!.id, target: 3 },
      { id: cold!.id, target: null }
    ]);
    expect(codingRows(db, lead, 'domain').map(({ target, queries }) => [target, queries])).toEqual([
      [3, 1],
      [null, 1]
    ]);
  });

  it('has targets that sum to the whole, whatever is rounded', () => {
    expect(proportionalTargets([1, 1, 1], 100)).toEqual([34, 33, 33]);
    expect(proportionalTargets([0, 0], 5)).toEqual([0, 0]);
  });
});
