import { requireLiftedEmbargo } from '../../../alignment/adoption/embargo.server.ts';
import { judgeNames } from '../../../scorer/runs/runs.server.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import type { Db } from '../../../server/db/client.ts';
import { rawLabels } from '../../../studies/export/export-labels.server.ts';
import { studyOpinions } from '../../../studies/export/judge-errors.server.ts';
import { studyProtocol } from '../../../studies/export/protocol.server.ts';
import { requireUnblinded } from '../../../studies/labels/unblinding.server.ts';
import type { AlignmentDocument } from '../../../alignment/document/document.ts';
import { writeAlignmentHtml } from '../alignment/alignment-html.ts';
import { writeAlignmentLatex } from '../alignment/alignment-latex.ts';
import { writeAlignmentMarkdown } from '../alignment/alignment-markdown.ts';
import { writeJudgeErrorsCsv } from './study-judge-errors.ts';
import { writeLabelsCsv, writeLabelsJsonl } from './study-labels.ts';
import { toolLabels } from './tool-labels.server.ts';
import {
  writeArgillaRecords,
  writeInspectScores,
  writeLabelStudioTasks,
  writeLangfuseScores,
  writeLangsmithFeedback,
  writePhoenixAnnotations
} from '../../neighbours/writers/tool-files.ts';
import type { WrittenStudy } from '../../neighbours/writers/written-labels.ts';
import { protocolDocument, protocolJson } from './study-protocol.ts';

type Reading = ProjectGrant<'read-results'>;

interface StudyFile {
  /** In English, for refusals. */
  title: string;
  type: string;
  /** Whether it holds single labels: it is refused under embargo and before unblinding. */
  guarded: boolean;
  write: (db: Db, grant: Reading, studyId: string) => string;
}

const csv = 'text/csv; charset=utf-8';
const json = 'application/json; charset=utf-8';
const jsonl = 'application/jsonl; charset=utf-8';

/** Labels in the format of another tool. */
const labelsFor = (tool: string, type: string, write: (study: WrittenStudy) => string): StudyFile => ({
  ...{ title: `Labels for ${tool}`, type, guarded: true },
  write: (db, grant, studyId) => write(toolLabels(db, grant, studyId))
});
const protocolAs =
  (write: (document: AlignmentDocument) => string) =>
  (db: Db, grant: Reading, studyId: string): string =>
    write(protocolDocument(studyProtocol(db, grant, studyId)));

/** Files of a study besides its report, by the end of the address, in the order of display. */
export const studyFiles = {
  'raw-labels.csv': {
    title: 'Raw labels, CSV',
    type: csv,
    guarded: true,
    write: (db, grant, studyId) => writeLabelsCsv(rawLabels(db, grant, studyId))
  },
  'raw-labels.jsonl': {
    title: 'Raw labels, JSONL',
    type: jsonl,
    guarded: true,
    write: (db, grant, studyId) => writeLabelsJsonl(rawLabels(db, grant, studyId))
  },
  'label-studio.json': labelsFor('Label Studio', json, writeLabelStudioTasks),
  'argilla.jsonl': labelsFor('Argilla', jsonl, writeArgillaRecords),
  'langfuse.jsonl': labelsFor('Langfuse', jsonl, writeLangfuseScores),
  'langsmith.jsonl': labelsFor('LangSmith', jsonl, writeLangsmithFeedback),
  'phoenix.json': labelsFor('Phoenix', json, writePhoenixAnnotations),
  'inspect.jsonl': labelsFor('Inspect', jsonl, writeInspectScores),
  'protocol.md': {
    title: 'Protocol, Markdown',
    type: 'text/markdown; charset=utf-8',
    guarded: false,
    write: protocolAs(writeAlignmentMarkdown)
  },
  'protocol.html': {
    title: 'Protocol, HTML',
    type: 'text/html; charset=utf-8',
    guarded: false,
    write: protocolAs(writeAlignmentHtml)
  },
  'protocol.tex': {
    title: 'Protocol, LaTeX',
    type: 'application/x-tex; charset=utf-8',
    guarded: false,
    write: protocolAs(writeAlignmentLatex)
  },
  'protocol.json': {
    title: 'Protocol, JSON',
    type: json,
    guarded: false,
    write: (db, grant, studyId) => protocolJson(studyProtocol(db, grant, studyId))
  },
  'judge-errors.csv': {
    title: 'Errors of judges, CSV',
    type: csv,
    guarded: true,
    write: (db, grant, studyId) => {
      const found = studyOpinions(db, grant, studyId);
      const names = judgeNames(found.judges);
      const nameOf = (id: string): string => names[found.judges.findIndex(({ judgeId }) => judgeId === id)] ?? id;
      return writeJudgeErrorsCsv({ ...found, nameOf });
    }
  }
} as const satisfies Record<string, StudyFile>;

export type StudyFileName = keyof typeof studyFiles;

export const isStudyFile = (name: string): name is StudyFileName => Object.hasOwn(studyFiles, name);

/** How to lift the embargo and unblind, for the refusal; absent if a page says it. */
export interface HowToUnblind {
  embargoed: string;
  blinded: string;
}

/**
 * One file of a study. Files with labels are refused until labelling is complete or the embargo is lifted with a reason, and until
 * the figures are unblinded; the audit trail records both.
 *
 * @throws Refusal `closed` before that; `invalid-input` for labels that were given elsewhere
 */
export function studyFile(db: Db, grant: Reading, studyId: string, name: StudyFileName, how?: HowToUnblind): string {
  const { guarded, write } = studyFiles[name];
  if (guarded) {
    requireLiftedEmbargo(db, grant, studyId, how?.embargoed);
    requireUnblinded(db, grant, studyId, how?.blinded);
  }
  return write(db, grant, studyId);
}
