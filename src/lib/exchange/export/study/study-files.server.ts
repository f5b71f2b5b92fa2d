import { requireLiftedEmbargo } from '../../../alignment/adoption/embargo.server.ts';
import { judgeNames } from '../../../scorer/runs/runs.server.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import type { Db } from '../../../server/db/client.ts';
import { rawLabels } from '../../../studies/export/export-labels.server.ts';
import { studyOpinions } from '../../../studies/export/judge-errors.server.ts';
import { studyProtocol } from '../../../studies/export/protocol.server.ts';
import { refuse, worded } from '../../../errors.ts';
import { sayingsOf, type Saying } from '../../../messages/sayings.ts';
import { studyOf } from '../../../studies/judging/leases/lease-rules.server.ts';
import { importedSource } from '../../../studies/labels/imported-studies.server.ts';
import type { LabelScale } from '../../../studies/labels/label-scale.ts';
import { studyScale } from '../../../studies/labels/labels.server.ts';
import { requireUnblinded } from '../../../studies/labels/unblinding.server.ts';
import type { AlignmentDocument } from '../../../alignment/document/document.ts';
import { parquetOfLines } from '../../format/parquet/parquet-table.ts';
import { writeAlignmentHtml } from '../alignment/alignment-html.ts';
import { writeAlignmentLatex } from '../alignment/alignment-latex.ts';
import { writeAlignmentMarkdown } from '../alignment/alignment-markdown.ts';
import { writeJudgeErrorsCsv } from './study-judge-errors.ts';
import { writeLabelsCsv, writeLabelsJsonl } from './study-labels.ts';
import { messagesIn } from '../../../messages/words.ts';
import { toolLabels } from './tool-labels.server.ts';
import {
  writeArgillaRecords,
  writeInspectScores,
  writeLabelStudioTasks,
  writeLangfuseScores,
  writeLangsmithFeedback,
  writePhoenixAnnotations
} from '../../neighbours/writers/tool-files.ts';
import {
  writeBraintrustEvents,
  writeOpenaiEvalsLogs,
  writePromptfooResults
} from '../../neighbours/writers/experiment-files.ts';
import { writeInspectEval, writeInspectLog } from '../../neighbours/writers/inspect-log.ts';
import { writePotatoFolders } from '../../neighbours/writers/potato-files.ts';
import {
  writeArenaVotes,
  writeEveryEvalEverSamples,
  writeSummevalTable
} from '../../neighbours/writers/public-tables.ts';
import type { WrittenStudy } from '../../neighbours/writers/written-labels.ts';
import { protocolDocument, protocolJson } from './study-protocol.ts';

const leadSays = sayingsOf('leadRefusals');

type Reading = ProjectGrant<'read-results'>;

interface StudyFile {
  /** In English, for refusals. */
  title: string;
  type: string;
  /** Whether it holds single labels: it is refused under embargo and before unblinding. */
  guarded: boolean;
  /** @param language of its text (BCP 47); files of data ignore it */
  write: (db: Db, grant: Reading, studyId: string, language: string) => string | Uint8Array | Promise<Uint8Array>;
  /** The only level of scale that the format has; absent if it holds labels on every scale. */
  only?: LabelScale['level'];
  /** Whether the format is that of another tool, which has no place for the sampling. */
  ofTool?: true;
  /** Parts of a label that the format has no place for, in English; absent if it holds all. */
  without?: string;
  /** Why there is no such file of imported labels; absent if there is one. @param number of the study */
  notOfImport?: (number: string) => Saying;
}

const rawOfImport = (number: string): Saying => leadSays('elsewhereRaw', { number });
const protocolOfImport = (): Saying => leadSays('elsewhereProtocol');

const csv = 'text/csv; charset=utf-8';
const json = 'application/json; charset=utf-8';
const jsonl = 'application/jsonl; charset=utf-8';
const zip = 'application/zip';

