import { describe, expect, it, vi } from 'vitest';
import { problemsOf } from '../../../../tests/refusals.ts';
import { addPromptVersion } from '../../scorer/prompts/prompt-versions.server.ts';
import { metricByName } from '../../scorer/suites/index.ts';
import { authorize, type ProjectGrant } from '../../server/auth/authorize.ts';
import { eq } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { recordAdoption, rejectionOf, type AdoptionInput } from './adoptions.server.ts';
import { adoptedPrompts, currentAdoption, currentDecision, defaultJudges, listDecisions } from './decisions.server.ts';
import { preregister, liftEmbargo } from '../preregistration/preregistrations.server.ts';
import { defaultAnalysisPlan, typedAs } from '../preregistration/analysis-plan.ts';
import { studyProcedure } from '../procedure/procedure.server.ts';
import { verdictIn } from '../procedure/verdict-in-words.ts';
import { alignmentReport } from '../report/report.server.ts';
import type { SampleItem } from '../units/sample-ratings.fixture.ts';
import { insertLabel, insertRun, insertSampleStudy, sampleMetric } from '../units/sample-study.fixture.ts';

const items: SampleItem[] = [
  { id: 'i1', query: 'q1', people: 'yy', judges: 'yy' },
  { id: 'i2', query: 'q1', people: 'nn', judges: 'ny' },
  { id: 'i3', query: 'q2', people: 'yy', judges: 'yn' },
  { id: 'i4', query: 'q2', people: 'n-', judges: 'yn' }
];
const open = () => {
  const { db, sqlite } = memoryDatabase();
  const study = insertSampleStudy(db, ['ann', 'bob'], ['rules', 'openai:m'], items);
  liftEmbargo(db, study.managing, 'study');
  return { db, sqlite, ...study };
};
const decisionsIn = (db: Db) =>
  db
    .select()
    .from(schema.audit)
    .all()
    .filter(({ entity }) => entity === 'adoption');
const quick = { resamples: 20 };
/** Nothing has changed since. */
const standing = { validity: { valid: true, said: [], changed: [], served: [] }, confirmations: [] };
const input: AdoptionInput = {
  studyId: 'study',
  metric: sampleMetric,
  outcome: 'adopt',
  judgeIds: ['rules'],
  rule: 'single',
  reason: 'Agrees most, and costs nothing.'
};

const wrongColumns = (act: () => unknown): string[] => problemsOf(act).map(({ column }) => column);

describe('the report of a study', () => {
  it('is computed from what the database holds, judges named by spec', () => {
    const { db, reading } = open();
    const { header, report } = alignmentReport(db, reading, 'study', quick);
    expect(header).toMatchObject({
      project: 'Summer heat',
      study: { number: 1, name: 'First', metric: sampleMetric },
      run: { number: 1 },
      prompt: { hash: metricByName(sampleMetric).prompt.hash },
      judges: [{ spec: 'rules' }, { spec: 'openai:m' }]
    });
    expect(report.judges.map(({ name }) => name)).toEqual(['openai:m', 'rules']);
    expect(report.people.map(({ name, labelled }) => [name, labelled])).toEqual([
      ['ann', 4],
      ['bob', 3]
    ]);
    expect(report.candidates.find(({ name }) => name === 'rules')!.agreement).toMatchObject({ value: 3 / 4, n: 4 });
    expect(report.method.seed).toBe(4);
  });

  it('takes the last blind label, not one taken back and none from after the reveal', () => {
    const { db, reading } = open();
    const agreement = () =>
      alignmentReport(db, reading, 'study', quick).report.candidates.find(({ name }) => name === 'rules')!.agreement;
    insertLabel(db, 'ann-report-q2', 'i4', 'ann', 'post-reveal', 1, 'yes');
    expect(agreement()).toMatchObject({ value: 3 / 4, n: 4 });
    insertLabel(db, 'ann-report-q2', 'i4', 'ann', 'blind', 2, 'yes');
    expect(agreement()).toMatchObject({ value: 1, n: 4 });
    insertLabel(db, 'ann-report-q2', 'i4', 'ann', 'blind', 3, null);
    expect(agreement()).toMatchObject({ value: 1, n: 3 });
  });

  it('is the same object while nothing changed, and another once a label came in', () => {
    const { db, reading } = open();
    const first = alignmentReport(db, reading, 'study', quick);
    expect(alignmentReport(db, reading, 'study', quick).report).toBe(first.report);
    insertLabel(db, 'bob-report-q2', 'i4', 'bob', 'blind', 1, 'yes');
    const second = alignmentReport(db, reading, 'study', quick);
    expect(second.inputHash).not.toBe(first.inputHash);
    expect(second.report.scope.labels).toBe(first.report.scope.labels + 1);
  });

  it('is not found in another project', () => {
    const { db, lead } = open();
    const other = { kind: 'project', id: 'other' } as const;
    const elsewhere = authorize({ ...lead, roles: new Map([['other', ['lead']]]) }, other, 'read-results');
    expect(() => alignmentReport(db, elsewhere, 'study', quick)).toThrow('There is no such study here.');
  });
});

