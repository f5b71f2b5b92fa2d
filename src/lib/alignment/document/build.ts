import { count, many, percent, proportion } from '../../stats/writing/figures.ts';
import { escalationInWords } from '../ensembles/escalation-words.ts';
import { moment } from '../../stats/writing/words.ts';
import { planWordsIn } from '../preregistration/plan-words.ts';
import { analysisPlanInWords } from '../preregistration/analysis-plan-words.ts';
import type { PreregisteredPlan } from '../preregistration/analysis-plan.ts';
import { carriedOverInWords } from '../report/carried-over.ts';
import type { ReportHeader } from '../report/exports.ts';
import { selfJudgingNotes } from '../../scorer/judges/self-judging.ts';
import { studyOutcomeWords } from '../units/outcomes.ts';
import { ensembleByName } from '../report/rater-names.ts';
import type { AlignmentDocument, Fact, Section, DocumentTable } from './document.ts';
import type { DocumentSource } from './source.ts';
import { consensusSection } from './consensus-section.ts';
import { figureSections } from './figure-sections.ts';
import { populationSection } from './population-section.ts';
import { procedureSections } from './procedure-sections.ts';
import { protocolSections } from './protocol-section.ts';
import { messagesIn } from '../../messages/words.ts';

const outcomeWords = studyOutcomeWords(messagesIn('en', 'outcomes'));

/**
 * The report as a document. Equal sources give equal documents: it knows no clock.
 *
 * @param language of its text (BCP 47)
 */
export function alignmentDocument(source: DocumentSource, language: string): AlignmentDocument {
  const { header } = source;
  return {
    language,
    title: `Can LLM judges replace human annotators on ${header.study.metric}?`,
    facts: facts(source),
    sections: [
      verdict(source),
      ...(source.decisions.length > 0 ? [decisions(source)] : []),
      ...(source.report.warnings.length + source.header.selfJudging.length > 0 ? [warnings(source)] : []),
      analysisPlan(source),
      ...procedureSections(source),
      ...(source.report.scope.rated.length > 0 ? [populationSection(source), consensusSection(source)] : []),
      ...figureSections(source),
      ...protocolSections(source.protocols),
      method(source)
    ].filter(({ blocks }) => blocks.length > 0)
  };
}

function facts({ header, report, hash, embargoLift }: DocumentSource): Fact[] {
  const { scope, people, judges } = report;
  const rated = people.filter(({ labelled }) => labelled > 0).length;
  return [
    { term: 'Project', value: header.project },
    { term: 'Study', value: `${header.study.number}: ${header.study.name}` },
    { term: 'Metric', value: header.study.metric },
    header.run
      ? { term: 'Run', value: `${header.run.number}: ${header.run.name}` }
      : { term: 'Labels', value: `imported${header.file === undefined ? '' : `, read from ${header.file}`}` },
    ...(header.carriedOver ? [{ term: 'Labels carried over', value: carriedOverInWords(header.carriedOver) }] : []),
    {
      term: 'Items',
      value: `${count(scope.rated.length)} of ${count(scope.items.length)} labelled by annotators, in ${many(scope.queries, 'query', 'queries')}; ${count(scope.common.length)} of these labelled by every judge`
    },
    {
      term: 'Annotators',
      value: `${rated}, blind, up to ${scope.mostPeople} on an item; ${many(scope.labels, 'label')}, ${many(scope.overlapping, 'item')} with two or more`
    },
    { term: 'Judges', value: judges.map(({ name }) => name).join(', ') || 'none' },
    ...(embargoLift
      ? [
          {
            term: 'Unblinded',
            value: `${moment(embargoLift.at)} by ${embargoLift.by}, with ${many(embargoLift.labels, 'label')} committed`
          }
        ]
      : []),
    { term: 'Figures', value: hash }
  ];
}

const verdict = ({ procedure, report, header, exploratory }: DocumentSource): Section => ({
  id: 'verdict',
  title: 'Verdict',
  blocks: [
    {
      kind: 'paragraph',
      ...(report.scope.rated.length > 0 ? { lead: outcomeWords[procedure.verdict.outcome].lead } : {}),
      text: procedure.verdict.text
    },
    ...(exploratory === undefined ? [] : [{ kind: 'paragraph' as const, lead: 'Exploratory.', text: exploratory }]),
    ...(procedure.escalation
      ? [
          {
            kind: 'paragraph' as const,
            text: escalationInWords(procedure.escalation, messagesIn('en', 'escalation'))
          }
        ]
      : []),
    ...(report.scope.rated.length === 0
      ? [
          {
            kind: 'paragraph' as const,
            text: `No annotator has labelled an item of ${header.study.metric} in this study.`
          }
        ]
      : [])
  ]
});

