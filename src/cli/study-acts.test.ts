import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../lib/server/db/client.ts';
import { runAgain } from '../lib/studies/labels/second-run.fixture.ts';
import { exampleRun } from '../lib/studies/planning/example-run.fixture.ts';
import { judgeEverything } from '../lib/studies/reveal/revealing.fixture.ts';
import { newFolder, removeFolders, run, type Ended } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { openOrCreate } from './place.ts';

afterAll(removeFolders);

const data = newFolder('data');
const carryOut = (...args: string[]): Promise<Ended> => run([...args, '--data', data]);
let emails: string[];

/** Works in the database beside the commands. */
async function inDatabase<T>(work: (db: Awaited<ReturnType<typeof openOrCreate>>['db']) => T): Promise<T> {
  const { db, close } = await openOrCreate(data);
  try {
    return work(db);
  } finally {
    close();
  }
}

let scene: ReturnType<typeof exampleRun>;
beforeAll(() =>
  inDatabase((db) => {
    scene = exampleRun(db);
    // Accounts are kept under addresses in small letters.
    db.update(schema.user)
      .set({ email: sql`lower(${schema.user.email})` })
      .run();
    emails = scene.annotators.map(({ email }) => email.toLowerCase());
    const again = runAgain(db, scene.runId, ({ judge }) => (judge === 0 ? 'yes' : undefined));
    expect(again.runId).not.toBe(scene.runId);
  })
);

const plan = ['study', 'create', '--run', '1', '--metric', 'coverage', '--name', 'From the shell'];

describe('a study from the shell', () => {
  it('says what a plan would draw and writes nothing, then makes the study and opens it', async () => {
    const asked = [...plan, '--items', '60', '--overlap', '1', '--person', emails[0]!, '--seed', '3'];
    const preview = await carryOut(...asked, '--preview');
    expect(preview).toMatchObject({ code: exit.done, err: '' });
    expect(preview.out).toContain('60 items of 60 would be sampled, from 4 queries');
    expect(preview.out).toContain('Design effect 2.40: on average 15.0 items share a query, at an ICC of .1.');
    expect(preview.out).toContain('Ana: 60 items in 12 reports');
    expect(JSON.parse((await carryOut('study', 'list', '--json')).out)).toEqual([]);
    const made = await carryOut(...asked);
    expect(made).toMatchObject({ code: exit.done, err: '' });
    expect(made.out).toMatch(
      /^Ana: 60 items in 12 reports, 96 words, about 31 minutes\nStudy 1, From the shell, is open\. Seed 3\.\n/
    );
    const unreachable =
      'Annotators: each item is assigned to one annotator, so judges cannot be compared with inter-annotator agreement.';
    for (const { out } of [preview, made]) {
      expect(out).toMatch(/\d required gates cannot be passed with this sample, regardless of labels and verdicts:/);
      expect(out).toContain(unreachable);
      expect(out).toContain('Queries: the sample has 4 queries; the plan asks for 20 or more.');
    }
    const [study, entry] = await inDatabase((db) => [
      db.select().from(schema.study).get()!,
      db
        .select()
        .from(schema.audit)
        .all()
        .find(({ action }) => action === 'study.create')!
    ]);
    expect(study).toMatchObject({ metric: 'coverage', kind: 'checklist-item', overlap: 1, seed: 3, status: 'open' });
    expect(study.settings).toEqual({ maskNames: true });
    expect(entry.detail).toMatchObject({ sample: { items: 60 }, people: [scene.annotators[0].id] });
  });

  it.each([
    [['--person', 'nobody@x.example', '--items', '4'], 'nobody@x.example'],
    [['--items', '4', '--agree', '2'], 'Specify the sample size in one way'],
    [[], 'Specify the sample size in one way'],
    [['--reports', '4'], 'Specify the sample size in one way'],
    [['--items', '4', '--each', '2'], 'Specify the sample size in one way'],
    [['--reports', '13', '--per-report', '2'], 'reports have items to draw from'],
    [['--items', '4', '--reports', '4', '--per-report', '2'], 'Specify the sample size in one way'],
    [['--items', '4', '--overlap', '9'], 'overlap'],
    [['--items', '4', '--kind', 'guess'], 'There is no kind of study named "guess"'],
    [['--items', '4', '--metric', 'charm'], 'There is no metric named "charm"']
  ])('is refused as on the page: %j', async (change, why) => {
    const ended = await carryOut(...plan, ...change);
    expect(ended.code).toBe(exit.failed);
    expect(ended.err).toContain(why);
  });

  it('is paused, opened and closed, and not opened again', async () => {
    const statuses: unknown[] = [];
    for (const act of ['pause', 'open', 'pause'])
      statuses.push((JSON.parse((await carryOut('study', act, '1', '--json')).out) as { status: string }).status);
    expect(statuses).toEqual(['paused', 'open', 'paused']);
    expect((await carryOut('study', 'open', '1')).out).toBe('Study 1 is open: annotators can submit labels.\n');
    await carryOut(...plan, '--items', '4', '--overlap', '1', '--person', emails[1]!);
    expect((await carryOut('study', 'close', '2')).out).toBe('Study 2 is closed.\n');
    const ended = await carryOut('study', 'open', '2');
    expect(ended.code).toBe(exit.failed);
    expect(ended.err).toContain('it was ended, and is not opened again');
  });

  it('is copied on another run with its plan and people; what the copy says otherwise counts, and nothing is written before', async () => {
    const copy = ['study', 'create', '--from', '2', '--run', '2', '--seed', '9', '--preview'];
    const same = await carryOut(...copy);
    expect(same).toMatchObject({
      code: exit.done,
      err: '',
      out: expect.stringMatching(/^4 items of 60 would be sampled/)
    });
    expect(same.out).toContain('Ben: 4 items');
    const fewer = await carryOut(...copy, '--items', '6', '--person', emails[2]!);
    expect(fewer.out).toMatch(/^6 items of 60 would be sampled[^]*Cleo: 6 items/);
    expect(JSON.parse((await carryOut('study', 'list', '--json')).out)).toHaveLength(2);
    expect((await carryOut(...copy, '--reveal', 'never')).err).toContain('Remove --reveal');
    expect((await carryOut('study', 'create', '--metric', 'coverage')).err).toContain('or copy a study with --from');
    expect((await carryOut('study', 'create', '--from', '7')).err).toContain('no such study');
  });
});