describe('adopting an ensemble', () => {
  it('stores who, when, why, the figures as computed, and the versions of judges and prompt', () => {
    const { db, managing, reading } = open();
    const before = Date.now();
    const adoption = recordAdoption(db, managing, { ...input, judgeIds: ['openai:m', 'rules'], rule: 'all' }, quick);
    const [stored] = listDecisions(db, reading);
    expect(stored).toEqual(adoption);
    expect(stored).toMatchObject({
      metric: sampleMetric,
      reason: input.reason,
      decidedBy: 'lead',
      decidedByName: 'Ines',
      ensemble: {
        rule: 'all',
        judges: [
          { spec: 'rules', fingerprint: 'fingerprint of rules' },
          { spec: 'openai:m', fingerprint: 'fingerprint of openai:m' }
        ],
        prompt: { hash: metricByName(sampleMetric).prompt.hash }
      },
      figures: {
        candidates: 5,
        candidate: { name: 'openai:m + rules, all', common: { value: 3 / 4, n: 4, items: 4 } },
        people: { equal: { value: 1, n: 3 } },
        items: ['i1', 'i2', 'i3', 'i4'],
        method: { resamples: 20, seed: 4 }
      }
    });
    expect(stored!.decidedAt).toBeGreaterThanOrEqual(before);
  });

  it('writes its audit row in the same transaction', () => {
    const { db, managing } = open();
    const { id } = recordAdoption(db, managing, input, quick);
    expect(decisionsIn(db)).toMatchObject([
      {
        actorId: 'lead',
        action: 'ensemble.adopt',
        entity: 'adoption',
        entityId: id,
        detail: { judges: ['rules'], agreement: 0.75 }
      }
    ]);
  });

  it('stands for good: no row of it can be changed or deleted', () => {
    const { db, sqlite, managing } = open();
    recordAdoption(db, managing, input, quick);
    expect(() => sqlite.exec(`UPDATE adoption SET reason = 'other'`)).toThrow('adoption is immutable');
    expect(() => sqlite.exec('DELETE FROM adoption')).toThrow('adoption is immutable');
  });

  it('is refused without a reason, with foreign judges, another metric or a rule that does not fit, and writes nothing', () => {
    const { db, managing, reading } = open();
    const wrong = (change: Partial<AdoptionInput>) =>
      wrongColumns(() => recordAdoption(db, managing, { ...input, ...change }, quick));
    expect(wrong({ reason: '  ' })).toEqual(['reason']);
    expect(wrong({ judgeIds: ['gemini:x'] })).toEqual(['judges']);
    expect(wrong({ judgeIds: [] })).toEqual(['judges']);
    expect(wrong({ judgeIds: ['rules', 'rules'], rule: 'any' })).toEqual(['judges']);
    expect(wrong({ metric: 'coverage' })).toEqual(['metric']);
    expect(wrong({ rule: 'majority' })).toEqual(['rule']);
    expect(wrong({ rule: 'constructor' })).toEqual(['rule']);
    expect(wrong({ judgeIds: ['rules', 'openai:m'], rule: 'single' })).toEqual(['rule']);
    expect(wrong({ reason: '', metric: 'coverage', judgeIds: ['x'] })).toEqual(['reason', 'metric', 'judges']);
    expect(listDecisions(db, reading)).toEqual([]);
    expect(decisionsIn(db)).toEqual([]);
  });

  it('with escalation is refused in a study of a single judge, which is never disagreed with, and taken with two', () => {
    const escalating = { ...input, outcome: 'adopt-with-escalation' };
    const { db } = memoryDatabase();
    const { managing } = insertSampleStudy(
      db,
      ['ann'],
      ['rules'],
      [{ id: 'i1', query: 'q1', people: 'y', judges: 'y' }]
    );
    liftEmbargo(db, managing, 'study');
    expect(wrongColumns(() => recordAdoption(db, managing, escalating, quick))).toEqual(['outcome']);
    const two = open();
    expect(recordAdoption(two.db, two.managing, escalating, quick).outcome).toBe('adopt-with-escalation');
  });

  it('is refused if no item has both a blind label and an answer', () => {
    const { db } = memoryDatabase();
    const { managing } = insertSampleStudy(
      db,
      ['ann'],
      ['rules'],
      [{ id: 'i1', query: 'q1', people: 'y', judges: '-' }]
    );
    liftEmbargo(db, managing, 'study');
    expect(() => recordAdoption(db, managing, input, quick)).toThrow('there is no evidence for their adoption');
    expect(recordAdoption(db, managing, { ...input, outcome: 'collect-more-labels' }, quick)).toMatchObject({
      ensemble: null,
      figures: { candidate: null },
      recommended: { outcome: 'collect-more-labels', ensemble: null, against: false }
    });
  });

  it('is not rejected either without a label and an answer on one item, and the refusal says which is missing', () => {
    const cases = [
      ['y', '-', 'No judge has answered an item of this study'],
      ['-', 'y', 'No item of this study has a blind label']
    ] as const;
    for (const [people, judges, why] of cases) {
      const { db } = memoryDatabase();
      const { managing, reading } = insertSampleStudy(
        db,
        ['ann'],
        ['rules'],
        [{ id: 'i1', query: 'q1', people, judges }]
      );
      // Without labels there is nothing to unblind, and no embargo.
      if (people !== '-') liftEmbargo(db, managing, 'study');
      const rejection = { ...input, outcome: 'reject', judgeIds: [], rule: '' };
      expect(() => recordAdoption(db, managing, rejection, quick)).toThrow(why);
      expect(listDecisions(db, reading)).toEqual([]);
    }
  });

  it('is refused if labels came in since the figures were read, and not if nothing changed', () => {
    const { db, reading, managing } = open();
    const seen = studyProcedure(db, reading, 'study', quick).procedureHash;
    insertLabel(db, 'bob-report-q2', 'i4', 'bob', 'blind', 1, 'yes');
    expect(() => recordAdoption(db, managing, { ...input, seen }, quick)).toThrow(
      /The figures have changed since you opened this page/
    );
    expect(listDecisions(db, reading)).toEqual([]);
    const now = studyProcedure(db, reading, 'study', quick).procedureHash;
    preregister(db, managing, 'study', { ...typedAs({ ...defaultAnalysisPlan(['rules']), target: 0.95 }), reason: '' });
    expect(() => recordAdoption(db, managing, { ...input, seen: now }, quick)).toThrow(
      'labels, the analysis plan or the adoption changed'
    );
    const analysisPlan = studyProcedure(db, reading, 'study', quick).procedureHash;
    expect(recordAdoption(db, managing, { ...input, seen: analysisPlan }, quick).figures.inputHash).toBe(analysisPlan);
  });
});

