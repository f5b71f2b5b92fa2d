import type { AlignmentDocument, DocumentBlock, Fact, Section } from '../../../alignment/document/document.ts';
import { countColumn, nameColumn, documentTable, tableBlock, textColumn } from '../../../alignment/document/tables.ts';
import { moment } from '../../../alignment/report/words.ts';
import type { Messages } from '../../../messages/catalogues/en/index.ts';
import { documentLists } from '../../../messages/document-lists.ts';
import { libraryTextIn } from '../../../messages/library-text.ts';
import type { ListWriter } from '../../../messages/lists.ts';
import type { Words } from '../../../messages/message.ts';
import { sayIn } from '../../../messages/say-in.ts';
import { messagesIn } from '../../../messages/words.ts';
import { metricWordIn } from '../../../scorer/suites/metric-words.ts';
import type { StudyProtocol } from '../../../studies/export/protocol.ts';
import { cannotJudgeReasons } from '../../../studies/judging/cannot-judge.ts';
import { choicesInWords } from '../../../studies/own-work/asked-in-words.ts';
import type { SampleInput } from '../../../studies/planning/drawing/sampling.ts';
import { guidelineBlocks } from '../version/guideline-blocks.ts';

/** Words of a protocol in the language of its reader. */
interface Wording {
  language: string;
  say: Words<Messages['protocolDocument']>;
  comma: ListWriter;
  semicolon: ListWriter;
}

/**
 * The protocol of a study as a document, for writers of HTML, Markdown and LaTeX. Guidelines stay as they were written.
 *
 * @param language of its text (BCP 47)
 */
export function protocolDocument(protocol: StudyProtocol, language: string): AlignmentDocument {
  const { study, project, when } = protocol;
  const say = messagesIn(language, 'protocolDocument');
  const wording: Wording = { language, say, ...documentLists(language) };
  const momentOrNotYet = (ms: number | null): string => (ms === null ? say.notYet : moment(ms));
  return {
    language,
    title: say.title({ n: study.number, name: study.name }),
    facts: [
      { term: say.project, value: project },
      { term: say.status, value: say.statusIs({ status: study.status }) },
      { term: say.created, value: moment(when.made) },
      { term: say.labelled, value: whenLabelled(when, say) },
      { term: say.closed, value: momentOrNotYet(when.closed) },
      { term: say.unblinded, value: momentOrNotYet(protocol.looked) }
    ],
    sections: [asked, guidelines, sampled, shown, people, deviations]
      .map((section) => section(protocol, wording))
      .filter(({ blocks }) => blocks.length > 0)
  };
}

function whenLabelled({ firstLabel, lastLabel }: StudyProtocol['when'], say: Wording['say']): string {
  const isLabelled = firstLabel !== null && lastLabel !== null;
  return say.labelledIs({
    labels: isLabelled ? 'some' : 'none',
    first: isLabelled ? moment(firstLabel) : '',
    last: isLabelled ? moment(lastLabel) : ''
  });
}

function asked(
  { asked: { named, kind, about, question, labels, level, settings, short } }: StudyProtocol,
  { language, say, semicolon }: Wording
): Section {
  const terms = messagesIn(language, 'studyTerms');
  const reasons = choicesInWords(cannotJudgeReasons, terms.cannotJudge).map(({ words }) => words);
  const { dimensions, multiSelect } = settings;
  const facts: Fact[] = [
    {
      term: say.kind,
      value: say.kindIs({
        kind: terms.kind({ name: named.kind, text: kind }),
        about: libraryTextIn(language)(about)
      })
    },
    {
      term: say.question,
      value: question === null ? say.questionOfUnit : terms.question({ name: named.words, text: question })
    },
    { term: say.scale, value: say.level({ level }) },
    ...(short === '' ? [] : [{ term: say.short, value: short }]),
    {
      term: say.input,
      value: say.inputIs({
        input: dimensions ? (multiSelect ? 'both' : 'dimensions') : multiSelect ? 'answers' : 'nothing'
      })
    },
    { term: say.abstention, value: say.abstentionIs({ reasons: semicolon(reasons) }) }
  ];
  return {
    id: 'asked',
    title: say.asked,
    blocks: [
      { kind: 'facts', facts },
      ...documentTable(
        say.labels,
        [nameColumn(say.label), textColumn(say.displayed), textColumn(say.explanation), textColumn(say.key)],
        labels.map(({ label, title, hint, key }) => {
          const name = `${named.kind}-${label}`;
          return { name: label, cells: [terms.option({ name, text: title }), terms.hint({ name, text: hint }), key] };
        })
      )
    ]
  };
}

/** The text of each version as it was written. */
const guidelines = ({ asked: { guidelines: versions } }: StudyProtocol, { say }: Wording): Section => ({
  id: 'guideline',
  title: say.guideline({ n: versions.length }),
  blocks: versions.flatMap(({ number, markdown, from }): DocumentBlock[] => [
    { kind: 'paragraph', lead: say.version({ n: number }), text: say.inForce({ moment: moment(from) }) },
    ...guidelineBlocks(markdown, say.version({ n: number }))
  ])
});

