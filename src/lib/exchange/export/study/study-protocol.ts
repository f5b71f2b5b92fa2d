import type { AlignmentDocument, DocumentBlock, Fact, Section } from '../../../alignment/document/document.ts';
import { countColumn, nameColumn, documentTable, tableBlock, textColumn } from '../../../alignment/document/tables.ts';
import { moment } from '../../../alignment/report/words.ts';
import type { StudyProtocol } from '../../../studies/export/protocol.ts';
import type { SampleInput } from '../../../studies/planning/drawing/sampling.ts';
import { guidelineBlocks } from '../version/guideline-blocks.ts';

const momentOr = (ms: number | null, otherwise: string): string => (ms === null ? otherwise : moment(ms));

const reveals: Readonly<Record<StudyProtocol['shown']['reveal'], string>> = {
  'after-report': 'after all items of a report were labelled; blind labels could not be changed afterwards',
  'at-end': 'after an annotator had labelled all items; blind labels could not be changed afterwards',
  'on-difference':
    'after all items of a report were labelled, and only if labels differed; blind labels could not be changed afterwards',
  never: 'never'
};

const levels: Readonly<Record<string, string>> = {
  binary: 'two labels',
  preference: 'preference: first, tie, second',
  nominal: 'nominal categories',
  ordinal: 'ordinal labels',
  interval: 'numbers'
};

/**
 * The protocol of a study as a document, for writers of HTML, Markdown and LaTeX.
 *
 * @param language of its text (BCP 47)
 */
