import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, prose } from './import/queries/queries.fixture.ts';
import { parseRatings } from './ratings/ratings-table.ts';
import { writeTableCsv } from './format/table-csv.ts';
import { writeJsonLines } from './format/json-lines.ts';

/** Formats that are written and read here, with the property test of their round trip. */
const both: Record<string, [file: string, title: string]> = {
  writeAnnotationCsv: ['import/queries/annotation-csv.test.ts', 'loses nothing in its flat form'],
  writeDatasetXlsx: ['import/queries/dataset-xlsx.test.ts', 'loses nothing when written and read'],
  writeMaterialXlsx: ['import/queries/tasks.test.ts', 'lose nothing when written and read, with their topics'],
  writeTopicsJsonl: ['import/queries/tasks.test.ts', 'lose nothing as JSON lines'],
  writeVerdictsJsonl: [
    'import/verdicts/import-verdicts.test.ts',
    'is the same run again when the export of a run is imported, whatever judges said'
  ],
  writeReference: ['reference/round-trip.test.ts', 'has equal verdicts and scores, whatever the judges said'],
  writeLabelStudioTasks: ['neighbours/writers/tool-files.test.ts', 'are read back as they were: %s'],
  writeArgillaRecords: ['neighbours/writers/tool-files.test.ts', 'are read back as they were: %s'],
  writeLangfuseScores: ['neighbours/writers/tool-files.test.ts', 'are read back as they were: %s'],
  writePhoenixAnnotations: ['neighbours/writers/tool-files.test.ts', 'are read back as they were: %s'],
  ...Object.fromEntries(
    [
      'writePotatoFolders',
      'writeBraintrustEvents',
      'writeOpenaiEvalsLogs',
      'writeInspectEval',
      'writeInspectLog',
      'writeSummevalTable',
      'writeEveryEvalEverSamples'
    ].map((writer) => [
      writer,
      ['neighbours/writers/tool-files.test.ts', 'are read back as they were, with their question and raters: %s'] as [
        string,
        string
      ]
    ])
  ),
  writeArenaVotes: [
    'neighbours/writers/tool-files.test.ts',
    'are votes in the form of MT-Bench: the first, the second or neither of two systems'
  ],
  writePromptfooResults: [
    'neighbours/writers/tool-files.test.ts',
    'pass or fail in promptfoo: the judges one by one, the annotators by their majority'
  ],
  writeLangsmithFeedback: [
    'neighbours/writers/tool-files.test.ts',
    'are scores in LangSmith, 1 for the first label of a binary scale'
  ],
  writeTableCsv: ['round-trips.test.ts', 'is read as it was written, as CSV and as JSON lines'],
  writeJsonLines: ['round-trips.test.ts', 'is read as it was written, as CSV and as JSON lines']
};

/** Formats that nothing here reads: they are for people, papers and other programs. */
const oneWay = [
  ...[
    'writeAlignmentCsv',
    'writeAlignmentHtml',
    'writeAlignmentLatex',
    'writeAlignmentMarkdown',
    'writeCardHtml',
    'writeCardsCsv',
    'writeDatasheet'
  ],
  ...[
    'writeFigure',
    'writeFigureCsv',
    'writeFigureJson',
    'writeFigureLatex',
    'writeFigureSvg',
    'writeInspectScores',
    'writeJudgeErrorsCsv',
    'writeJunit'
  ],
  ...['writeAccuracyCsv', 'writeAccuracyJson', 'writeComparison', 'writeEvidenceJson'],
  ...['writeMetaEvaluationCsv', 'writeMetaEvaluationJson', 'writeSpotCheckCsv', 'writeSpotCheckJson'],
  ...['writeFigureHtml', 'writeFigureMarkdown', 'writeFigureXlsx', 'writeTableXlsx', 'writeTablesXlsx'],
  ...['writeLabelsCsv', 'writeLabelsJsonl', 'writeLatexTable', 'writeLeaderboardCsv', 'writeLineageCsv'],
  ...[
    'writeMarkdownTable',
    'writeRescoredCsv',
    'writeRunHtml',
    'writeScoresCsv',
    'writeSystemsCsv',
    'writeValidationCsv',
    'writeValidationJson'
  ]
];

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name));
const textOf = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

describe('every format that is written', () => {
  it('has the property test of its round trip, or is named as one that is never read', () => {
    const written = sources.flatMap((name) =>
      [...textOf(name).matchAll(/^export (?:const|function|async function) (write\w+)/gm)].map((found) => found[1]!)
    );
    expect(written.sort()).toEqual([...Object.keys(both), ...oneWay].sort());
  });

  it.each(Object.entries(both))('%s: its test draws texts and is where the table says', (_writer, [file, title]) => {
    const text = textOf(file);
    expect(text).toContain(`'${title}'`);
    expect(text).toContain('fc.assert(');
  });
});

describe('a table of ratings', () => {
  const name = prose.filter((text) => !['NA', 'NaN', 'null'].includes(text));
  const row = fc.record({ item: name, rater: name, label: name });
  const rows = fc.uniqueArray(row, { minLength: 1, maxLength: 8, selector: ({ item, rater }) => JSON.stringify([item, rater]) }); // prettier-ignore

  it('is read as it was written, as CSV and as JSON lines', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const columns = (['item', 'rater', 'label'] as const).map((header) => ({ header, value: (one: (typeof given)[number]) => one[header] })); // prettier-ignore
        for (const text of [
          writeTableCsv(columns, given),
          writeTableCsv(columns, given, { bom: true }),
          writeJsonLines(given)
        ]) {
          // prettier-ignore
          const parsed = await parseRatings(bytesOf(text));
          if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
          const { items, raters, ratings } = parsed.value;
          const read = [...ratings.label].map((label, at) => ({ item: items[ratings.item.at(at)], rater: raters[ratings.rater.at(at)], label })); // prettier-ignore
          expect(read).toEqual(given);
        }
      })
    );
  });

  it.each(['\u0000', '\uD800'])('with %j in it is never read as another text', async (evil) => {
    const parsed = await parseRatings(bytesOf(writeJsonLines([{ item: `a${evil}`, rater: 'ann', label: 'x' }])));
    if (parsed.ok) expect(parsed.value.items).toEqual([`a${evil}`]);
  });
});