function sampled(
  { scored, sampled: { batches, strata, reports, queries, systems, apart } }: StudyProtocol,
  wording: Wording
): Section {
  const { language, say, comma } = wording;
  const { run, metric, prompt, judges, searching, selfJudging, dataset } = scored;
  return {
    id: 'sampled',
    title: say.sampling,
    blocks: [
      {
        kind: 'facts',
        facts: [
          {
            term: say.population,
            value: say.populationIs({
              ...{ run, metric: metricWordIn(language, metric), judges, searching },
              ...{ prompted: prompt ? 'yes' : 'no', prompt: prompt?.name ?? '' },
              ...{ version: prompt?.version ?? '', hash: prompt?.hash ?? '' }
            })
          },
          { term: say.selfJudging, value: say.selfJudgingIs({ ...selfJudging, judges }) },
          { term: say.dataset, value: say.datasetIs({ n: dataset.number, hash: dataset.hash }) },
          { term: say.sample, value: say.sampleIs({ reports, systems, queries }) },
          { term: say.method, value: say.methodIs },
          ...(apart.length === 0
            ? []
            : [
                {
                  term: say.excluded,
                  value: comma(apart.map(({ purpose, items }) => say.excludedItems({ purpose, n: items })))
                }
              ])
        ]
      },
      tableBlock(
        say.batches,
        [
          nameColumn(say.batch),
          textColumn(say.sampledAt),
          countColumn(say.seed),
          textColumn(say.requested),
          countColumn(say.available),
          countColumn(say.sampled)
        ],
        batches.map(({ number, at, seed, sample, available, drawn }) => ({
          name: String(number),
          cells: [moment(at), seed, wanted(sample, wording), available, drawn]
        }))
      ),
      tableBlock(
        say.strata,
        [nameColumn(say.batch), textColumn(say.stratum), countColumn(say.units), textColumn(say.probability)],
        strata.map(({ batch, stratum, units, probability }) => ({
          name: String(batch),
          cells: [say.stratumIs({ stratum }), units, String(Number(probability.toPrecision(6)))]
        }))
      )
    ]
  };
}

function wanted(sample: SampleInput, { say, comma, semicolon }: Wording): string {
  const sizes =
    'items' in sample
      ? say.inTotal({ n: sample.items })
      : 'each' in sample
        ? say.perGroup({ n: sample.each, by: sample.by })
        : 'reports' in sample
          ? say.inReports({ reports: sample.reports, n: sample.perReport })
          : say.byAgreement({ agree: sample.allAgree, differ: sample.someDiffer });
  const only = Object.entries(sample.only ?? {}).map(([by, names]) => say.group({ by, names: comma(names) }));
  return only.length === 0 ? sizes : say.onlyOf({ sizes, only: semicolon(only) });
}

const shown = (
  { asked: { settings }, shown: { reveal, orders } }: StudyProtocol,
  { say, semicolon }: Wording
): Section => ({
  id: 'shown',
  title: say.presentation,
  blocks: [
    {
      kind: 'facts',
      facts: [
        { term: say.order, value: say.orderIs },
        { term: say.names, value: say.namesAre({ masked: settings.maskNames ? 'yes' : 'no' }) },
        { term: say.hidden, value: say.hiddenAre },
        { term: say.verdicts, value: say.verdictsAre({ reveal }) },
        ...(orders.length === 0
          ? []
          : [
              {
                term: say.orders,
                value: say.ordersAre({
                  orders: semicolon(orders.map(({ order, shown: n }) => say.orderShown({ order, n })))
                })
              }
            ])
      ]
    }
  ]
});

const people = ({ people: { overlap, raters } }: StudyProtocol, { say }: Wording): Section => ({
  id: 'people',
  title: say.annotators,
  blocks: [
    { kind: 'paragraph', text: say.annotatorsAbout({ n: raters.length, overlap }) },
    tableBlock(
      say.pseudonyms,
      [
        nameColumn(say.annotator),
        countColumn(say.items),
        countColumn(say.reports),
        countColumn(say.labelsGiven),
        textColumn(say.firstLabel),
        textColumn(say.lastLabel)
      ],
      raters.map(({ rater, items, reports, labels, first, last }) => ({
        name: rater,
        cells: [items, reports, labels, momentOrDash(first), momentOrDash(last)]
      }))
    )
  ]
});

const momentOrDash = (ms: number | null): string => (ms === null ? '–' : moment(ms));

const deviations = ({ deviations: all }: StudyProtocol, { language, say }: Wording): Section => ({
  id: 'deviations',
  title: say.events,
  blocks:
    all.length === 0
      ? [{ kind: 'paragraph', text: say.noEvents }]
      : [
          {
            kind: 'list',
            items: all.map(({ at, detail }) => say.event({ moment: moment(at), detail: sayIn(language, detail) }))
          }
        ]
});

/** The protocol as data, in English, with its format's number. */
export function protocolJson({ study, project, asked: { named: _, ...askedData }, ...rest }: StudyProtocol): string {
  const events = rest.deviations.map(({ detail, ...event }) => ({ ...event, detail: sayIn('en', detail) }));
  const data = { study, project, asked: askedData, ...rest, deviations: events };
  return `${JSON.stringify({ format: 'voirdire-study-protocol', formatVersion: 1, ...data }, null, 2)}\n`;
}
