import { count, percent, proportion } from '../../stats/writing/figures.ts';
import { escalationInWords } from '../ensembles/escalation-words.ts';
import { moment } from '../../stats/writing/words.ts';
import { planWordsIn } from '../preregistration/plan-words.ts';
import { analysisPlanInWords } from '../preregistration/analysis-plan-words.ts';
import type { PreregisteredPlan } from '../preregistration/analysis-plan.ts';
import { carriedOverIn } from '../report/carried-over.ts';
import type { ReportHeader } from '../report/exports.ts';
import { selfJudgingSaid } from '../../scorer/judges/self-judging.ts';
import { metricTitleIn, metricWordIn } from '../../scorer/suites/metric-words.ts';
import { paragraphIn, sayIn } from '../../messages/say-in.ts';
import { studyOutcomeWords } from '../units/outcomes.ts';
import { verdictIn, verdictLeadIn } from '../procedure/verdict-in-words.ts';
import { ensembleIn } from '../report/ensemble-in-words.ts';
import type { AlignmentDocument, Fact, Section, DocumentTable } from './document.ts';
import { documentWordsIn, type DocumentWords } from './document-words.ts';
import type { DocumentSource } from './source.ts';
import { consensusSection } from './consensus-section.ts';
import { figureSections } from './figure-sections.ts';
import { populationSection } from './population-section.ts';
import { procedureSections } from './procedure-sections.ts';
import { protocolSections } from './protocol-section.ts';
import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import { messagesIn } from '../../messages/words.ts';

/**
 * The report as a document. Equal sources give equal documents: it knows no clock.
 *
 * @param language of its text (BCP 47)
 */
export function alignmentDocument(source: DocumentSource, language: string): AlignmentDocument {
  const { header } = source;
  const words = documentWordsIn(language);
  return {
    language,
    title: messagesIn(language, 'alignmentReport').question({ metric: metricWordIn(language, header.study.metric) }),
    facts: facts(source, words),
    sections: [
      verdict(source, words),
      ...(source.decisions.length > 0 ? [decisions(source, words)] : []),
      ...(source.report.warnings.length + source.header.selfJudging.length > 0 ? [warnings(source, words)] : []),
      analysisPlan(source, words),
      ...procedureSections(source, words),
      ...(source.report.scope.rated.length > 0
        ? [populationSection(source, words), consensusSection(source, words)]
        : []),
      ...figureSections(source, words),
      ...protocolSections(source.protocols, words),
      method(source, words)
    ].filter(({ blocks }) => blocks.length > 0)
  };
}

function facts({ header, report, hash, embargoLift }: DocumentSource, { language }: DocumentWords): Fact[] {
  const frame = messagesIn(language, 'alignmentDocument');
  const { scope, people, judges } = report;
  return [
    { term: frame.project, value: header.project },
    { term: frame.study, value: frame.numbered(header.study) },
    { term: frame.metric, value: metricTitleIn(language, header.study.metric) },
    header.run
      ? { term: frame.run, value: frame.numbered(header.run) }
      : {
          term: frame.labels,
          value: header.file === undefined ? frame.imported : frame.importedFrom({ file: header.file })
        },
    ...(header.carriedOver ? [{ term: frame.labelsCarried, value: carriedOverIn(language, header.carriedOver) }] : []),
    {
      term: frame.items,
      value: frame.itemsFact({
        rated: scope.rated.length,
        items: scope.items.length,
        queries: scope.queries,
        common: scope.common.length
      })
    },
    {
      term: frame.annotators,
      value: frame.annotatorsFact({
        rated: people.filter(({ labelled }) => labelled > 0).length,
        most: scope.mostPeople,
        labels: scope.labels,
        overlapping: scope.overlapping
      })
    },
    { term: frame.judges, value: judges.map(({ name }) => name).join(', ') || frame.none },
    ...(embargoLift
      ? [
          {
            term: frame.unblinded,
            value: frame.unblindedFact({ ...embargoLift, moment: moment(embargoLift.at) })
          }
        ]
      : []),
    { term: frame.figures, value: hash }
  ];
}

function verdict({ procedure, report, header, exploratory }: DocumentSource, { language }: DocumentWords): Section {
  const frame = messagesIn(language, 'alignmentDocument');
  return {
    id: 'verdict',
    title: frame.verdict,
    blocks: [
      {
        kind: 'paragraph',
        ...(report.scope.rated.length > 0 ? { lead: verdictLeadIn(language, procedure.verdict) } : {}),
        text: verdictIn(language, procedure.verdict)
      },
      // The sentence begins with the word "exploratory" itself, so that it has no lead.
      ...(exploratory === undefined ? [] : [{ kind: 'paragraph' as const, text: sayIn(language, exploratory) }]),
      ...(procedure.escalation
        ? [
            {
              kind: 'paragraph' as const,
              text: escalationInWords(procedure.escalation, messagesIn(language, 'escalation'))
            }
          ]
        : []),
      ...(report.scope.rated.length === 0
        ? [
            {
              kind: 'paragraph' as const,
              text: frame.noLabel({ metric: metricWordIn(language, header.study.metric) })
            }
          ]
        : [])
    ]
  };
}

