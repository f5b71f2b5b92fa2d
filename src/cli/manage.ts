import { sayIn } from '../lib/messages/say-in.ts';
import { messagesIn } from '../lib/messages/words.ts';
import type { Command } from 'commander';
import { thingKinds, type ThingKindName } from '../lib/server/managing/things.ts';
import type { Manager, Thing } from '../lib/server/managing/managed-thing.ts';
import type { Db } from '../lib/server/db/client.ts';
import { printJson } from './outcome.ts';
import { dataFolder, openExisting } from './place.ts';
import { projectOf } from './project-of.ts';

interface Options {
  project?: string;
  data?: string;
  json?: boolean;
  type?: string;
}

/** Commands by kind, how a thing is named there, and what it is called in examples. */
const commands: readonly { kind: ThingKindName; command: string; argument: string; example: string }[] = [
  { kind: 'project', command: 'project', argument: 'its slug, e.g. heat', example: 'heat' },
  { kind: 'run', command: 'run', argument: 'its number or name', example: '3' },
  { kind: 'study', command: 'study', argument: 'its number or name', example: '1' },
  { kind: 'system', command: 'system', argument: 'its name', example: 'open-deep-research' },
  {
    ...{ kind: 'report', command: 'report', argument: 'system and query id, e.g. "open-deep-research buildings01"' },
    example: '"open-deep-research buildings01"'
  },
  { kind: 'query', command: 'query', argument: 'its id', example: 'buildings01' },
  { kind: 'topic', command: 'topic', argument: 'its id', example: 't1' },
  { kind: 'talk', command: 'talks', argument: 'its number or title', example: '1' },
  { kind: 'spot-check', command: 'spot-check', argument: 'its number or name', example: '1' },
  {
    ...{ kind: 'item', command: 'item', argument: 'query id and key, e.g. "buildings01 buildings01-2"' },
    example: '"buildings01 buildings01-2"'
  },
  { kind: 'account', command: 'users', argument: 'its e-mail address', example: 'ana@lab.example' }
];

const says = messagesIn('en', 'things');
/** A kind as messages name it. */
const messageOf = (kind: ThingKindName): string => kind.replaceAll('-', '');

