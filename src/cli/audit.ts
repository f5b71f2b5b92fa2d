import type { Command } from 'commander';
import { exit, printJson } from './outcome.ts';
import { dataFolder, openExisting } from './place.ts';

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
  $ voirdire audit verify --anchor 12:${'4f0c'.repeat(16)}`
    )
    .action(async (options: Options) => {
      const { anchorInWords, parseAnchor, verifyAudit } = await import('../lib/server/audit-chain.ts');
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
