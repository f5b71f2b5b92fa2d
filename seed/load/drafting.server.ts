import { parseSurveyCsv } from '../../src/lib/exchange/survey-csv.ts';
import type { ProjectGrant } from '../../src/lib/server/auth/authorize.ts';
import { write, type Db } from '../../src/lib/server/db/client.ts';
import { askClarifications, draftChecklist } from '../../src/lib/verification/clarifications.server.ts';
import { addUsualLabels, codingRows } from '../../src/lib/verification/coding.server.ts';
import { targetsFromAnswers } from '../../src/lib/verification/coding-targets.server.ts';
import type { Asker } from '../../src/lib/verification/model-drafts.ts';
import { addDraft, listDrafts } from '../../src/lib/verification/query-drafts.server.ts';
import { importAnswers, listAnswers } from '../../src/lib/verification/survey.server.ts';
import { codeAnswer } from '../../src/lib/verification/survey-coding.server.ts';
import { readSurvey, readVerification } from './content.ts';

/** A judge of the demo says what the seed has it say. */
const scripted = (judge: string, reply: object): Asker => ({
  judge,
  ask: () => Promise.resolve({ text: JSON.stringify(reply), ending: 'complete', model: judge })
});

/** The survey, coded for the most part, and two drafts, one with questions and a checklist by the scripted judges. */
export async function draftDemo(db: Db, lead: ProjectGrant<'manage'>): Promise<void> {
  const { coding, targets, drafts } = readVerification();
  const survey = await parseSurveyCsv(readSurvey());
  if (!survey.ok) throw new Error(`The survey of the demo can not be read: ${JSON.stringify(survey.problems)}`);
  write(db, (tx) => {
    importAnswers(tx, lead, survey.value);
    addUsualLabels(tx, lead);
    const domains = new Map(codingRows(tx, lead, 'domain').map(({ name, id }) => [name, id]));
    const categories = new Map(codingRows(tx, lead, 'category').map(({ name, id }) => [name, id]));
    for (const { id, respondent } of listAnswers(tx, lead, { limit: 1000 }).rows) {
      const [domain, category] = coding[respondent] ?? [];
      if (domain && category)
        codeAnswer(tx, lead, id, { domainId: domains.get(domain)!, categoryId: categories.get(category)! });
    }
    for (const kind of ['domain', 'category'] as const) targetsFromAnswers(tx, lead, kind, targets);
  });
  const known = new Set(listDrafts(db, lead).map(({ qid }) => qid));
  const answers = new Map(listAnswers(db, lead, { limit: 1000 }).rows.map(({ respondent, id }) => [respondent, id]));
  for (const { qid, answer, text, domain, category, clarifications, checklist } of drafts) {
    if (known.has(qid)) continue;
    const draft = addDraft(db, lead, { qid, text, domain, category, answerId: answers.get(answer) ?? null });
    if (clarifications.length > 0)
      await askClarifications(
        db,
        lead,
        draft.id,
        clarifications.map(({ judge, questions }) => scripted(judge, { questions }))
      );
    if (checklist) await draftChecklist(db, lead, draft.id, scripted(checklist.judge, { items: checklist.items }));
  }
}