/** Renaming, archive and deletion for every kind of thing, under the command of its name: the same functions as on the pages. */
export function addManage(program: Command): void {
  for (const { kind, command, argument, example } of commands) {
    const { noun, plural } = thingKinds[kind];
    const aNoun = `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
    const name = command;
    const parent =
      program.commands.find((one) => one.name() === name) ??
      program
        .command(name)
        .description(`Rename, archive, restore and delete ${plural}.`)
        .addHelpText(
          'after',
          `\nExample:\n  $ voirdire ${name} dependents ${example}${kind === 'project' ? '' : ' --project heat'}`
        );
    const add = (act: string, description: string): Command => {
      const one = parent
        .command(act)
        .description(description)
        .argument('<name>', argument)
        .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
        .option('--json', 'print the outcome as JSON');
      if (kind !== 'account' && kind !== 'project')
        one.option('--project <slug>', `project of the ${noun} (default: the only project)`);
      return one;
    };
    add('rename', `Rename ${aNoun}. ${says.renames({ kind: messageOf(kind) })}`)
      .argument('<to>', 'the new name')
      .action((text: string, to: string, options: Options) => carryOut(kind, text, options, 'rename', to));
    add('dependents', `List the data that would be deleted with ${aNoun}.`).action((text: string, options: Options) =>
      carryOut(kind, text, options, 'dependents')
    );
    // Accounts have their archive already: voirdire users disable and enable.
    if (kind !== 'account') {
      add('archive', `Archive ${aNoun}: hide it from lists and menus without deleting anything.`).action(
        (text: string, options: Options) => carryOut(kind, text, options, 'archive')
      );
      add('restore', `Restore ${aNoun} from the archive.`).action((text: string, options: Options) =>
        carryOut(kind, text, options, 'restore')
      );
    }
    const [gone, typed] = kind === 'account' ? ['a disabled', 'its e-mail address'] : ['an archived', 'its full name'];
    add('delete', `Permanently delete ${gone} ${noun}. ${says.stays({ kind: messageOf(kind) })}`)
      .requiredOption('--type <name>', `${typed}, as confirmation`)
      .action((text: string, options: Options) => carryOut(kind, text, options, 'delete'));
  }
}

type Act = 'rename' | 'dependents' | 'archive' | 'restore' | 'delete';

async function carryOut(kind: ThingKindName, text: string, options: Options, act: Act, to = ''): Promise<void> {
  const { authorize, instance, operator } = await import('../lib/server/auth/authorize.ts');
  const { thingListed } = await import('./numbered-things.ts');
  const { db, close } = await openExisting(dataFolder(options.data));
  try {
    const grant: Manager =
      kind === 'account' || kind === 'project'
        ? authorize(operator, instance, 'administer')
        : authorize(operator, await projectOf(db, options.project), 'manage');
    const thing = thingListed(db, grant, kind, text);
    const done = await acts[act](db, grant, thing, { to, typed: options.type ?? '' });
    if (options.json) return printJson({ kind, name: thing.name, [act]: done.data });
    console.log(done.said);
  } finally {
    close();
  }
}

interface Done {
  said: string;
  data: unknown;
}

async function metricWords(): Promise<(name: string) => string> {
  const { metricWordIn } = await import('../lib/scorer/suites/metric-words.ts');
  return (name) => metricWordIn('en', name);
}

async function settleRounds(db: Db, grant: Manager, kind: Thing['kind']): Promise<void> {
  const { settleAfter } = await import('../lib/verification/work/progress.server.ts');
  settleAfter(db, grant, kind);
}

const acts: Record<Act, (db: Db, grant: Manager, thing: Thing, given: { to: string; typed: string }) => Promise<Done>> =
  {
    rename: async (db, grant, { kind, id }, { to }) => {
      const { renameThing } = await import('../lib/server/managing/renaming.ts');
      const { label } = renameThing(db, grant, kind, id, to);
      return { said: `Renamed to ${label}.`, data: label };
    },
    dependents: async (db, grant, { kind, id, label }) => {
      const { previewDeletion } = await import('../lib/server/managing/deleting.ts');
      const { hanging, obstacle: inTheWay } = previewDeletion(db, grant, kind, id, await metricWords());
      const obstacle = inTheWay && sayIn('en', inTheWay);
      const words = hanging.map(({ n, words }) => `${n.toLocaleString('en')} ${words}`);
      const counted = words.length === 0 ? 'No other data would be deleted' : `Also deleted: ${words.join(', ')}`;
      return {
        said: [
          `${label}`,
          `${counted}. ${says.stays({ kind: messageOf(kind) })}`,
          ...(obstacle === null ? [] : [obstacle])
        ].join('\n'),
        data: { hanging, obstacle }
      };
    },
    archive: async (db, grant, { kind, id, label }) => {
      const { archiveThing } = await import('../lib/server/managing/archiving.ts');
      const { archivedAt } = archiveThing(db, grant, kind, id);
      await settleRounds(db, grant, kind);
      return { said: `${label} was archived.`, data: archivedAt };
    },
    restore: async (db, grant, { kind, id, label }) => {
      const { restoreThing } = await import('../lib/server/managing/archiving.ts');
      restoreThing(db, grant, kind, id);
      await settleRounds(db, grant, kind);
      return { said: `${label} was restored.`, data: true };
    },
    delete: async (db, grant, { kind, id, label }, { typed }) => {
      const { deleteThing } = await import('../lib/server/managing/deleting.ts');
      const hanging = deleteThing(db, grant, kind, id, typed, await metricWords());
      await settleRounds(db, grant, kind);
      const words = hanging.map(({ n, words }) => `${n.toLocaleString('en')} ${words}`).join(', ');
      return {
        said:
          kind === 'account'
            ? `The account was deleted. ${words === '' ? 'It had no labels or ratings.' : `Kept under a pseudonym: ${words}.`}`
            : `${label} was deleted${words === '' ? '' : `, with ${words}`}.`,
        data: hanging
      };
    }
  };