export function protocolDocument(protocol: StudyProtocol, language: string): AlignmentDocument {
  const { study, project, when } = protocol;
  return {
    language,
    title: `Protocol of study ${study.number}: ${study.name}`,
    facts: [
      { term: 'Project', value: project },
      { term: 'Status', value: study.status },
      { term: 'Created', value: moment(when.made) },
      { term: 'First and last label', value: whenLabelled(when) },
      { term: 'Closed', value: momentOr(when.closed, 'not yet') },
      { term: 'Figures unblinded', value: momentOr(protocol.looked, 'not yet') }
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
    { term: 'Question', value: question ?? 'specific to each unit' },
    { term: 'Scale', value: levels[level] ?? level },
    ...(short === '' ? [] : [{ term: 'Beside every item', value: short }]),
    {
      term: 'Additional input',
      value:
        [
          settings.dimensions && 'points for each report in the dimensions of the metric',
          settings.multiSelect && 'further acceptable answers'
        ]
          .filter(Boolean)
          .join('; ') || 'nothing'
    },
    { term: 'Abstention', value: `“Cannot judge”, with a reason: ${cannotJudge.join('; ')}` }
  ];
  return {
    id: 'asked',
    title: 'Question and labels',
    blocks: [
      { kind: 'facts', facts },
      ...documentTable(
        'Labels and their keys',
        [nameColumn('Label'), textColumn('Displayed label'), textColumn('Explanation'), textColumn('Key')],
        labels.map(({ label, title, hint, key }) => ({ name: label, cells: [title, hint, key] }))
      )
    ]
  };
}

/** The text of each version as it was written. */
const guidelines = ({ asked: { guidelines: versions } }: StudyProtocol): Section => ({
  id: 'guideline',
  title: versions.length === 1 ? 'Guideline' : 'Guideline versions',
  blocks: versions.flatMap(({ number, markdown, from }): DocumentBlock[] => [
    { kind: 'paragraph', lead: `Version ${number}`, text: `in force from ${moment(from)}` },
    ...guidelineBlocks(markdown, `Version ${number}`)
  ])
});

function sampled({ scored, sampled: { batches, strata, reports, queries, systems, apart } }: StudyProtocol): Section {
  const { run, metric, prompt, judges, searching, selfJudging, dataset } = scored;
  return {
    id: 'sampled',
    title: 'Sampling',
    blocks: [
      {
        kind: 'facts',
        facts: [
          {
            term: 'Population',
            value: `run ${run} on ${metric}, ${judges} ${judges === 1 ? 'judge' : 'judges'}${searching > 0 ? ` (${searching} with web search)` : ''}${prompt ? `, prompt ${prompt.name} ${prompt.version} (${prompt.hash})` : ''}`
          },
          {
            term: 'Self-judging',
            value: `${selfJudging.own} of ${judges} judges share a maker or model with a system that they judged${selfJudging.unknown > 0 ? `; unknown for ${selfJudging.unknown}, because a maker is not recorded` : ''}`
          },
          { term: 'Dataset', value: `version ${dataset.number}, SHA-256 ${dataset.hash}` },
          { term: 'Sample', value: `${reports} reports of ${systems} systems on ${queries} queries` },
          {
            term: 'Method',
            value:
              'controlled rounding: equal inclusion probability within a stratum; each query, system and report received its share, rounded up or down'
          },
          ...(apart.length === 0
            ? []
            : [
                {
                  term: 'Excluded from all figures',
                  value: apart.map(({ purpose, items }) => `${purpose} ${items}`).join(', ')
                }
              ])
        ]
      },
      tableBlock(
        'Batches',
        [
          nameColumn('Batch'),
          textColumn('Sampled at'),
          countColumn('Seed'),
          textColumn('Requested'),
          countColumn('Available'),
          countColumn('Sampled')
        ],
        batches.map(({ number, at, seed, sample, available, drawn }) => ({
          name: String(number),
          cells: [moment(at), seed, wanted(sample), available, drawn]
        }))
      ),
      tableBlock(
        'Units by batch and stratum, with inclusion probabilities',
        [nameColumn('Batch'), textColumn('Stratum'), countColumn('Units'), textColumn('Inclusion probability')],
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
      ? `${sample.items} in total`
      : 'each' in sample
        ? `${sample.each} per ${sample.by}`
        : 'reports' in sample
          ? `${sample.reports} reports, at most ${sample.perReport} items per report`
          : `${sample.allAgree} on which judges agree, ${sample.someDiffer} on which they disagree`;
  const only = Object.entries(sample.only ?? {}).map(([by, names]) => `${by}: ${names.join(', ')}`);
  return only.length === 0 ? sizes : `${sizes}; only ${only.join('; ')}`;
}

const shown = ({ asked: { settings }, shown: { reveal, orders } }: StudyProtocol): Section => ({
  id: 'shown',
  title: 'Presentation to annotators',
  blocks: [
    {
      kind: 'facts',
      facts: [
        {
          term: 'Order',
          value:
            'by report, with the items of a report in list order; the order of reports was randomised for each annotator'
        },
        {
          term: 'Names of systems in the texts',
          value: settings.maskNames ? 'masked, except in URLs' : 'not masked'
        },
        {
          term: 'Hidden until labels were submitted',
          value:
            'systems, judges and their verdicts, other annotators and their labels, strata, and the purpose of training, gold and repeated items'
        },
        { term: 'Verdicts of judges shown', value: reveals[reveal] },
        ...(orders.length === 0
          ? []
          : [
              {
                term: 'Order of texts, left to right',
                value: `${orders.map(({ order, shown: n }) => `${order}: ${n} times`).join('; ')}; the second annotator of an item saw the reverse order`
              }
            ])
      ]
    }
  ]
});

const people = ({ people: { overlap, raters } }: StudyProtocol): Section => ({
  id: 'people',
  title: 'Annotators',
  blocks: [
    {
      kind: 'paragraph',
      text: `${raters.length} ${raters.length === 1 ? 'annotator' : 'annotators'}, ${overlap} per item. No annotator had access to results of the project.`
    },
    tableBlock(
      'Annotators, under the pseudonyms used in all exports of this study',
      [
        nameColumn('Annotator'),
        countColumn('Items'),
        countColumn('Reports'),
        countColumn('Labels'),
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
  title: 'Protocol events',
  blocks:
    all.length === 0
      ? [
          {
            kind: 'paragraph',
            text: 'None: no pauses, extensions or reassignments, and no interim looks at open items.'
          }
        ]
      : [{ kind: 'list', items: all.map(({ at, detail }) => `${moment(at)}: ${detail}`) }]
});

/** The protocol as data, with its format's number. */
export const protocolJson = (protocol: StudyProtocol): string =>
  `${JSON.stringify({ format: 'voirdire-study-protocol', formatVersion: 1, ...protocol }, null, 2)}\n`;
