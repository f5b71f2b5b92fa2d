import { listDecisions, type Decision } from '../../../alignment/adoption/decisions.server.ts';
import { chartNames, chartTitles, type ChartName } from '../../../alignment/charts/chart.ts';
import { chartOf, chartsOf } from '../../../alignment/charts/of-report.ts';
import { svgFile } from '../../../alignment/charts/svg.ts';
import { alignmentDocument } from '../../../alignment/document/build.ts';
import type { AlignmentDocument } from '../../../alignment/document/document.ts';
import { alignmentJson, candidatesCsv, consensusCsv, issuesCsv, pairsCsv } from '../../../alignment/report/exports.ts';
import type { AlignmentReport } from '../../../alignment/report/report.ts';
import type { StudyProcedure } from '../../../alignment/procedure/procedure.server.ts';
import type { RunAgreement } from '../../../alignment/agreement/judges/run-agreement.ts';
import { runAgreement } from '../../../alignment/agreement/judges/run-agreement.server.ts';
import { protocolsCompared, type StudyProtocols } from '../../../alignment/protocols/protocols-compared.server.ts';
import { sayIn } from '../../../messages/say-in.ts';
import type { Saying } from '../../../messages/sayings.ts';
import { refuse } from '../../../errors.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import type { Db } from '../../../server/db/client.ts';
import { writeAlignmentCsv } from './alignment-csv.ts';
import { writeAlignmentHtml } from './alignment-html.ts';
import { writeAlignmentLatex } from './alignment-latex.ts';
import { writeAlignmentMarkdown } from './alignment-markdown.ts';

/** The data from which the files of a study's report are written. */
interface ReportedStudy {
  study: StudyProcedure;
  /** Decisions on this study, newest first. */
  decisions: readonly Decision[];
  protocols: StudyProtocols;
  /** Pairwise agreement of judges over the whole run; null if they share no units. */
  overRun: RunAgreement | null;
  /** On a target other than that of the analysis plan; it changes no figure. */
  exploratory?: Saying;
}

/**
 * A computed study with what else the files tell of it.
 *
 * @param runId the run whose judges `study` was computed with, if it is not the study's own
 */
export const reportedStudy = (
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string,
  study: StudyProcedure,
  runId?: string
): ReportedStudy => ({
  study,
  decisions: listDecisions(db, grant, study.header.study.metric).filter((decision) => decision.studyId === studyId),
  protocols: protocolsCompared(db, grant, studyId),
  overRun: runAgreement(db, grant, studyId, runId)
});

interface AlignmentFile {
  /** As people choose it. */
  title: string;
  /** Its contents. */
  holds: string;
  type: string;
  /** Whether a report has anything to write; always, by default. */
  has?: (report: AlignmentReport) => boolean;
  /** @param language of its text (BCP 47); files of data ignore it */
  write: (of: ReportedStudy, language: string) => string;
}

const csv = 'text/csv; charset=utf-8';
const fromDocument =
  (write: (document: AlignmentDocument) => string) =>
  (of: ReportedStudy, language: string): string =>
    write(documentOf(of, language));

/** Every file of an alignment report, by the end of its name and of its address, in the order of display. */
export const alignmentFiles: Readonly<Record<string, AlignmentFile>> = {
  html: {
    title: 'HTML',
    holds: 'self-contained page for reading and printing',
    type: 'text/html; charset=utf-8',
    write: fromDocument(writeAlignmentHtml)
  },
  md: {
    title: 'Markdown',
    holds: 'all tables',
    type: 'text/markdown; charset=utf-8',
    write: fromDocument(writeAlignmentMarkdown)
  },
  tex: {
    title: 'LaTeX',
    holds: 'all tables, for papers',
    type: 'application/x-tex; charset=utf-8',
    write: fromDocument(writeAlignmentLatex)
  },
  csv: {
    title: 'CSV',
    holds: 'one row per figure',
    type: csv,
    write: (of) => writeAlignmentCsv(documentOf(of, 'en'))
  },
  'candidates.csv': {
    title: 'CSV, candidates',
    holds: 'one row per candidate',
    type: csv,
    write: ({ study }) => candidatesCsv(study.report, study.header.selfJudging)
  },
  'pairs.csv': {
    title: 'CSV, pairs',
    holds: 'one row per pair of raters',
    type: csv,
    write: ({ study }) => pairsCsv(study.report)
  },
  'consensus.csv': {
    title: 'CSV, consensus',
    holds: 'candidates by system and annotators (pseudonyms), compared with the majority and the Dawid–Skene consensus',
    type: csv,
    has: ({ consensus }) => consensus.reason === null,
    write: ({ study }) => consensusCsv(study.report)
  },
  'issues.csv': {
    title: 'CSV, reported issues',
    holds: 'precision, recall, F1 and score of each list of issues',
    type: csv,
    has: ({ issues }) => issues !== null,
    write: ({ study }) => issuesCsv(study.report)
  },
  json: {
    title: 'JSON',
    holds: 'complete report with the items behind each figure',
    type: 'application/json',
    write: ({ study: { header, report, procedure, state }, overRun, exploratory }) =>
      alignmentJson(
        header,
        report,
        {
          preregistrations: state.preregistrations,
          embargoLift: state.embargoLift,
          judgesOverRun: overRun,
          ...procedure
        },
        exploratory && sayIn('en', exploratory)
      )
  },
  ...Object.fromEntries(
    chartNames.map((name): [string, AlignmentFile] => [
      `${name}.svg`,
      {
        title: `SVG, ${chartTitles[name].toLowerCase()}`,
        holds: 'one chart',
        type: 'image/svg+xml',
        write: ({ study }, language) => chartFile(name, study, language)
      }
    ])
  )
};

/** The files that a report has, in the order of display: charts only of what it can show, issues and consensus only if it has any. */
export function filesOfReport({ report, procedure }: Pick<StudyProcedure, 'report' | 'procedure'>) {
  const charts = new Set(chartsOf(report, procedure).map(({ name }) => `${name}.svg`));
  return Object.entries(alignmentFiles)
    .filter(([end, { has }]) => has?.(report) ?? (!end.endsWith('.svg') || charts.has(end)))
    .map(([end, { title, holds }]) => ({ end, title, holds }));
}

/** A chart as a file; refused if the study has nothing that it could show. */
function chartFile(name: ChartName, { report, procedure }: StudyProcedure, language: string): string {
  const chart = chartOf(name, report, procedure, language);
  return chart
    ? svgFile(chart.picture)
    : refuse.absent(`chart “${chartTitles[name]}”`, 'the study has no data for it yet; see the warnings of the report');
}

const documentOf = (
  { study, decisions, protocols, overRun, exploratory }: ReportedStudy,
  language: string
): AlignmentDocument =>
  alignmentDocument(
    {
      ...(exploratory === undefined ? {} : { exploratory }),
      header: study.header,
      report: study.report,
      procedure: study.procedure,
      preregistrations: study.state.preregistrations,
      embargoLift: study.state.embargoLift,
      decisions,
      protocols,
      overRun,
      hash: study.procedureHash
    },
    language
  );