describe('a decision', () => {
  it('keeps what was recommended and by which preregistration, and whether it is another', () => {
    const { db, managing, reading } = open();
    const made = preregister(db, managing, 'study', {
      ...typedAs(defaultAnalysisPlan(['rules', 'openai:m'])),
      reason: ''
    });
    const { verdict } = studyProcedure(db, reading, 'study', quick).procedure;
    expect(verdict.outcome).toBe('collect-more-labels');
    const adopted = recordAdoption(db, managing, input, quick);
    expect(adopted).toMatchObject({
      preregistrationId: made.id,
      recommended: { outcome: 'collect-more-labels', text: verdictIn('en', verdict), against: true }
    });
    // The metric by its title: the code is `presentation`.
    expect(adopted.recommended.text).toContain('on presentation and organization.');
    expect(adopted.figures.gates.map(({ name }) => name)).toContain('agreement');
    const waits = recordAdoption(
      db,
      managing,
      { ...input, outcome: 'collect-more-labels', judgeIds: [], rule: '' },
      quick
    );
    expect(waits).toMatchObject({ ensemble: null, recommended: { against: false } });
    expect(recordAdoption(db, managing, { ...input, outcome: 'reject' }, quick).recommended.against).toBe(true);
  });

  it('is refused while the figures are under embargo, and if its outcome is unknown', () => {
    const { db } = memoryDatabase();
    const { managing } = insertSampleStudy(db, ['ann', 'bob'], ['rules', 'openai:m'], items);
    expect(() => recordAdoption(db, managing, input, quick)).toThrow('Unblind them, then decide.');
    liftEmbargo(db, managing, 'study');
    expect(wrongColumns(() => recordAdoption(db, managing, { ...input, outcome: 'toString' }, quick))).toEqual([
      'outcome'
    ]);
  });

  it('ends an earlier adoption if it adopts nothing, also after the clock was set back', () => {
    const { db, managing, reading } = open();
    const { decidedAt } = recordAdoption(db, managing, input, quick);
    const clock = vi.spyOn(Date, 'now').mockReturnValue(decidedAt - 86_400_000);
    const rejected = recordAdoption(db, managing, { ...input, outcome: 'reject' }, quick);
    clock.mockRestore();
    expect(currentDecision(db, reading, sampleMetric)).toEqual({ ...rejected, ...standing });
    expect(currentAdoption(db, reading, sampleMetric)).toBeNull();
    expect(defaultsOf(db, reading).judgeIds).toEqual([]);
  });

  it('for a rejected protocol demands that this is said, and keeps the reason that was shown', () => {
    const { db, managing } = open();
    const metric = 'presentation-rating';
    db.update(schema.study).set({ metric }).run();
    db.update(schema.runMetric).set({ metric }).where(eq(schema.runMetric.runId, 'run-1')).run();
    db.update(schema.verdict).set({ metric }).run();
    const wish = { ...input, metric };
    expect(wrongColumns(() => recordAdoption(db, managing, wish, quick))).toEqual(['acknowledged']);
    expect(recordAdoption(db, managing, { ...wish, acknowledged: true }, quick).acknowledged).toMatch(/60%/);
    expect(recordAdoption(db, managing, { ...wish, outcome: 'reject' }, quick).acknowledged).toBeNull();
    expect(rejectionOf('presentation')).toBeNull();
  });
});