function decisions({ decisions: all }: DocumentSource, { language }: DocumentWords): Section {
  const frame = messagesIn(language, 'alignmentDocument');
  const outcomeWords = studyOutcomeWords(messagesIn(language, 'outcomes'));
  return {
    id: 'decision',
    title: frame.decisions({ n: all.length }),
    blocks: all.map(({ outcome, ensemble, recommended, ...decision }, i) => ({
      kind: 'facts',
      facts: [
        {
          term: i === 0 ? frame.inForce : frame.earlier,
          value: ensemble
            ? frame.decidedOn({
                outcome: outcomeWords[outcome].decided,
                ensemble: ensembleIn(
                  language,
                  ensemble.judges.map(({ spec }) => spec),
                  ensemble.rule
                )
              })
            : outcomeWords[outcome].decided
        },
        {
          term: frame.decided,
          value: frame.decidedBy({ moment: moment(decision.decidedAt), by: decision.decidedByName })
        },
        {
          term: frame.recommended,
          value: recommended.against
            ? frame.differs({ outcome: outcomeWords[recommended.outcome].decided })
            : outcomeWords[recommended.outcome].decided
        },
        { term: frame.why, value: decision.reason },
        ...(decision.acknowledged === null
          ? []
          : [{ term: frame.known, value: frame.adoptedAlthough({ reason: decision.acknowledged }) }])
      ]
    }))
  };
}

function warnings({ report, header }: DocumentSource, words: DocumentWords): Section {
  const frame = messagesIn(words.language, 'alignmentDocument');
  return {
    id: 'warnings',
    title: frame.limitations,
    blocks: [
      {
        kind: 'list',
        items: [
          ...report.warnings.map(({ said, items }) => {
            const text = sayIn(words.language, said);
            return items.length > 0 ? frame.warningItems({ text, n: items.length }) : text;
          }),
          ...selfJudgingSaid(header.selfJudging).map((note) => paragraphIn(words.language, note))
        ]
      },
      ...(header.selfJudging.every(({ systems, unknown }) => systems.length + unknown.length === 0)
        ? []
        : [{ kind: 'table' as const, table: selfJudgingTable(header, words) }])
    ]
  };
}

function selfJudgingTable({ selfJudging }: ReportHeader, { language }: DocumentWords): DocumentTable {
  const frame = messagesIn(language, 'alignmentDocument');
  return {
    caption: frame.selfJudging,
    columns: [
      { title: frame.judge, kind: 'name' },
      { title: frame.ownSystems, kind: 'count' },
      { title: frame.which, kind: 'text' },
      { title: frame.unknownMaker, kind: 'count' }
    ],
    rows: selfJudging
      .filter(({ systems, unknown }) => systems.length + unknown.length > 0)
      .map(({ judge, systems, unknown }) => ({
        name: judge,
        cells: [systems.length, systems.join(', ') || frame.none, unknown.length]
      }))
  };
}

function analysisPlan(
  { procedure, preregistrations, report, header }: DocumentSource,
  { language }: DocumentWords
): Section {
  const frame = messagesIn(language, 'alignmentDocument');
  const nameOf = (id: string): string =>
    report.judges.find((judge) => judge.id === id)?.name ??
    header.judges.find(({ judgeId }) => judgeId === id)?.spec ??
    id;
  const [holds] = preregistrations;
  const whenWords = messagesIn(language, 'preregistered');
  const told = (one: PreregisteredPlan) => ({ ...one, moment: moment(one.at), when: whenOf(one, whenWords) });
  return {
    id: 'preregistered',
    title: frame.preregistration,
    blocks: [
      {
        kind: 'paragraph',
        text: holds ? (holds.revision > 1 ? frame.preregisteredAgain : frame.preregistered)(told(holds)) : frame.noPlan
      },
      {
        kind: 'facts',
        facts: analysisPlanInWords(procedure.analysisPlan, nameOf, planWordsIn(language)).map(({ term, value }) => ({
          term,
          value
        }))
      },
      ...(preregistrations.length > 1
        ? [
            {
              kind: 'list' as const,
              items: preregistrations
                .slice(1)
                .map((one) => frame.revision({ ...told(one), target: proportion(one.analysisPlan.target) }))
            }
          ]
        : [])
    ]
  };
}

function whenOf({ opened, labels }: PreregisteredPlan, words: Words<Messages['preregistered']>): string {
  if (opened) return words.afterUnblinding;
  return labels === 0 ? words.beforeFirst : words.beforeUnblinding({ n: labels });
}

function method({ report, header, procedure }: DocumentSource, { language, library }: DocumentWords): Section {
  const frame = messagesIn(language, 'alignmentDocument');
  return {
    id: 'method',
    title: frame.methods,
    blocks: [
      { kind: 'list', items: report.method.notes.map(library) },
      {
        kind: 'facts',
        facts: [
          { term: frame.agreement, value: library(report.method.metric) },
          { term: frame.confidence, value: percent(report.method.confidence) },
          ...Object.entries(report.method.intervals).map(([name, value]) => ({
            term: frame.intervalOf({ name }),
            value: library(value)
          })),
          {
            term: frame.resampling,
            value: frame.resamples({ n: count(procedure.selection.resamples), seed: report.method.seed })
          },
          ...(header.prompt ? [{ term: frame.prompt, value: frame.promptFact(header.prompt) }] : []),
          ...header.judges.map(({ spec, fingerprint }) => ({
            term: frame.judgeNamed({ judge: spec }),
            value: frame.fingerprint({ fingerprint })
          }))
        ]
      }
    ]
  };
}
