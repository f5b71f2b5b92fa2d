import type { PageServerLoad } from './$types';
import { closedLabels } from '$lib/alignment/adoption/embargo.server.ts';
import { studyFiles, type StudyFileName } from '$lib/exchange/export/study/study-files.server.ts';
import { protocolDocument } from '$lib/exchange/export/study/study-protocol.ts';
import { studyProtocol } from '$lib/studies/export/protocol.server.ts';
import { answer } from '../../../../../answer.ts';
import { studyPageCrumbs } from '../../crumbs.ts';
import { askedStudy } from '../asked.ts';

/** Variants of the messages that name a file. */
const variants = {
  'raw-labels.csv': 'rawCsv',
  'raw-labels.jsonl': 'rawJsonl',
  'label-studio.json': 'labelStudio',
  'argilla.jsonl': 'argilla',
  'langfuse.jsonl': 'langfuse',
  'langsmith.jsonl': 'langsmith',
  'phoenix.json': 'phoenix',
  'inspect.jsonl': 'inspect',
  'protocol.md': 'md',
  'protocol.html': 'html',
  'protocol.tex': 'tex',
  'protocol.json': 'json',
  'judge-errors.csv': 'errors'
} as const satisfies Record<StudyFileName, string>;

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, reading, study } = askedStudy(event, 'read-results');
    const document = protocolDocument(studyProtocol(db, reading, study.id));
    return {
      crumbs: studyPageCrumbs(event.locals.language, project, study, 'protocol'),
      study: { number: study.number, name: study.name },
      /** Why files with labels cannot be had now. */
      kept: closedLabels(db, reading, study.id),
      files: Object.entries(studyFiles).map(([name, { guarded }]) => ({
        ...{ name, guarded, file: variants[name as StudyFileName] }
      })),
      document
    };
  });
