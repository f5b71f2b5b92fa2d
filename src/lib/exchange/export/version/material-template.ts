import { refuse } from '../../../errors.ts';
import type { MaterialTable } from '../../../scorer/material-table.ts';
import type { ImportedQuery } from '../../../verification/benchmark/benchmark.ts';
import type { ImportedTopic } from '../../../verification/topics/topics.ts';
import { GUIDE_SHEET } from '../../format/audit-head.ts';
import { writeJsonLines } from '../../format/json-lines.ts';
import { writeTablesXlsx } from '../../format/table-xlsx.ts';
import { tabledSuites, type TabledSuite } from '../../import/queries/material-sheets.ts';
import { cellColumns, materialSheet, topicSheet, type Cells } from './material-xlsx-writer.ts';

const TOPIC_GUIDE: readonly [string, string][] = [
  [
    'topic',
    'Id of the topic, referenced by tasks. One row per comment: in further rows of a topic the other cells may be empty.'
  ],
  ['platform', 'Place of the post, such as the name of a forum.'],
  ['url', 'URL of the post, starting with http:// or https://.'],
  ['date', 'Date of the post, e.g. 2026-03-31.'],
  ['language', 'Language of the post, e.g. en or zh.'],
  ['text', 'Text of the post.'],
  ['comment', 'Text of one comment.'],
  ['comment_count', 'Number of people who said or liked it: a whole number, or empty.'],
  ['state', 'Empty (to be screened), accepted or rejected.'],
  ['reason', 'Reason for rejected topics: unsafe, too-narrow, ambiguous or not-suitable.'],
  ['note', 'Comment on the decision.']
];

const queryGuide: readonly [string, string][] = [
  ['qid', 'Id of the task, unique in the project. All rows of a task have the same id.'],
  ['query', 'Full text of the task as given to systems. It may be empty in further rows of the task.'],
  ['domain', 'Domain of the task, or empty.'],
  ['category', 'Category of the task, or empty.'],
  ['language', 'Language of the task, e.g. en or zh.']
];

const choiceText = ({ choices, needed }: MaterialTable['columns'][number]): string =>
  [...(choices ? [`One of: ${choices.join('; ')}.`] : []), ...(needed ? [] : ['May be empty.'])].join(' ');

const exampleTopic = (key: string): ImportedTopic => ({
  ...{ key, platform: 'Example forum', url: 'https://forum.example/heat-pumps', date: '2026-03-12', language: 'en' },
  text: 'Anybody who got the subsidy for a heat pump this year? The rules seem to have changed again.',
  comments: [
    { text: 'Which states pay on top of the federal one?', count: 41 },
    { text: 'I am waiting for next year.', count: 12 }
  ],
  ...{ state: 'waiting', reason: null, note: '' }
});

function exampleQuery({ suite, kind: { table } }: TabledSuite): ImportedQuery {
  const { content, ...query } = table.example;
  return { ...query, items: [], material: { [suite]: content } };
}

/** A workbook to fill in: how each column is filled in, one example task, one example topic. It can be imported as it is. */
function templateXlsx(tabled: TabledSuite): Promise<Uint8Array> {
  const { table } = tabled.kind;
  const guide: Cells[] = [
    ...[
      ...queryGuide,
      ...table.columns.map((one) => [one.name, `${one.about} ${choiceText(one)}`.trim()] as const)
    ].map(([column, about]) => ({ Sheet: table.sheet, Column: column, Instructions: about })),
    ...TOPIC_GUIDE.map(([column, about]) => ({ Sheet: 'Topics', Column: column, Instructions: about }))
  ];
  return writeTablesXlsx<Cells>([
    { sheet: GUIDE_SHEET, columns: cellColumns(['Sheet', 'Column', 'Instructions']), rows: guide },
    materialSheet(tabled, [exampleQuery(tabled)]),
    topicSheet([exampleTopic('t1')])
  ]);
}

/** The same task as one JSON line. */
const templateJsonl = (tabled: TabledSuite): string => {
  const { qid, text, domain, category, language, material } = exampleQuery(tabled);
  return writeJsonLines([{ qid, query: text, domain, category, language, items: [], material }]);
};

/** Names of the templates that there are: `tasks.xlsx`, `tasks.jsonl`. */
export const templateNames = (): string[] =>
  tabledSuites().flatMap(({ kind }) => ['xlsx', 'jsonl'].map((ending) => `${kind.table.file}.${ending}`));

/** A file to fill in, by its name; a name that there is not is refused with those there are. */
export async function materialTemplate(name: string): Promise<{ type: string; content: string | Uint8Array }> {
  const [, file, ending] = /^(.+)\.(xlsx|jsonl)$/.exec(name) ?? [];
  const tabled = tabledSuites().find(({ kind }) => kind.table.file === file);
  if (!tabled)
    return refuse.invalid(`There is no template ${name}. Templates: ${templateNames().join(', ') || 'none'}.`);
  return ending === 'jsonl'
    ? { type: 'application/jsonl; charset=utf-8', content: templateJsonl(tabled) }
    : {
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        content: await templateXlsx(tabled)
      };
}
