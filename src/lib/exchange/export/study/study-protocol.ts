import type { AlignmentDocument, DocumentBlock, Fact, Section } from '../../../alignment/document/document.ts';
import { countColumn, nameColumn, documentTable, tableBlock, textColumn } from '../../../alignment/document/tables.ts';
import { moment } from '../../../alignment/report/words.ts';
import type { StudyProtocol } from '../../../studies/export/protocol.ts';
import type { SampleInput } from '../../../studies/planning/drawing/sampling.ts';
import { guidelineBlocks } from '../version/guideline-blocks.ts';

const momentOr = (ms: number | null, otherwise: string): string => (ms === null ? otherwise : moment(ms));

const reveals: Readonly<Record<StudyProtocol['shown']['reveal'], string>> = {
  'after-report': 'once a report was judged in full; the blind labels stood from then on',
  'at-end': 'once a person had judged everything; the blind labels stood from then on',
  'on-difference':
    'once a report was judged in full, and only where somebody differed; the blind labels stood from then on',
  never: 'never'
};

const levels: Readonly<Record<string, string>> = {
  binary: 'two labels',
  preference: 'the first, neither, the second',
  nominal: 'categories without order',
  ordinal: 'labels in order',
  interval: 'numbers'
};

/** The protocol of a study as a document, for writers of HTML, Markdown and LaTeX. */
export function protocolDocument(protocol: StudyProtocol): AlignmentDocument {
  const { study, project, when } = protocol;
  return {
    title: `Protocol of study ${study.number}: ${study.name}`,
    facts: [
      { term: 'Project', value: project },
      { term: 'Status', value: study.status },
      { term: 'Made', value: moment(when.made) },
      { term: 'First and last label', value: whenLabelled(when) },
      { term: 'Closed', value: momentOr(when.closed, 'not yet') },
      { term: 'Figures first looked at', value: momentOr(protocol.looked, 'not yet') }
    ],
    sections: [
      asked(protocol),
      guidelines(protocol),
      sampled(protocol),
      shown(protocol),
      people(protocol),
      deviations(protocol)
    ].filter(({ blocks }) => blocks.length > 0)
  };
}

const whenLabelled = ({ firstLabel, lastLabel }: StudyProtocol['when']): string =>
  firstLabel === null || lastLabel === null ? 'none yet' : `${moment(firstLabel)}, ${moment(lastLabel)}`;

function asked({
  asked: { kind, about, question, labels, level, cannotJudge, settings, short }
}: StudyProtocol): Section {
  const facts: Fact[] = [
    { term: 'Kind', value: `${kind}. ${about}` },
    { term: 'Question', value: question ?? 'each unit has a question of its own' },
    { term: 'Scale', value: levels[level] ?? level },
    ...(short === '' ? [] : [{ term: 'Beside every item', value: short }]),
    {
      term: 'Asked besides',
      value:
        [
          settings.dimensions && 'points for each report in the dimensions of the metric',
          settings.multiSelect && 'further answers that the person would accept'
        ]
          .filter(Boolean)
          .join('; ') || 'nothing'
    },
    { term: 'Instead of an answer', value: `“Cannot judge”, with a reason: ${cannotJudge.join('; ')}` }
  ];
  return {
    id: 'asked',
    title: 'What was asked',
    blocks: [
      { kind: 'facts', facts },
      ...documentTable(
        'Labels, with their keys',
        [nameColumn('Label'), textColumn('Shown as'), textColumn('Explained as'), textColumn('Key')],
        labels.map(({ label, title, hint, key }) => ({ name: label, cells: [title, hint, key] }))
      )
    ]
  };
}

/** The text of each version as it was written. */
const guidelines = ({ asked: { guidelines: versions } }: StudyProtocol): Section => ({
  id: 'guideline',
  title: versions.length === 1 ? 'Guideline' : 'Guideline, version by version',
  blocks: versions.flatMap(({ number, markdown, from }): DocumentBlock[] => [
    { kind: 'paragraph', lead: `Version ${number}`, text: `counted from ${moment(from)}` },
    ...guidelineBlocks(markdown, `Of version ${number}`)
  ])
});