const defaultsOf = (db: Db, reading: ProjectGrant<'read-results'>) =>
  defaultJudges(db, reading, [
    { name: sampleMetric, title: 'Sample' },
    { name: 'coverage', title: 'Coverage' }
  ]);

describe('the decision in force', () => {
  it('is the newest of its metric, and its judges are the default of new runs', () => {
    const { db, managing, reading } = open();
    expect(currentAdoption(db, reading, sampleMetric)).toBeNull();
    expect(defaultsOf(db, reading)).toEqual({ judgeIds: [], adopted: [], reopened: [] });
    recordAdoption(db, managing, input, quick);
    const second = recordAdoption(db, managing, { ...input, judgeIds: ['openai:m'] }, quick);
    expect(listDecisions(db, reading).map(({ id }) => id)[0]).toBe(second.id);
    expect(listDecisions(db, reading)).toHaveLength(2);
    expect(currentAdoption(db, reading, sampleMetric)).toEqual({ ...second, ...standing });
    const adopted = [{ title: 'Sample', by: second.decidedByName, at: second.decidedAt }];
    expect(defaultsOf(db, reading)).toEqual({ judgeIds: ['openai:m'], adopted, reopened: [] });
    expect(currentAdoption(db, reading, 'coverage')).toBeNull();
  });

  it('is open again once a newer run used other settings of a judge, and is no default then', () => {
    const { db, projectId, managing, reading } = open();
    recordAdoption(db, managing, input, quick);
    insertRun(db, projectId, 2, [{ id: 'rules-2', spec: 'rules', fingerprint: 'newer rules' }]);
    expect(currentAdoption(db, reading, sampleMetric)!.validity).toEqual({
      valid: false,
      said: [expect.objectContaining({ key: 'judge' })],
      changed: ['rules changed its settings or version (fingerpr → newer ru).'],
      served: []
    });
    expect(defaultsOf(db, reading)).toEqual({
      judgeIds: [],
      adopted: [],
      reopened: [{ title: 'Sample', changed: [expect.objectContaining({ key: 'judge' })] }]
    });
  });

  it('stands if a newer run did not use its judge, or used it beside other settings', () => {
    const { db, projectId, managing, reading } = open();
    recordAdoption(db, managing, input, quick);
    insertRun(db, projectId, 2, [{ id: 'gemini:x', spec: 'gemini:x', fingerprint: 'x' }]);
    expect(currentAdoption(db, reading, sampleMetric)!.validity.valid).toBe(true);
    insertRun(db, projectId, 3, [
      { id: 'rules-2', spec: 'rules', fingerprint: 'newer rules' },
      { id: 'rules', spec: 'rules', fingerprint: 'fingerprint of rules' }
    ]);
    expect(currentAdoption(db, reading, sampleMetric)!.validity.valid).toBe(true);
  });
});

