import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { refusalOf } from '../../../../../tests/refusals.ts';
import { liftEmbargo } from '../../../alignment/preregistration/preregistrations.server.ts';
import { runByNumber } from '../../../scorer/runs/runs.server.ts';
import { eachVerdictLine } from '../../../scorer/runs/run-verdicts.server.ts';
import { authorize, type Person } from '../../../server/auth/authorize.ts';
import { schema, type Db } from '../../../server/db/client.ts';
import { memoryDatabase } from '../../../server/db/memory.fixture.ts';
import { exampleRun, type ExampleRun } from '../../../studies/planning/example-run.fixture.ts';
import { extendStudy } from '../../../studies/planning/extension.server.ts';
import { pauseStudy, resumeStudy } from '../../../studies/judging/leases/lease-rules.server.ts';
import { commitPreference } from '../../../studies/labels/preferences.server.ts';
import { reassignWork } from '../../../studies/planning/drawing/reassigning.server.ts';
import { revealAssignment } from '../../../studies/reveal/reveal.server.ts';
import { closeStudy, createStudy, type Study } from '../../../studies/planning/studies.server.ts';
import { unblind } from '../../../studies/labels/unblinding.server.ts';
import { commitVerdict, reviseVerdict } from '../../../studies/judging/verdicts.server.ts';
import { importStudies } from '../../../studies/labels/imported-studies.server.ts';
import { fitsStudy, studyFile, studyFiles, type StudyFileName } from './study-files.server.ts';
import { englishIn, numbersByLine, textOfHtml } from '../two-languages.fixture.ts';
import { ProblemList } from '../../format/problem-list.ts';
import { parquetRows } from '../../format/parquet/parquet-rows.ts';
import { annotating, openAssignment } from '../../../studies/judging/annotating.fixture.ts';

let db: Db;
let run: ExampleRun;
let study: Study;
let keys = 0;
const freshKey = () => `files-${++keys}`;

/** Judges all of one report, its first item twice, and says of the judges what `judge` gives. */
function judgeReport(person: Person, label: string): { assignmentId: string; items: string[] } {
  const open = openAssignment(db, person)!;
  const commit = (studyItemId: string, as: string | null, note = '') =>
    commitVerdict(db, annotating(person), {
      ...{ assignmentId: open.id, studyItemId, label: as, note, passages: [1, 2], seconds: 4 },
      idempotencyKey: freshKey()
    });
  commit(open.items[0]!.id, 'no', '=1+1');
  commit(open.items[0]!.id, null);
  for (const { id } of open.items) commit(id, label);
  return { assignmentId: open.id, items: open.items.map(({ id }) => id) };
}

