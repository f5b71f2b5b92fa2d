import type { Command } from 'commander';
import { exit, printJson } from './outcome.ts';
import { dataFolder, openExisting } from './place.ts';
import { textTable } from './table.ts';
import { wholeNumber } from './typed-number.ts';
import { many } from '../lib/stats/writing/figures.ts';

interface ListOptions {
  action?: string;
  before?: number;
  limit: number;
  data?: string;
  json?: boolean;
}

interface Options {
  anchor?: string;
  data?: string;
  json?: boolean;
}

export function addAudit(program: Command): void {
  const audit = program
    .command('audit')
    .description('List the audit trail of this instance and verify its integrity.')
    .addHelpText('after', '\nExample:\n  $ voirdire audit verify');

  audit
    .command('list')
    .description(
      'List the entries of the audit trail, newest first, including those outside of projects, such as sign-ins.'
    )
    .option('--action <name>', 'only this action, e.g. sign-in.refuse')
    .option('--before <row>', 'only entries older than this one', wholeNumber())
    .option('--limit <number>', 'maximum number of entries', wholeNumber(), 50)
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .option('--json', 'print the rows as JSON')
    .addHelpText('after', '\nExample:\n  $ voirdire audit list --action access.deny --limit 20')
    .action(async ({ data, json, ...wanted }: ListOptions) => {
      const { readInstanceAudit } = await import('../lib/server/audit/audit-trail.ts');
      const { authorize, instance, operator } = await import('../lib/server/auth/authorize.ts');
      const { db, close } = await openExisting(dataFolder(data));
      try {
        const rows = readInstanceAudit(db, authorize(operator, instance, 'administer'), wanted);
        if (json) return printJson(rows);
        if (rows.length === 0) return console.log('No matching entries.');
        console.log(
          textTable(
            ['row', 'when', 'who', 'act', 'thing', 'detail'],
            rows.map(({ id, at, actorName, action, entity, entityId, detail }) => [
              ...[String(id), new Date(at).toISOString(), actorName, action, `${entity} ${entityId}`],
              JSON.stringify(detail).slice(0, 200)
            ]),
            ['right']
          )
        );
      } finally {
        close();
      }
    });

  const verify = audit.command('verify');
  verify
    .description('Recompute the hash chain of the audit trail and report the first row that was altered.')
    .option('--anchor <rows:hash>', 'anchor saved earlier: the row must still have this hash')
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
Every row contains the hash of the previous row, so changed rows and rows deleted before the last one are detected. Rows
deleted at the end, or a trail that was rewritten as a whole, are detected only by an anchor that was saved elsewhere. This
command prints the current anchor; exports and signatures contain it, and the page Audit trail shows it.

Exit code 1 if the trail is not intact.

Example:
  $ voirdire audit verify --anchor "$ANCHOR"`
    )
    .action(async (options: Options) => {
      const { anchorInWords, parseAnchor, verifyAudit } = await import('../lib/server/audit/audit-chain.ts');
      const anchor = options.anchor === undefined ? null : parseAnchor(options.anchor);
      if (options.anchor !== undefined && !anchor)
        verify.error('error: an anchor consists of the number of rows, a colon and 64 hexadecimal digits');
      const { db, close } = await openExisting(dataFolder(options.data));
      try {
        const check = verifyAudit(db, anchor);
        if (!check.whole) process.exitCode = exit.failed;
        if (options.json) return printJson({ ...check, anchor: anchorInWords(check.head) });
        if (!check.whole) return console.error(`The audit trail is not intact. ${check.problem}`);
        console.log(
          `The audit trail is intact: ${many(check.head.rows, 'row')}${anchor ? '; the anchor matches' : ''}.\nAnchor: ${anchorInWords(check.head)}`
        );
      } finally {
        close();
      }
    });
}
