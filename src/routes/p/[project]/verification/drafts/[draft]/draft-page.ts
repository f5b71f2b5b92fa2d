import { messagesIn } from '$lib/messages/words.ts';
import { noteInWords } from '../../rating-work.ts';
import { shownQuestion } from '../../shown-question.ts';
import { knownModels } from '$lib/scorer/judges/models/model-table.ts';
import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import type { Words } from '$lib/messages/message.ts';
import type { RunDriver } from '$lib/scorer/runs/driving/driver.server.ts';
import type { DraftAct, DraftView } from '$lib/verification/proposals/query-draft-view.server.ts';
import { nextStep } from '$lib/verification/proposals/query-drafts.ts';
import { wordDiff } from '$lib/verification/vocabulary/word-diff.ts';

/** A draft as its page shows it: differences word by word, acts in words. */
export function draftForPage(
  { draft, state, answer, items, clarifications, history }: DraftView,
  say: HistoryWords,
  language: string
) {
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
      state,
      domain: draft.domain,
      category: draft.category,
      status: draft.status
    },
    answer,
    items: items.map(({ id, text, judge, model, status, adoptedKey, draftedText, suggestions }) => ({
      ...{ id, text, judge, model, status, adoptedKey },
      hints: suggestions.map((one) =>
        noteInWords(
          one,
          { subjects },
          messagesIn(language, 'automaticHints'),
          messagesIn(language, 'verificationTerms')
        )
      ),
      reworded: draftedText === null ? null : wordDiff(draftedText, text)
    })),
    // Open questions come first; else the newest.
    clarifications: [...clarifications]
      .sort((a, b) => Number(b.status === 'open') - Number(a.status === 'open'))
      .map((one) => shownQuestion(one, draft.revision)),
    counts: { items: standing.length, proposed, openClarifications },
    next: nextStep({ status: draft.status, items: standing.length, proposed, openClarifications }),
    history: history.map((act) => actInWords(act, say))
  };
}

type HistoryWords = Words<Messages['draftHistory']>;

const said = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);

const doings: Readonly<Record<string, (detail: Record<string, unknown>, say: HistoryWords) => string>> = {
  'query-draft.add': (_, say) => say.drafted,
  'query-draft.edit': ({ revision, qid, formerQid }, say) =>
    formerQid === undefined
      ? say.changed({ number: numberIn(revision) })
      : say.changedId({ number: numberIn(revision), from: said(formerQid), to: said(qid) }),
  'query-draft.drop': ({ deleted }, say) => (deleted === undefined ? say.dropped : say.queryDeleted),
  'query-draft.resume': (_, say) => say.reopened,
  'query-draft.adopt': ({ items }, say) => say.adopted({ n: numberIn(items) }),
  'making.accept': ({ maker, judge }, say) => say.accepted({ maker: said(maker), judge: said(judge) }),
  'making.reject': ({ maker, judge }, say) => say.rejected({ maker: said(maker), judge: said(judge) }),
  'clarification.ask': ({ judge, questions }, say) => say.asked({ judge: said(judge), n: numberIn(questions) }),
  'checklist.draft': ({ judge, items }, say) => say.draftedItems({ judge: said(judge), n: numberIn(items) })
};

function actInWords({ id, at, who, action, detail }: DraftAct, say: HistoryWords) {
  const { from, to, reason } = detail;
  return {
    ...{ id, at, who },
    says: doings[action]?.(detail, say) ?? action,
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