function sampled({ scored, sampled: { batches, strata, reports, queries, systems, apart } }: StudyProtocol): Section {
  const { run, metric, prompt, judges, searching, selfJudging, dataset } = scored;
  return {
    id: 'sampled',
    title: 'What was sampled',
    blocks: [
      {
        kind: 'facts',
        facts: [
          {
            term: 'From',
            value: `run ${run} on ${metric}, ${judges} ${judges === 1 ? 'judge' : 'judges'}${searching > 0 ? ` (${searching} with web search)` : ''}${prompt ? `, prompt ${prompt.name} ${prompt.version} (${prompt.hash})` : ''}`
          },
          {
            term: 'Self-judging',
            value: `${selfJudging.own} of ${judges} judges share a maker or model with a system that they judged${selfJudging.unknown > 0 ? `; not known for ${selfJudging.unknown}, because a maker is not recorded` : ''}`
          },
          { term: 'Dataset', value: `version ${dataset.number}, SHA-256 ${dataset.hash}` },
          { term: 'In the sample', value: `${reports} reports of ${systems} systems on ${queries} queries` },
          {
            term: 'Drawn',
            value:
              'by controlled rounding: every unit of a stratum had the same chance, and each query, system and report got its share, rounded up or down'
          },
          ...(apart.length === 0
            ? []
            : [
                {
                  term: 'Apart from the sample, counted nowhere',
                  value: apart.map(({ purpose, items }) => `${purpose} ${items}`).join(', ')
                }
              ])
        ]
      },
      tableBlock(
        'Batches',
        [
          nameColumn('Batch'),
          textColumn('Drawn at'),
          countColumn('Seed'),
          textColumn('Wanted'),
          countColumn('To draw from'),
          countColumn('Drawn')
        ],
        batches.map(({ number, at, seed, sample, available, drawn }) => ({
          name: String(number),
          cells: [moment(at), seed, wanted(sample), available, drawn]
        }))
      ),
      tableBlock(
        'Units by batch and stratum, with the chance of each to be drawn',
        [nameColumn('Batch'), textColumn('Stratum'), countColumn('Units'), textColumn('Chance')],
        strata.map(({ batch, stratum, units, probability }) => ({
          name: String(batch),
          cells: [stratum, units, String(Number(probability.toPrecision(6)))]
        }))
      )
    ]
  };
}

function wanted(sample: SampleInput): string {
  const sizes =
    'items' in sample
      ? `${sample.items} in all`
      : 'each' in sample
        ? `${sample.each} of each ${sample.by}`
        : 'reports' in sample
          ? `${sample.reports} reports first, then at most ${sample.perReport} of each`
          : `${sample.allAgree} on which judges agree, ${sample.someDiffer} on which they differ`;
  const only = Object.entries(sample.only ?? {}).map(([by, names]) => `${by}: ${names.join(', ')}`);
  return only.length === 0 ? sizes : `${sizes}; only ${only.join('; ')}`;
}

const shown = ({ asked: { settings }, shown: { reveal, orders } }: StudyProtocol): Section => ({
  id: 'shown',
  title: 'What was shown',
  blocks: [
    {
      kind: 'facts',
      facts: [
        {
          term: 'Order',
          value:
            'report by report, the items of a report in the order of their list; each person took the reports in an order of their own'
        },
        {
          term: 'Names of systems in the texts',
          value: settings.maskNames ? 'masked, outside of addresses' : 'as the report has them'
        },
        {
          term: 'Hidden until the commit',
          value:
            'systems, judges and what they said, other people and their labels, strata, and which items do not count'
        },
        { term: 'Judges shown', value: reveals[reveal] },
        ...(orders.length === 0
          ? []
          : [
              {
                term: 'Texts from left to right',
                value: `${orders.map(({ order, shown: n }) => `${order}: ${n} times`).join('; ')}; a second rater saw the mirrored order of the first`
              }
            ])
      ]
    }
  ]
});

const people = ({ people: { overlap, raters } }: StudyProtocol): Section => ({
  id: 'people',
  title: 'Who judged',
  blocks: [
    {
      kind: 'paragraph',
      text: `${raters.length} ${raters.length === 1 ? 'person' : 'people'}, ${overlap} for each item; nobody could read results of the project.`
    },
    tableBlock(
      'Raters, by pseudonyms that hold in all exports of this study',
      [
        nameColumn('Rater'),
        countColumn('Items'),
        countColumn('Reports'),
        countColumn('Judged'),
        textColumn('First label'),
        textColumn('Last label')
      ],
      raters.map(({ rater, items, reports, labels, first, last }) => ({
        name: rater,
        cells: [items, reports, labels, momentOr(first, '–'), momentOr(last, '–')]
      }))
    )
  ]
});

const deviations = ({ deviations: all }: StudyProtocol): Section => ({
  id: 'deviations',
  title: 'What happened besides',
  blocks:
    all.length === 0
      ? [
          {
            kind: 'paragraph',
            text: 'Nothing: no pause, no extension, no reassignment, and nobody looked at open items.'
          }
        ]
      : [{ kind: 'list', items: all.map(({ at, detail }) => `${moment(at)}: ${detail}`) }]
});

/** The protocol as data, with its format's number. */
export const protocolJson = (protocol: StudyProtocol): string =>
  `${JSON.stringify({ format: 'voirdire-study-protocol', formatVersion: 1, ...protocol }, null, 2)}\n`;
