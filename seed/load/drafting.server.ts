import { parseSurveyCsv } from '../../src/lib/exchange/import/survey-csv.ts';
import { parseJudgeSpec } from '../../src/lib/scorer/judges/index.ts';
import { createMaking, makingRuns } from '../../src/lib/scorer/making/making-runs.server.ts';
import { RunDriver } from '../../src/lib/scorer/runs/driving/driver.server.ts';
import { textHash } from '../../src/lib/scorer/runs/fingerprint.ts';
import type { ProjectGrant } from '../../src/lib/server/auth/authorize.ts';
import { write, type Db } from '../../src/lib/server/db/client.ts';
import { addUsualLabels, codingRows } from '../../src/lib/verification/proposals/survey/coding.server.ts';
import { targetsFromAnswers } from '../../src/lib/verification/proposals/survey/coding-targets.server.ts';
import type { CodingKind } from '../../src/lib/verification/proposals/survey/coding.ts';
import { decideDraftItem, respondToQuestion } from '../../src/lib/verification/proposals/made-decisions.server.ts';
import { unitsToMake } from '../../src/lib/verification/proposals/made-sources.server.ts';
import { addDraftItem } from '../../src/lib/verification/proposals/query-draft-items.server.ts';
import { getDraft } from '../../src/lib/verification/proposals/query-draft-view.server.ts';
import { addDraft, dropDraftQuery, listDrafts } from '../../src/lib/verification/proposals/query-drafts.server.ts';
import { importAnswers, listAnswers } from '../../src/lib/verification/proposals/survey/survey.server.ts';
import { codeAnswer } from '../../src/lib/verification/proposals/survey/survey-coding.server.ts';
import { readSurvey, readVerification, type DemoVerification } from './content.ts';

type Lead = ProjectGrant<'manage'>;
type DemoDraft = DemoVerification['drafts'][number];

/** Scripted replies of a demo judge about drafts: its reply by the draft's qid. */
type Replies = ReadonlyMap<string, object>;

/** The survey, coded for the most part, and drafts in every state, with what scripted judges asked and drafted in making runs. */
export async function draftDemo(db: Db, lead: Lead): Promise<void> {
  const { coding, targets, drafts } = readVerification();
  const survey = await parseSurveyCsv(readSurvey());
  if (!survey.ok) throw new Error(`The survey of the demo cannot be read: ${JSON.stringify(survey.problems)}`);
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
  for (const { qid, text, domain, category, answer } of drafts)
    if (!known.has(qid)) addDraft(db, lead, { qid, text, domain, category, answerId: answers.get(answer) ?? null });
  for (const [judge, replies] of repliesOf(drafts, ({ clarifications }) =>
    clarifications.map(({ judge, questions }) => ({ judge, reply: { questions } }))
  ))
    await make(db, lead, 'clarifications', judge, replies);
  for (const one of drafts) respond(db, lead, one);
  for (const [judge, replies] of repliesOf(drafts, ({ checklist }) =>
    checklist ? [{ judge: checklist.judge, reply: { items: checklist.items } }] : []
  ))
    await make(db, lead, 'checklist', judge, replies);
  for (const one of drafts) write(db, (tx) => decide(tx, lead, one));
}

/** By judge, what it says of which draft. */
function repliesOf(
  drafts: readonly DemoDraft[],
  said: (draft: DemoDraft) => { judge: string; reply: object }[]
): Map<string, Replies> {
  const all = drafts.flatMap((draft) => said(draft).map((one) => ({ ...one, qid: draft.qid })));
  return new Map(
    [...Map.groupBy(all, ({ judge }) => judge)].map(([judge, own]) => [
      judge,
      new Map(own.map(({ qid, reply }) => [qid, reply]))
    ])
  );
}

/** A making run in which a judge says what the seed has it say; one that was interrupted continues, one that is done stays. */
async function make(
  db: Db,
  lead: Lead,
  maker: 'clarifications' | 'checklist',
  spec: string,
  replies: Replies
): Promise<void> {
  const name = `${maker === 'checklist' ? 'Checklist items' : 'Clarifying questions'} by ${spec}`;
  const known = makingRuns(db, lead).find((run) => run.name === name);
  if (known?.status === 'done') return;
  const texts = new Map(listDrafts(db, lead).map(({ qid, text }) => [qid, text]));
  const script = {
    ...{ name: spec.replace('scripted:', ''), answers: [] },
    replies: [...replies].map(([qid, reply]) => ({
      // A call of a making run is about no report.
      ...{ report: textHash(''), metric: maker, form: maker, holds: JSON.stringify(texts.get(qid)) },
      reply: { ...reply }
    }))
  };
  const driver = new RunDriver(db, {}, { script: () => script });
  const run =
    known ??
    createMaking(db, lead, {
      ...{ name, maker, judges: [driver.name(parseJudgeSpec(spec))] },
      units: unitsToMake(db, lead, { source: 'draft', qids: [...replies.keys()] })
    });
  driver.start(lead, run.id);
  await driver.ended(run.id);
  const { state, problem } = driver.progress(run.id);
  if (state !== 'done') throw new Error(`The making run ${name} of the demo did not end well: ${problem ?? state}`);
}

/** Records people's responses to the judges' questions. */
function respond(db: Db, lead: Lead, { qid, responses = [] }: DemoDraft): void {
  for (const response of responses) {
    const { clarifications, draft } = getDraft(db, lead, qid);
    const asked = clarifications.find(({ question }) => question === response.question)!;
    if (asked.status !== 'open') continue;
    respondToQuestion(
      ...([db, lead, asked.id] as const),
      response.kind === 'edited' ? { ...response, basedOn: draft.revision } : response
    );
  }
}

/** Items in a person's words, what became of the drafted ones, and of the draft. */
function decide(db: Db, lead: Lead, { qid, items = [], accepted, rejected, dropped }: DemoDraft): void {
  const { draft, items: there } = getDraft(db, lead, qid);
  if (draft.status !== 'draft') return;
  for (const item of items) if (!there.some(({ text }) => text === item)) addDraftItem(db, lead, draft.id, item);
  for (const { id, text, status } of there) {
    if (status !== 'proposed') continue;
    if (accepted?.includes(text)) decideDraftItem(db, lead, id, { status: 'accepted' });
    if (rejected?.includes(text)) decideDraftItem(db, lead, id, { status: 'dropped' });
  }
  if (dropped !== undefined) dropDraftQuery(db, lead, draft.id, dropped);
}