describe('the prompt that new runs start with', () => {
  /** An adoption by a run under a version of the project, or under a shipped one that is not the metric's own. */
  const adoptedUnder = (version: (given: ReturnType<typeof open>) => { version: string; hash: string }) => {
    const given = open();
    const { version: promptVersion, hash: promptHash } = version(given);
    given.db.update(schema.runMetric).set({ promptVersion, promptHash }).run();
    const { decidedByName: by, decidedAt } = recordAdoption(given.db, given.managing, input, quick);
    return { ...given, said: { version: promptVersion, by, at: decidedAt } };
  };
  const own = ({ db, managing }: ReturnType<typeof open>) =>
    addPromptVersion(db, managing, {
      ...{ metric: sampleMetric, basedOn: '1', reason: 'Asks for units.' },
      texts: { instructions: `${metricByName(sampleMetric).prompt.system}\nFigures have units.` }
    });
  const later = () => metricByName(sampleMetric).versions!.at(-1)!;

  it('is the version that the decision in force was made with, of the project or of the program', () => {
    for (const version of [own, later]) {
      const { db, reading, said } = adoptedUnder(version);
      expect(said.version).not.toBe(metricByName(sampleMetric).prompt.version);
      expect(currentAdoption(db, reading, sampleMetric)!.validity.valid).toBe(true);
      expect(adoptedPrompts(db, reading, [sampleMetric, 'coverage'])).toEqual({ [sampleMetric]: said });
    }
  });

  it('stays that of a decision that is open again, and is none if nothing was adopted or its text is gone', () => {
    const { db, projectId, reading, managing, said } = adoptedUnder(own);
    insertRun(db, projectId, 2, [{ id: 'rules-2', spec: 'rules', fingerprint: 'newer rules' }]);
    expect(currentAdoption(db, reading, sampleMetric)!.validity.valid).toBe(false);
    expect(adoptedPrompts(db, reading, [sampleMetric])).toEqual({ [sampleMetric]: said });
    recordAdoption(db, managing, { ...input, outcome: 'reject' }, quick);
    expect(adoptedPrompts(db, reading, [sampleMetric])).toEqual({});
    const gone = adoptedUnder(() => ({ version: '0', hash: 'gone' }));
    expect(adoptedPrompts(gone.db, gone.reading, [sampleMetric])).toEqual({});
    expect(currentAdoption(gone.db, gone.reading, sampleMetric)!.validity.changed).toEqual([
      expect.stringContaining('changed from version 0 to 1')
    ]);
  });
});