describe('the way from a preregistration to an adoption in the shell', () => {
  it('preregisters with defaults and changes, and asks for a reason to change it', async () => {
    const made = await carryOut('preregister', '1', '--target', '0.7', '--floor', '0.6', '--severity-margin', '0.2');
    expect(made).toMatchObject({ code: exit.done, err: '' });
    expect(made.out).toContain(
      'Preregistered for study 1, revision 1. Target 0.7, before unblinding, with 0 labels collected.'
    );
    expect(made.out).toContain('Queries: the sample has 4 queries; the plan asks for 20 or more.');
    const changed = await carryOut('preregister', '1', '--target', '0.75', '--json');
    expect(changed.code).toBe(exit.failed);
    expect(changed.err).toContain('Give a reason for the change of the preregistration.');
    const mistyped = await carryOut('preregister', '1', '--target', 'abc', '--reason', 'Labels are expensive');
    expect([mistyped.code, mistyped.err]).toEqual([exit.usage, expect.stringMatching(/--target: .* Found: "abc"/)]);
    const stopping = [
      'preregister',
      '1',
      '--stopping',
      'always-valid',
      '--maximum',
      '60',
      '--reason',
      'Labels are expensive'
    ];
    const sequential = await carryOut(...stopping);
    expect(sequential).toMatchObject({ code: exit.done, err: '' });
    expect(sequential.out).toContain('sequential changed');
    expect(sequential.out).toContain('the first look comes after 15 complete queries, and the study has 4');
    expect((await carryOut('preregister', '1', '--looks', '90', '--stopping', 'pocock')).err).toContain(
      'Looks: write a whole number from 2 to 12'
    );
    // Under a rule that has no such setting it would be preregistered by nothing, and the lead would believe it was.
    for (const [rule, setting, why] of [
      ['fixed', '--maximum', 'maximum: This setting has no effect under the stopping rule fixed.'],
      ['always-valid', '--looks', 'Choose one of pocock, obrien-fleming, or leave the setting out.']
    ] as const) {
      const ended = await carryOut('preregister', '1', '--stopping', rule, setting, '30', '--reason', 'Another rule');
      expect(ended).toMatchObject({ code: exit.failed, out: '', err: expect.stringContaining(why) });
    }
    const back = await carryOut('preregister', '1', '--stopping', 'fixed', '--reason', 'One look after all', '--json');
    expect(JSON.parse(back.out).analysisPlan.sequential).toBeUndefined();
    const wrong = await carryOut('preregister', '1', '--target', '2', '--judge', 'scripted:gull');
    expect(wrong.err).toContain('scripted:gull');
  });

  it('tells nothing under embargo, then aligns, compares and adopts the judges of a second run', async () => {
    await inDatabase((db) => judgeEverything(db, scene.annotators[0]));
    for (const command of [
      ['compare', '1', '--run', '1'],
      ['adopt', '1', '--outcome', 'reject', '--reason', 'So.']
    ]) {
      const ended = await carryOut(...command);
      expect(ended).toMatchObject({ code: exit.failed, out: '' });
      expect(ended.err).toContain('its labels have not been unblinded');
    }
    const aligned = await carryOut('align', '1', '--project', await slug(), '--run', '2', '--unblind');
    expect(aligned).toMatchObject({ code: exit.done, err: '' });
    expect(aligned.out).toContain('coverage, run 2;');
    expect(aligned.out).toContain('Labels: drawn from run 1 (First run); 60 of 60 labelled items still apply.');

    const compared = await carryOut('compare', '1', '--run', '1', '--run', '2');
    expect(compared).toMatchObject({ code: exit.done, err: '' });
    expect(compared.out).toContain('Run 2, Second run: 60 of 60 labelled items still apply.');
    expect(compared.out).toMatch(/scripted:ferrule @ run 1 .* reference/);
    expect(compared.out).toMatch(/scripted:ferrule @ run 2 +1 +\.780 – 1 +\+\.194 +\.105 – \.281 +7 +7 +0/);
    const rows = (await carryOut('compare', '1', '--run', '1', '--run', '2', '--format', 'csv')).out.trim().split('\n');
    expect(rows).toHaveLength(7);

    const adopt = ['adopt', '1', '--run', '2', '--outcome', 'adopt', '--judge', 'second-print-ferrule'];
    const without = await carryOut(...adopt);
    expect(without.code).toBe(exit.failed);
    expect(without.err).toContain('Give a reason for the decision.');
    const other = await carryOut(
      'adopt',
      '1',
      '--run',
      '1',
      '--outcome',
      'adopt',
      '--judge',
      'second-print-ferrule',
      '--reason',
      'So.'
    );
    expect(other.err).toContain('The run has no such judge.');
    const adopted = await carryOut(...adopt, '--reason', 'The new version agrees.', '--json');
    expect(adopted).toMatchObject({ code: exit.done });
    expect(JSON.parse(adopted.out)).toMatchObject({
      ...{ outcome: 'adopt', reason: 'The new version agrees.', decidedByName: 'command line' },
      ensemble: { rule: 'single', judges: [{ spec: 'scripted:ferrule' }] }
    });

    const later = await carryOut('adopt', '1', '--outcome', 'collect-more-labels', '--reason', 'A new version is due.');
    expect(later.out).toContain('The decision replaces the adoption of scripted:ferrule (single).\n');
    const last = await carryOut('adopt', '1', '--outcome', 'collect-more-labels', '--reason', 'It is not here yet.');
    expect(last).toMatchObject({ code: exit.done, out: expect.not.stringContaining('replaces') });
  });

  const slug = (): Promise<string> => inDatabase((db) => db.select().from(schema.project).get()!.slug);
});

describe('voirdire invite', () => {
  it('prints a link for one role, which the audit trail names without the note, which may be a name', async () => {
    const ended = await carryOut('invite', '--role', 'annotator', '--note', 'Ben', '--address', 'https://v.example/');
    expect(ended.out).toMatch(/^https:\/\/v\.example\/join\/[\w-]+\n$/);
    const entry = await inDatabase((db) =>
      db
        .select()
        .from(schema.audit)
        .all()
        .find(({ action }) => action === 'invitation.create')
    );
    expect(entry?.detail).toMatchObject({ role: 'annotator' });
    expect(JSON.stringify(entry)).not.toContain('Ben');
    expect((await carryOut('invite', '--role', 'king')).code).toBe(exit.usage);
  });
});
