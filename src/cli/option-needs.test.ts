import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { aReport, folderOf, newFolder, queriesCsv, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';

afterAll(removeFolders);

const files = folderOf({
  'queries.csv': queriesCsv('q1'),
  'reports/alpha/qid_q1_report.md': aReport('q1'),
  'ratings.csv': 'item,rater,label\na,ann,yes\na,bob,no\n'
});
const [queries, reports, ratings] = ['queries.csv', 'reports', 'ratings.csv'].map((name) => join(files, name));

const scoring = ['score', '--metric', 'presentation', '--judge', 'rules'];

it.each<[string, string[]]>([
  ['--reports applies to --results only', ['import', queries!, '--reports', reports!]],
  ['--ratings cannot be combined with other files', ['import', '--ratings', ratings!, '--verdicts', ratings!]],
  ['--scale applies to --ratings only', ['import', queries!, '--scale', 'binary:yes,no']],
  ['--name applies to --results, --verdicts, --ratings only', ['import', queries!, '--name', 'Pilot']],
  ['--system applies to reports', ['import', '--verdicts', ratings!, '--system', 'alpha']],
  ['--chart applies to --format svg only', ['report', '1', '--chart', 'front']],
  ['--of applies to --format csv only', ['report', '1', '--of', 'pairs', '--format', 'html']],
  ['--reason applies to --unblind only', ['report', '1', '--reason', 'A pilot']],
  ['--reason applies to --unblind only', ['study', 'export', '1', '--reason', 'A pilot']],
  ['--format has no effect beside --out', ['export', '1', '--out', 'none', '--format', 'csv']],
  ['--figure has no effect beside --reference', ['export', '1', '--reference', 'none', '--figure', 'lengths']],
  ['--file has no effect beside --out', ['version', 'export', '1', '--out', 'none', '--file', 'dataset.csv']],
  ["option '--now' cannot be used with option '--status'", ['monitor', '--now', '--status']],
  ['--gold-every applies to --gold only', ['study', 'create', '--items', '4', '--gold-every', '3']],
  ['--json and --format cannot be combined', ['report', '1', '--json', '--format', 'csv']],
  ['--json and --format cannot be combined', ['compare', '1', '--run', '1', '--json', '--format', 'csv']],
  ...['--fail-if', '--junit', '--json-lines'].map((flag): [string, string[]] => [
    `${flag} has no effect beside --estimate`,
    [
      ...scoring,
      '--estimate',
      flag,
      ...(flag === '--json-lines' ? [] : [flag === '--junit' ? 'x.xml' : 'presentation<60'])
    ]
  ]),
  ['--junit has no effect beside --test-judges', [...scoring, '--test-judges', '--junit', 'x.xml']],
  ['--queries applies to --reports only', [...scoring, '--queries', queries!]]
])('an option that would have no effect is a usage error: %s', async (message, words) => {
  const data = newFolder('data');
  await run(['import', queries!, reports!, '--project', 'heat', '--create-project', 'Heat', '--data', data]);
  expect(await run([...words, '--project', 'heat', '--data', data])).toMatchObject({
    code: exit.usage,
    err: expect.stringContaining(`error: ${message}`)
  });
});
