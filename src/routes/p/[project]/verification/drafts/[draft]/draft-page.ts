import { noteInWords } from '../../rating-work.ts';
import { shownQuestion } from '../../shown-question.ts';
import { knownModels } from '$lib/scorer/judges/models/model-table.ts';
import type { RunDriver } from '$lib/scorer/runs/driving/driver.server.ts';
import type { DraftAct, DraftView } from '$lib/verification/proposals/query-draft-view.server.ts';
import { nextStep } from '$lib/verification/proposals/query-drafts.ts';
import { wordDiff } from '$lib/verification/vocabulary/word-diff.ts';

/** A draft as its page shows it: differences word by word, acts in words. */
export function draftForPage({ draft, answer, items, clarifications, history }: DraftView) {
  const standing = items.filter(({ status }) => status !== 'dropped');
  const subjects = standing.map(({ id, text }) => ({ id, wording: text }));
  const openClarifications = clarifications.filter(({ status }) => status === 'open').length;
  const proposed = standing.filter(({ status }) => status === 'proposed').length;
  return {
    draft: {
      id: draft.id,
      qid: draft.qid,
      text: draft.text,
      revision: draft.revision,
      domain: draft.domain,
      category: draft.category,
      status: draft.status
    },
    answer,
    items: items.map(({ id, text, judge, model, status, adoptedKey, draftedText, suggestions }) => ({
      ...{ id, text, judge, model, status, adoptedKey },
      hints: suggestions.map((one) => noteInWords(one, { subjects })),
      reworded: draftedText === null ? null : wordDiff(draftedText, text)
    })),
    // What is open comes first; else the newest.
    clarifications: [...clarifications]
      .sort((a, b) => Number(b.status === 'open') - Number(a.status === 'open'))
      .map((one) => shownQuestion(one, draft.revision)),
    counts: { items: standing.length, proposed, openClarifications },
    next: nextStep({ status: draft.status, items: standing.length, proposed, openClarifications }),
    history: history.map(actInWords)
  };
}

const said = (value: unknown): string => (typeof value === 'string' ? value : '');

const doings: Readonly<Record<string, (detail: Record<string, unknown>) => string>> = {
  'query-draft.add': () => 'Drafted',
  'query-draft.edit': ({ revision }) => `Changed, wording ${revision}`,
  'query-draft.drop': () => 'Dropped',
  'query-draft.resume': () => 'Reopened',
  'query-draft.adopt': ({ items }) => `Adopted with ${items} ${items === 1 ? 'item' : 'items'}`,
  'making.accept': ({ maker, judge }) =>
    `Accepted ${maker === 'checklist' ? 'an item' : 'a question'} by ${said(judge)}`,
  'making.reject': ({ maker, judge }) =>
    `Rejected ${maker === 'checklist' ? 'an item' : 'a question'} by ${said(judge)}`,
  'clarification.ask': ({ judge, questions }) =>
    `${said(judge)} was asked: ${questions} new ${questions === 1 ? 'question' : 'questions'}`,
  'checklist.draft': ({ judge, items }) => `${said(judge)} drafted ${items} ${items === 1 ? 'item' : 'items'}`
};

function actInWords({ id, at, who, action, detail }: DraftAct) {
  const { from, to, reason } = detail;
  return {
    ...{ id, at, who },
    says: doings[action]?.(detail) ?? action,
    note: said(reason) || null,
    change: typeof from === 'string' && typeof to === 'string' && from !== to ? wordDiff(from, to) : null
  };
}

/**
 * Which judges the page proposes: one of each of two providers whose keys are set. The paper asks two of different
 * makers, since one alone overlooks what the other sees.
 */
export function judgesToAsk(driver: RunDriver) {
  const keys = driver.keys();
  const first = keys.flatMap((key) => {
    const model = knownModels.find((known) => known.provider === key.provider.toLowerCase());
    return model && key.set ? [`${model.provider}:${model.name}`] : [];
  });
  const both = [first[0] ?? '', first[1] ?? ''];
  return {
    keys,
    clarify: both,
    checklist: both.slice(0, 1),
    models: knownModels.map(({ provider, name }) => `${provider}:${name}`)
  };
}
