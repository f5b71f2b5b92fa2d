import { parseSurveyCsv } from '../../src/lib/exchange/import/survey-csv.ts';
import type { ProjectGrant } from '../../src/lib/server/auth/authorize.ts';
import { write, type Db } from '../../src/lib/server/db/client.ts';
import {
  askClarifications,
  draftChecklist,
  respondTo
} from '../../src/lib/verification/proposals/clarifications.server.ts';
import { addUsualLabels, codingRows } from '../../src/lib/verification/proposals/survey/coding.server.ts';
import { targetsFromAnswers } from '../../src/lib/verification/proposals/survey/coding-targets.server.ts';
import type { CodingKind } from '../../src/lib/verification/proposals/survey/coding.ts';
import type { Asker } from '../../src/lib/verification/proposals/model-drafts.ts';
import { addDraftItem, changeDraftItem } from '../../src/lib/verification/proposals/query-draft-items.server.ts';
import { getDraft } from '../../src/lib/verification/proposals/query-draft-view.server.ts';
import { addDraft, dropDraftQuery, listDrafts } from '../../src/lib/verification/proposals/query-drafts.server.ts';
import { importAnswers, listAnswers } from '../../src/lib/verification/proposals/survey/survey.server.ts';
import { codeAnswer } from '../../src/lib/verification/proposals/survey/survey-coding.server.ts';
import { readSurvey, readVerification, type DemoVerification } from './content.ts';

type DemoDraft = DemoVerification['drafts'][number];

/** A judge of the demo says what the seed has it say. */
const scripted = (judge: string, reply: object): Asker => ({
  judge,
  ask: () => Promise.resolve({ text: JSON.stringify(reply), ending: 'complete', model: judge })
});

/** The survey, coded for the most part, and drafts in every state, with what scripted judges asked and drafted. */
export async function draftDemo(db: Db, lead: ProjectGrant<'manage'>): Promise<void> {
  const { coding, targets, drafts } = readVerification();
  const survey = await parseSurveyCsv(readSurvey());
  if (!survey.ok) throw new Error(`The survey of the demo can not be read: ${JSON.stringify(survey.problems)}`);
  write(db, (tx) => {
    importAnswers(tx, lead, survey.value);
    addUsualLabels(tx, lead);
    const idsOf = (kind: CodingKind) => {
      const ids = new Map(codingRows(tx, lead, kind).map(({ name, id }) => [name, id]));
      return (names: string[]): string[] => names.map((name) => ids.get(name)!);
    };
    const [domainIds, categoryIds] = [idsOf('domain'), idsOf('category')];
    for (const { id, respondent } of listAnswers(tx, lead, { limit: 1000 }).rows) {
      const [domains, categories] = coding[respondent] ?? [];
      if (domains && categories)
        codeAnswer(tx, lead, id, { domain: domainIds(domains), category: categoryIds(categories) });
    }
    for (const kind of ['domain', 'category'] as const) targetsFromAnswers(tx, lead, kind, targets);
  });
  const known = new Set(listDrafts(db, lead).map(({ qid }) => qid));
  const answers = new Map(listAnswers(db, lead, { limit: 1000 }).rows.map(({ respondent, id }) => [respondent, id]));
  for (const one of drafts) if (!known.has(one.qid)) await draftOne(db, lead, one, answers.get(one.answer) ?? null);
}

async function draftOne(db: Db, lead: ProjectGrant<'manage'>, one: DemoDraft, answerId: string | null): Promise<void> {
  const { qid, text, domain, category, clarifications, checklist } = one;
  const draft = addDraft(db, lead, { qid, text, domain, category, answerId });
  for (const { judge, questions } of clarifications)
    await askClarifications(db, lead, draft.id, [scripted(judge, { questions })]);
  for (const response of one.responses ?? []) {
    const view = getDraft(db, lead, qid);
    const asked = view.clarifications.find(({ question }) => question === response.question)!;
    respondTo(
      db,
      lead,
      asked.id,
      response.kind === 'edited' ? { ...response, basedOn: view.draft.revision } : response
    );
  }
  if (checklist) await draftChecklist(db, lead, draft.id, scripted(checklist.judge, { items: checklist.items }));
  for (const item of one.items ?? []) addDraftItem(db, lead, draft.id, item);
  for (const [texts, status] of [
    [one.accepted, 'accepted'],
    [one.rejected, 'dropped']
  ] as const)
    for (const { id } of getDraft(db, lead, qid).items.filter((item) => texts?.includes(item.text)))
      changeDraftItem(db, lead, id, { status });
  if (one.dropped !== undefined) dropDraftQuery(db, lead, draft.id, one.dropped);
}