const decisions = ({ decisions: all }: DocumentSource): Section => ({
  id: 'decision',
  title: all.length === 1 ? 'Decision' : 'Decisions',
  blocks: all.map((decision, i) => ({
    kind: 'facts',
    facts: [
      {
        term: i === 0 ? 'In force' : 'Earlier',
        value: `${outcomeWords[decision.outcome].decided}${
          decision.ensemble
            ? `: ${ensembleByName(
                decision.ensemble.judges.map(({ spec }) => spec),
                decision.ensemble.rule
              )}`
            : ''
        }`
      },
      { term: 'Decided', value: `${moment(decision.decidedAt)} by ${decision.decidedByName}` },
      {
        term: 'Recommended',
        value: `${outcomeWords[decision.recommended.outcome].decided}${decision.recommended.against ? '; the decision differs' : ''}`
      },
      { term: 'Why', value: decision.reason },
      ...(decision.acknowledged === null
        ? []
        : [{ term: 'Known', value: `Adopted although rejected: ${decision.acknowledged}` }])
    ]
  }))
});

const warnings = ({ report, header }: DocumentSource): Section => ({
  id: 'warnings',
  title: 'Limitations of these figures',
  blocks: [
    {
      kind: 'list',
      items: [
        ...report.warnings.map(({ text, items }) =>
          items.length > 0 ? `${text} (${many(items.length, 'item')})` : text
        ),
        ...selfJudgingNotes(header.selfJudging)
      ]
    },
    ...(header.selfJudging.every(({ systems, unknown }) => systems.length + unknown.length === 0)
      ? []
      : [{ kind: 'table' as const, table: selfJudgingTable(header) }])
  ]
});

const selfJudgingTable = ({ selfJudging }: ReportHeader): DocumentTable => ({
  caption: 'Judges of the same maker or model as a system',
  columns: [
    { title: 'Judge', kind: 'name' },
    { title: 'Own systems', kind: 'count' },
    { title: 'Which', kind: 'text' },
    { title: 'Systems of unknown maker', kind: 'count' }
  ],
  rows: selfJudging
    .filter(({ systems, unknown }) => systems.length + unknown.length > 0)
    .map(({ judge, systems, unknown }) => ({
      name: judge,
      cells: [systems.length, systems.join(', ') || 'none', unknown.length]
    }))
});

function analysisPlan({ procedure, preregistrations, report, header }: DocumentSource): Section {
  const nameOf = (id: string): string =>
    report.judges.find((judge) => judge.id === id)?.name ??
    header.judges.find(({ judgeId }) => judgeId === id)?.spec ??
    id;
  const [holds] = preregistrations;
  return {
    id: 'preregistered',
    title: 'Preregistration',
    blocks: [
      {
        kind: 'paragraph',
        text: holds
          ? `Preregistered ${moment(holds.at)} by ${holds.by}, ${when(holds)}${holds.revision > 1 ? `; revision ${holds.revision}, reason: ${holds.reason}` : ''}.`
          : 'No analysis plan was preregistered; default values apply.'
      },
      {
        kind: 'facts',
        facts: analysisPlanInWords(procedure.analysisPlan, nameOf, planWordsIn('en')).map(({ term, value }) => ({
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
                .map(
                  (one) =>
                    `Revision ${one.revision}: ${moment(one.at)} by ${one.by}, ${when(one)}; target ${proportion(one.analysisPlan.target)}.`
                )
            }
          ]
        : [])
    ]
  };
}

const when = ({ opened, labels }: PreregisteredPlan): string =>
  opened
    ? 'after unblinding'
    : labels === 0
      ? 'before the first verdict'
      : `before unblinding, with ${many(labels, 'verdict')} committed`;

const method = ({ report, header, procedure }: DocumentSource): Section => ({
  id: 'method',
  title: 'Methods',
  blocks: [
    { kind: 'list', items: report.method.notes },
    {
      kind: 'facts',
      facts: [
        { term: 'Agreement', value: report.method.metric },
        { term: 'Confidence', value: percent(report.method.confidence) },
        ...Object.entries(report.method.intervals).map(([name, value]) => ({ term: `Interval ${name}`, value })),
        {
          term: 'Resampling',
          value: `${count(procedure.selection.resamples)} resamples of the selection; seed ${report.method.seed}`
        },
        ...(header.prompt
          ? [
              {
                term: 'Prompt',
                value: `${header.prompt.name}, version ${header.prompt.version}, hash ${header.prompt.hash}`
              }
            ]
          : []),
        ...header.judges.map(({ spec, fingerprint }) => ({
          term: `Judge ${spec}`,
          value: `fingerprint ${fingerprint}`
        }))
      ]
    }
  ]
});