/** Labels in the format of another tool. */
const labelsFor = (
  tool: string,
  type: string,
  write: (study: WrittenStudy) => string | Uint8Array,
  limits: Pick<StudyFile, 'only' | 'without'> = {}
): StudyFile => ({
  ...{ title: `Labels for ${tool}`, type, guarded: true, ofTool: true, ...limits },
  write: (db, grant, studyId) => write(toolLabels(db, grant, studyId))
});
const protocolAs =
  (write: (document: AlignmentDocument) => string) =>
  (db: Db, grant: Reading, studyId: string, language: string): string =>
    write(protocolDocument(studyProtocol(db, grant, studyId), language));

/** Files of a study besides its report, by the end of the address, in the order of display. */
export const studyFiles = {
  'raw-labels.csv': {
    title: 'Raw labels, CSV',
    type: csv,
    guarded: true,
    notOfImport: rawOfImport,
    write: (db, grant, studyId) => writeLabelsCsv(rawLabels(db, grant, studyId))
  },
  'raw-labels.jsonl': {
    title: 'Raw labels, JSONL',
    type: jsonl,
    guarded: true,
    notOfImport: rawOfImport,
    write: (db, grant, studyId) => writeLabelsJsonl(rawLabels(db, grant, studyId))
  },
  'raw-labels.parquet': {
    title: 'Raw labels, Parquet',
    type: 'application/vnd.apache.parquet',
    guarded: true,
    notOfImport: rawOfImport,
    write: (db, grant, studyId) => parquetOfLines(writeLabelsJsonl(rawLabels(db, grant, studyId)))
  },
  'label-studio.json': labelsFor('Label Studio', json, writeLabelStudioTasks),
  'argilla.jsonl': labelsFor('Argilla', jsonl, writeArgillaRecords, {
    without: 'verdicts of further judges, notes, times'
  }),
  'potato.zip': labelsFor('Potato', zip, writePotatoFolders, { without: 'queries, systems, notes' }),
  'langfuse.jsonl': labelsFor('Langfuse', jsonl, writeLangfuseScores, { without: 'times' }),
  'langsmith.jsonl': labelsFor('LangSmith', jsonl, writeLangsmithFeedback, { without: 'queries, systems, times' }),
  'phoenix.json': labelsFor('Phoenix', json, writePhoenixAnnotations, { without: 'times' }),
  'inspect.jsonl': labelsFor('Inspect', jsonl, writeInspectScores, { without: 'single labels, verdicts of judges' }),
  'inspect-log.eval': labelsFor('Inspect', zip, writeInspectEval),
  'inspect-log.json': labelsFor('Inspect', json, writeInspectLog),
  'promptfoo.jsonl': labelsFor('promptfoo', jsonl, writePromptfooResults, {
    ...{ only: 'binary', without: 'labels of single annotators, times' }
  }),
  'braintrust.json': labelsFor('Braintrust', json, writeBraintrustEvents),
  'openai-evals.zip': labelsFor('OpenAI evals', zip, writeOpenaiEvalsLogs, { without: 'queries, notes, times' }),
  'arena.jsonl': labelsFor('MT-Bench', jsonl, writeArenaVotes, {
    ...{ only: 'preference', without: 'labels without a value on the scale, notes, times' }
  }),
  'summeval.jsonl': labelsFor('SummEval', jsonl, writeSummevalTable, { without: 'notes, times' }),
  'every-eval-ever.jsonl': labelsFor('Every Eval Ever', jsonl, writeEveryEvalEverSamples, { without: 'times' }),
  'protocol.md': {
    title: 'Protocol, Markdown',
    type: 'text/markdown; charset=utf-8',
    guarded: false,
    notOfImport: protocolOfImport,
    write: protocolAs(writeAlignmentMarkdown)
  },
  'protocol.html': {
    title: 'Protocol, HTML',
    type: 'text/html; charset=utf-8',
    guarded: false,
    notOfImport: protocolOfImport,
    write: protocolAs(writeAlignmentHtml)
  },
  'protocol.tex': {
    title: 'Protocol, LaTeX',
    type: 'application/x-tex; charset=utf-8',
    guarded: false,
    notOfImport: protocolOfImport,
    write: protocolAs(writeAlignmentLatex)
  },
  'protocol.json': {
    title: 'Protocol, JSON',
    type: json,
    guarded: false,
    notOfImport: protocolOfImport,
    write: (db, grant, studyId) => protocolJson(studyProtocol(db, grant, studyId))
  },
  'judge-errors.csv': {
    title: 'Errors of judges, CSV',
    type: csv,
    guarded: true,
    notOfImport: () => leadSays('elsewhereNoJudge'),
    write: (db, grant, studyId) => {
      const found = studyOpinions(db, grant, studyId);
      const names = judgeNames(found.judges);
      const nameOf = (id: string): string => names[found.judges.findIndex(({ judgeId }) => judgeId === id)] ?? id;
      return writeJudgeErrorsCsv({ ...found, nameOf });
    }
  }
} as const satisfies Record<string, StudyFile>;

