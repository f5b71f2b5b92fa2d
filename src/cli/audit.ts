import { InvalidArgumentError, type Command } from 'commander';
import { exit, printJson } from './outcome.ts';
import { dataFolder, openExisting } from './place.ts';
import { textTable } from './table.ts';

interface ListOptions {
  action?: string;
  before?: number;
  limit: number;
  data?: string;
  json?: boolean;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('A whole number is wanted.');
  return Number(text);
}

interface Options {
  anchor?: string;
  data?: string;
  json?: boolean;
}

export function addAudit(program: Command): void {
  const audit = program
    .command('audit')
    .description('The audit trail: what was done in this instance, and whether its record is whole.')
    .addHelpText('after', '\nExample:\n  $ voirdire audit verify');

  audit
    .command('list')
    .description('List what was done, newest first: also what belongs to no project, such as sign-ins.')
    .option('--action <name>', 'only this act, e.g. sign-in.refuse')
    .option('--before <row>', 'only rows older than this one', wholeNumber)
    .option('--limit <number>', 'at most so many', wholeNumber, 50)
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
        if (rows.length === 0) return console.log('Nothing of this kind was done.');
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
    .description('Compute the chain of audit rows anew, and tell the first row that is not what was written.')
    .option('--anchor <rows:hash>', 'an anchor noted earlier: a row must have this hash still')
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
Every row holds the hash of the row before it. That shows rows that were changed, and rows that were taken out before the
last. Rows taken off the end, or a trail written anew as a whole, show only against an anchor that was kept elsewhere: this
command prints the present one, exports and signatures carry it, and leads see it on the page of the audit trail.

Exit code 1 if the trail is not whole.

Example:
  $ voirdire audit verify --anchor "$ANCHOR"`
    )
    .action(async (options: Options) => {
      const { anchorInWords, parseAnchor, verifyAudit } = await import('../lib/server/audit/audit-chain.ts');
      const anchor = options.anchor === undefined ? null : parseAnchor(options.anchor);
      if (options.anchor !== undefined && !anchor)
        verify.error('error: an anchor is the number of rows, a colon and 64 hexadecimal digits');
      const { db, close } = await openExisting(dataFolder(options.data));
      try {
        const check = verifyAudit(db, anchor);
        if (!check.whole) process.exitCode = exit.failed;
        if (options.json) return printJson({ ...check, anchor: anchorInWords(check.head) });
        if (!check.whole) return console.error(`The audit trail is not whole. ${check.problem}`);
        console.log(
          `The audit trail is whole: ${check.head.rows} rows${anchor ? ', and the anchor holds' : ''}.\nAnchor: ${anchorInWords(check.head)}`
        );
      } finally {
        close();
      }
    });
}
