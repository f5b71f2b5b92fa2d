import type { PageServerLoad } from './$types';
import { closedLabels } from '$lib/alignment/adoption/embargo.server.ts';
import { fitsStudy, studyFiles, type StudyFileName } from '$lib/exchange/export/study/study-files.server.ts';
import { protocolDocument } from '$lib/exchange/export/study/study-protocol.ts';
import { studyProtocol } from '$lib/studies/export/protocol.server.ts';
import { answer } from '../../../../../answer.ts';
import { studyPageCrumbs } from '../../crumbs.ts';
import { askedStudy } from '../asked.ts';

/** Variants of the messages that name a file. */
const variants = {
  'raw-labels.csv': 'rawCsv',
  'raw-labels.jsonl': 'rawJsonl',
  'raw-labels.parquet': 'rawParquet',
  'label-studio.json': 'labelStudio',
  'argilla.jsonl': 'argilla',
  'langfuse.jsonl': 'langfuse',
  'langsmith.jsonl': 'langsmith',
  'phoenix.json': 'phoenix',
  'inspect.jsonl': 'inspect',
  'inspect-log.eval': 'inspectEval',
  'inspect-log.json': 'inspectLog',
  'potato.zip': 'potato',
  'promptfoo.jsonl': 'promptfoo',
  'braintrust.json': 'braintrust',
  'openai-evals.zip': 'openaiEvals',
  'arena.jsonl': 'arena',
  'summeval.jsonl': 'summeval',
  'every-eval-ever.jsonl': 'everyEvalEver',
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
    const protocol = fitsStudy(db, reading, study.id, 'protocol.json') ? studyProtocol(db, reading, study.id) : null;
    return {
      crumbs: studyPageCrumbs(event.locals.language, project, study, 'protocol'),
      study: { number: study.number, name: study.name },
      /** Why files with labels cannot be had now. */
      kept: closedLabels(db, reading, study.id),
      files: Object.entries(studyFiles).map(([name, { guarded }]) => ({
        ...{ name, guarded, file: variants[name as StudyFileName] },
        fits: fitsStudy(db, reading, study.id, name as StudyFileName)
      })),
      /** Null for imported labels: how they were given is unknown. */
      document: protocol && protocolDocument(protocol, event.locals.language)
    };
  });