export type StudyFileName = keyof typeof studyFiles;

/** Why a study has no such file: some formats have one level of scale, and nothing is known of how imported labels were given. */
function misfit(db: Db, grant: Reading, studyId: string, name: StudyFileName): Saying | null {
  const { only, notOfImport }: StudyFile = studyFiles[name];
  if (notOfImport && importedSource(db, studyId) !== null)
    return notOfImport(String(studyOf(db, grant, studyId).number));
  return only === undefined || studyScale(db, grant, studyId).level === only
    ? null
    : worded('otherScale', { level: only });
}

export const fitsStudy = (db: Db, grant: Reading, studyId: string, name: StudyFileName): boolean =>
  misfit(db, grant, studyId, name) === null;

/** Refuses a file that the study has not, before labels are unblinded for it. @throws Refusal `invalid-input` */
export function requireFitting(db: Db, grant: Reading, studyId: string, name: StudyFileName): void {
  const reason = misfit(db, grant, studyId, name);
  if (reason !== null) refuse.invalid(reason);
}

export const isStudyFile = (name: string): name is StudyFileName => Object.hasOwn(studyFiles, name);

/** Sentences about content of the study that a file lacks, in English. */
export function missingFrom(name: StudyFileName): string[] {
  const { ofTool, without }: StudyFile = studyFiles[name];
  return [
    ...(without === undefined ? [] : [`The format has no place for: ${without}.`]),
    ...(ofTool ? [messagesIn('en', 'studyFiles').notForTools] : [])
  ];
}

/** How to lift the embargo and unblind, for the refusal; absent if a page says it. */
interface HowToUnblind {
  embargoed: string;
  blinded: string;
}

/**
 * One file of a study. Files with labels are refused until labelling is complete or the embargo is lifted with a reason, and until
 * the figures are unblinded; the audit trail records both.
 *
 * @param language of a file of text (BCP 47)
 * @throws Refusal `closed` before that; `invalid-input` for labels that were given elsewhere, or on a scale that the format does not have
 */
export function studyFile<Name extends StudyFileName>(
  db: Db,
  grant: Reading,
  studyId: string,
  name: Name,
  { language = 'en', how }: { language?: string; how?: HowToUnblind } = {}
): ReturnType<(typeof studyFiles)[Name]['write']> {
  const { guarded, write }: StudyFile = studyFiles[name];
  requireFitting(db, grant, studyId, name);
  if (guarded) {
    requireLiftedEmbargo(db, grant, studyId, how?.embargoed);
    requireUnblinded(db, grant, studyId, how?.blinded);
  }
  return write(db, grant, studyId, language) as ReturnType<(typeof studyFiles)[Name]['write']>;
}
