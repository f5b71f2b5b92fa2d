import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const src = join(import.meta.dirname, '../src/lib');

/** Functions that write, are called from other files and take no grant: the file below `src/lib`, the name, and why. */
const exceptions: Record<string, string> = {
  'exchange/sharing/share-links.server.ts noteShareUse':
    'the server itself: when a link that it has just checked was used',
  'exchange/events/notices.server.ts noteEvents': 'the server itself: events that it found in the state of a project',
  'exchange/mail/mail-choices.server.ts chooseEvents': 'a person’s own setting, as their keys and their language',
  'scorer/engine/estimate/estimate.server.ts estimatePlan':
    'plans in a transaction that is taken back; `plan` holds the grant',
  'scorer/report/image-loads.server.ts noteImageLoaded':
    'records a loaded image, for a person who may read the report or assignment that holds it',
  'scorer/runs/driving/driver.server.ts RunDriver.resumeAll': 'the server itself, when it starts',
  'scorer/runs/driving/run-endings.server.ts createRunEndings': 'the run itself, which a person with a grant started',
  'scorer/runs/driving/run-work.server.ts workOnRun': 'the run itself, which a person with a grant started',
  'scorer/queue/coordinating/collecting.server.ts createCollector':
    'results of the run itself, which a person with a grant started, written by the holder of its lease',
  'scorer/queue/entries.server.ts createEntryWriter':
    'journals in the queue, not in the database: a worker has parts of runs that a person with a grant started',
  'scorer/runs/driving/served-changes.server.ts recordServedChanges':
    'the run itself when it ends, as the system: what its providers answered',
  'scorer/store/batches.server.ts sqliteBatches': 'batches of the run itself, which a person with a grant started',
  'scorer/store/made-outcomes.server.ts madeOutcomes': 'results of a making run, written by the holder of its lease',
  'scorer/store/sqlite.server.ts sqliteStore': 'the run itself, which a person with a grant started',
  'scorer/units/damaged-verdicts.server.ts unscoreDamaged': 'what is damaged is named, by whoever comes across it',
  'scorer/units/damaged-verdicts.server.ts reopenDamaged': 'the run itself, which a person with a grant resumed',
  'studies/crowd/crowd-entry.server.ts enterCrowd':
    'a participant before the sign-in: the token of the link is the permission'
};

interface Found {
  exported: boolean;
  granted: boolean;
  writes: boolean;
  calls: Set<string>;
}

/** The functions of a file that write: they call `write` or `record`, or a function of the file that no other file can call and that does. */
function writersIn(name: string, text: string): { name: string; granted: boolean }[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found = new Map<string, Found>();
  const add = (of: string, exported: boolean, fn: ts.FunctionLikeDeclaration): void => {
    const calls = new Set<string>();
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) calls.add(node.expression.getText(file));
      ts.forEachChild(node, visit);
    };
    if (fn.body) visit(fn.body);
    const writes = ['write', 'record', 'db.transaction', 'db.insert', 'db.update', 'db.delete', 'db.run'].some((call) =>
      calls.has(call)
    );
    const granted = fn.parameters.some((one) => /\b(grant\b|\w*Grant\b|Authorized\b)/.test(one.getText(file)));
    found.set(of, { exported, granted, writes, calls });
  };
  const has = (node: ts.Node, kind: ts.SyntaxKind): boolean =>
    ts.canHaveModifiers(node) && ts.getModifiers(node)?.some((one) => one.kind === kind) === true;
  for (const statement of file.statements) {
    const exported = has(statement, ts.SyntaxKind.ExportKeyword);
    if (ts.isFunctionDeclaration(statement)) add(statement.name!.text, exported, statement);
    if (ts.isVariableStatement(statement))
      for (const { name: of, initializer } of statement.declarationList.declarations)
        if (initializer && ts.isArrowFunction(initializer)) add(of.getText(file), exported, initializer);
    if (ts.isClassDeclaration(statement))
      for (const member of statement.members)
        if (ts.isMethodDeclaration(member) && !ts.isPrivateIdentifier(member.name))
          add(`${statement.name!.text}.${member.name.getText(file)}`, exported, member);
  }
  for (let more = true; more;) {
    more = false;
    for (const one of found.values())
      if (!one.writes && [...one.calls].some((call) => found.get(call)?.exported === false && found.get(call)!.writes))
        more = one.writes = true;
  }
  return [...found].flatMap(([of, one]) => (one.exported && one.writes ? [{ name: of, granted: one.granted }] : []));
}

const writers = globSync('**/*.server.ts', { cwd: src })
  .filter((path) => !path.includes('.fixture.'))
  .sort()
  .flatMap((path) => writersIn(path, readFileSync(join(src, path), 'utf8')).map((one) => ({ ...one, path })));

describe('functions of the domains that write', () => {
  it('take a grant of `authorize`, but for those named here with their reason', () => {
    expect(writers.length).toBeGreaterThan(80);
    const without = writers.filter(({ granted }) => !granted).map(({ path, name }) => `${path} ${name}`);
    expect(without.sort()).toEqual(Object.keys(exceptions).sort());
  });

  it('are found: by `write` and `record`, by a function of their own that writes, in classes; steps of another’s transaction are not', () => {
    const text = `
      export function a(db: Db, person: Person) { write(db, (tx) => tx); }
      export const b = (db: Db, grant: ProjectGrant<'manage'>) => inner(db);
      function inner(db: Db) { return write(db, (tx) => tx); }
      export function c(db: Db) { inner(db); }
      export function step(tx: Db) { tx.insert(table).run(); }
      export function f(tx: Db, actor: Actor) { record(tx, actor, {}); }
      export class D { e(db: Db) { db.insert(table); } }`;
    expect(writersIn('x.server.ts', text)).toEqual([
      { name: 'a', granted: false },
      { name: 'b', granted: true },
      { name: 'c', granted: false },
      { name: 'f', granted: false },
      { name: 'D.e', granted: false }
    ]);
  });
});