const file = (name: StudyFileName): string => studyFile(db, run.read, study.id, name) as string;
const refusal = (name: StudyFileName): string => {
  const found = refusalOf(() => file(name));
  return found ? `${found.code}: ${found.message}` : 'written';
};
interface Line {
  [name: string]: unknown;
}
const lines = (): Line[] =>
  file('raw-labels.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

beforeAll(() => {
  ({ db } = memoryDatabase());
  run = exampleRun(db);
  const [ana, ben, cleo] = run.annotators;
  study = createStudy(db, run.manage, {
    ...run.input({ sample: { allAgree: 6, someDiffer: 6 }, people: [ana.id, ben.id], overlap: 2 }),
    guidelinePage:
      '# How to judge\n\nRead the report.\n\n| Key | When |\n| --- | --- |\n| 1 | **always** |\n\n- take nothing for granted'
  });
  const { assignmentId, items } = judgeReport(ana, 'yes');
  revealAssignment(db, annotating(ana), assignmentId);
  reviseVerdict(db, annotating(ana), {
    ...{ assignmentId, studyItemId: items[0]!, label: 'no', note: 'on second thought', passages: [], seconds: null },
    idempotencyKey: freshKey()
  });
  commitPreference(db, annotating(ana), {
    ...{ studyItemId: items[0]!, choice: 'none', reasons: [], error: 'overlooked', note: 'it is in the table' },
    idempotencyKey: freshKey()
  });
  if (items[1] !== undefined)
    commitPreference(db, annotating(ana), {
      ...{ studyItemId: items[1], choice: 'tie', reasons: [], note: '', idempotencyKey: freshKey() }
    });
  judgeReport(ben, 'no');
  pauseStudy(db, run.manage, study.id);
  resumeStudy(db, run.manage, study.id);
  reassignWork(db, run.manage, study.id, { from: ben.id, to: cleo.id });
  extendStudy(db, run.manage, study.id, {
    ...{ sample: { items: 4 }, seed: 9, people: [ana.id, ben.id, cleo.id] },
    known: []
  } as Parameters<typeof extendStudy>[3]);
});

describe('what leaves a study before its labels are in', () => {
  const guarded = ['raw-labels.csv', 'raw-labels.jsonl', 'judge-errors.csv'] as const;

  it.each(guarded)('is not %s while the study is under embargo', (name) => {
    expect(refusal(name)).toMatch(/^closed: .*have not been unblinded/);
  });

  it('is the protocol, which contains no label, no system and no person’s name', () => {
    const text = file('protocol.json') + file('protocol.md') + file('protocol.html') + file('protocol.tex');
    const people = run.annotators.flatMap(({ id, name, email }) => [id, `"${name}"`, email]);
    // The style of the HTML speaks of printing.
    const secrets = run.secrets.map((secret) => (secret === 'print-' ? 'print-ferrule' : secret));
    for (const secret of [...people, ...secrets, 'it is in the table', 'on second thought'])
      expect(text, secret).not.toContain(secret);
  });

  it('is still no label after a lead lifts the embargo, until they give a reason while items are open', () => {
    liftEmbargo(db, run.manage, study.id);
    for (const name of guarded) expect(refusal(name)).toMatch(/^closed: .*labelling is not complete/);
    unblind(db, run.manage, study.id, 'The supplier asked for a first look.');
    for (const name of guarded) expect(refusal(name)).toBe('written');
  });
});

describe('the protocol in another language', () => {
  const inChinese = (name: 'protocol.md' | 'protocol.html' | 'protocol.tex'): string =>
    studyFile(db, run.read, study.id, name, { language: 'zh-Hans' });
  /** Written by people, or the names of data. */
  const written = [
    'Read the whole report first.',
    ...['How to judge', 'Read the report.', 'take nothing for granted', 'The supplier asked for a first look.']
  ];

  it('has no English but what people wrote, and the numbers of the English one in the same lines', () => {
    const chinese = inChinese('protocol.md');
    expect(englishIn(chinese, written)).toEqual([]);
    expect(englishIn(textOfHtml(inChinese('protocol.html')), written)).toEqual([]);
    expect(chinese).toContain('| yes | 是 | 报告正文中完全满足 | 1 |');
    expect(numbersByLine(chinese)).toEqual(numbersByLine(file('protocol.md')));
  });

  it('is data in English alone', () => {
    const json = studyFile(db, run.read, study.id, 'protocol.json', { language: 'zh-Hans' });
    expect(json).toBe(file('protocol.json'));
    const { asked, deviations } = JSON.parse(json) as { asked: object; deviations: { detail: string }[] };
    expect(Object.keys(asked).slice(0, 2)).toEqual(['kind', 'about']);
    expect(deviations.map(({ detail }) => detail)).toContain('Paused: no label could be committed from then on.');
  });
});

describe('raw labels', () => {
  it('are one row for each revision, the last of each phase standing', () => {
    const rows = lines();
    expect(rows).toHaveLength(db.select().from(schema.humanVerdict).all().length);
    const [first] = rows;
    const same = rows.filter(({ item_id, rater }) => item_id === first!.item_id && rater === first!.rater);
    const brief = same.map(({ phase, revision, standing, label }) => [phase, revision, standing, label]);
    expect(brief).toContainEqual(['blind', 1, false, 'no']);
    expect(brief).toContainEqual(['blind', 2, false, null]);
    expect(brief.filter(([phase, , standing]) => phase === 'blind' && standing)).toHaveLength(1);
    const changed = rows.filter(({ phase }) => phase === 'post-reveal');
    expect(changed).toMatchObject([{ revision: 1, standing: true, label: 'no', note: 'on second thought' }]);
  });

  it('carry what their unit was drawn with, and its query as it was scored', () => {
    for (const row of lines()) {
      expect(row).toMatchObject({ study: 1, purpose: 'sample', batch: 1, guideline: 1, passages: expect.any(Array) });
      expect(row.query).toBe(`What is to be known of ${row.qid}?`);
      expect(row.systems).toHaveLength(1);
      expect([row.inclusion_probability, row.overall_probability].every((p) => Number(p) > 0 && Number(p) <= 1)).toBe(
        true
      );
    }
  });

  it('have the columns of their unit in the verdict file of their run', () => {
    const key = ({ metric, qid, system, item }: Line): string => JSON.stringify([metric, qid, system, item]);
    const [row] = lines();
    const of = runByNumber(db, run.read, row!.run as number);
    const reports = db.select().from(schema.report).all();
    db.insert(schema.runReport).values(reports.map(({ id }, position) => ({ runId: of.id, reportId: id, position }))).run(); // prettier-ignore
    try {
      const units = new Set([...eachVerdictLine(db, run.read, of)].map((line) => key({ ...line })));
      for (const one of lines()) expect(units).toContain(key(one));
    } finally {
      db.delete(schema.runReport).run();
    }
  });

  it('say nothing of judges, and name people alike in every file', () => {
    const text = file('raw-labels.csv');
    for (const secret of ['ferrule', 'gannet', 'sextant', 'rationale-of']) expect(text).not.toContain(secret);
    const raters = new Set(lines().map(({ rater }) => rater));
    expect(raters.size).toBe(2);
    const protocol = JSON.parse(file('protocol.json')) as { people: { raters: { rater: string; labels: number }[] } };
    const known = protocol.people.raters.map(({ rater }) => rater);
    expect([...raters].every((rater) => known.includes(rater as string))).toBe(true);
  });

  it('let no cell of the CSV run as a formula, and hold the same rows', () => {
    const text = file('raw-labels.csv');
    expect(text).toContain("'=1+1");
    expect(text.trimEnd().split('\r\n')).toHaveLength(lines().length + 1);
  });
});

describe('the protocol', () => {
  it('tells what was asked, drawn and shown, and everything that happened besides', () => {
    const text = file('protocol.md');
    for (const says of [
      'Protocol of study 1',
      'Read the report',
      '| Key | When |',
      '| 1 | always |',
      'take nothing for granted',
      '6 on which judges do not differ, 6 on which they differ',
      'some-differ',
      'Resumed after 0 min',
      'The lead gave',
      'Extended by batch 2, seed 9',
      'The supplier asked for a first look'
    ])
      expect(text).toContain(says);
  });

  it('says how many judges could search the web', () => {
    const judge = db.select().from(schema.judge).all()[0]!;
    const store = (as: Pick<typeof judge, 'provider' | 'settings'>): unknown =>
      db
        .update(schema.judge)
        .set({ provider: as.provider, settings: as.settings })
        .where(eq(schema.judge.id, judge.id))
        .run();
    expect(file('protocol.md')).not.toContain('web search');
    store({ provider: 'openai', settings: { webSearch: true } });
    try {
      expect(file('protocol.md')).toMatch(/run 1 on coverage, \d judges \\?\(1 with web search\\?\), prompt/);
      expect(JSON.parse(file('protocol.json'))).toMatchObject({ scored: { searching: 1 } });
    } finally {
      store(judge);
    }
  });

  it('says how many judges share a maker with a system that they judged', () => {
    const judge = db.select().from(schema.judge).all()[0]!;
    const put = (spec: string, provider: string | null): void => {
      db.update(schema.judge).set({ spec }).where(eq(schema.judge.id, judge.id)).run();
      db.update(schema.system).set({ provider }).run();
    };
    expect(JSON.parse(file('protocol.json'))).toMatchObject({ scored: { selfJudging: { own: 0 } } });
    expect(file('protocol.md')).toMatch(/Self-judging.*0 of \d judges share/);
    const [run] = db.select().from(schema.run).all();
    const [report] = db.select().from(schema.report).all();
    db.insert(schema.runReport).values({ runId: run!.id, reportId: report!.id, position: 0 }).run();
    put('openai:gpt-5', 'OpenAI');
    try {
      expect(file('protocol.md')).toMatch(/1 of \d judges share a maker or model/);
    } finally {
      put(judge.spec, null);
      db.delete(schema.runReport).run();
    }
  });

  it('counts batches and strata as they are in the study', () => {
    const { sampled } = JSON.parse(file('protocol.json')) as {
      sampled: { batches: { drawn: number }[]; strata: { units: number }[] };
    };
    const items = db.select().from(schema.studyItem).where(eq(schema.studyItem.purpose, 'sample')).all();
    expect(sampled.batches.map(({ drawn }) => drawn)).toEqual([12, 4]);
    expect(sampled.strata.reduce((sum, { units }) => sum + units, 0)).toBe(items.length);
  });
});

describe('the errors of judges', () => {
  it('are the units on which a person would rely on no judge, with each judge’s answer and reason', () => {
    const text = file('judge-errors.csv').trimEnd().split('\r\n');
    expect(text).toHaveLength(1 + 3);
    expect(text[1]).toMatch(/,overlooked,overlooks a passage,it is in the table,scripted:ferrule,judged,/);
    expect(text.join('\n')).toContain('rationale-of-gannet');
  });
});

describe('a closed study', () => {
  it('gives its labels to a lead who gave no reason, since none is to come', () => {
    closeStudy(db, run.manage, study.id);
    const other = authorize(run.lead, { kind: 'project', id: run.projectId }, 'read-results');
    expect(studyFile(db, other, study.id, 'raw-labels.csv')).toContain('rater-');
  });
});

describe('labels of a study for other tools', () => {
  it('have one id each, tell people from judges, and name no annotator', () => {
    const rows = file('langfuse.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; value: string; metadata: { kind: string; rater: string } });
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const raters = (kind: string): string[] => [
      ...new Set(rows.filter(({ metadata }) => metadata.kind === kind).map(({ metadata }) => metadata.rater))
    ];
    expect(raters('person').sort()).toEqual(['annotator-1', 'annotator-2']);
    expect(raters('judge').length).toBeGreaterThan(0);
    const people = rows.filter(({ metadata }) => metadata.kind === 'person').length;
    const tasks = JSON.parse(file('label-studio.json')) as { annotations: object[]; predictions: object[] }[];
    expect(tasks.reduce((sum, { annotations }) => sum + annotations.length, 0)).toBe(people);
  });

  it('are the same rows in Parquet as in JSON lines', async () => {
    const problems = new ProblemList();
    const rows: object[] = [];
    for await (const row of parquetRows(await studyFile(db, run.read, study.id, 'raw-labels.parquet'), problems))
      rows.push(row);
    expect(problems.all).toEqual([]);
    expect(rows).toEqual(lines());
  });

  it('are refused in a format that has another scale, with the way out', () => {
    expect(refusal('arena.jsonl')).toBe(
      'invalid-input: This format holds preferences between two reports only. Export the labels of this study in another format.'
    );
    expect(fitsStudy(db, run.read, study.id, 'arena.jsonl')).toBe(false);
    expect(fitsStudy(db, run.read, study.id, 'promptfoo.jsonl')).toBe(true);
  });

  it('of imported labels are those of other tools, and the others are refused before anything is unblinded', () => {
    const { db: other } = memoryDatabase();
    const { manage, read } = exampleRun(other);
    const [imported] = importStudies(other, manage, [
      {
        ...{ name: 'Elsewhere', metric: 'coherence', file: 'labels.csv', columns: {} },
        scale: { level: 'binary', labels: ['yes', 'no'] },
        raters: [{ name: 'Ann', judge: false }],
        items: [
          {
            ...{ item: 's1', cluster: 'd1', system: null, category: null, stratum: null },
            ...{ inclusionProbability: 1, labels: ['yes'] }
          }
        ]
      }
    ]);
    const names = (Object.keys(studyFiles) as StudyFileName[]).filter(
      (name) => !fitsStudy(other, read, imported!.id, name)
    );
    expect(names).toEqual([
      ...['raw-labels.csv', 'raw-labels.jsonl', 'raw-labels.parquet', 'arena.jsonl'],
      ...['protocol.md', 'protocol.html', 'protocol.tex', 'protocol.json', 'judge-errors.csv']
    ]);
    const refused = (name: StudyFileName) => refusalOf(() => studyFile(other, read, imported!.id, name))?.message;
    expect(refused('raw-labels.csv')).toMatch(/voirdire study export 1 label-studio/);
    expect(refused('judge-errors.csv')).toMatch(/no annotator saw a judge here/);
    expect(refused('label-studio.json')).toMatch(/not been unblinded/);
  });
});
