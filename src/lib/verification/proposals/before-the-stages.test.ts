import { describe, expect, it } from 'vitest';
import { nextBefore } from './before-the-stages.ts';
import { beforeTheStages } from './before-the-stages.server.ts';
import { addUsualLabels, codingRows } from './survey/coding.server.ts';
import { targetsFromAnswers } from './survey/coding-targets.server.ts';
import { scene } from '../rounds/project.fixture.server.ts';
import { importTopics } from '../topics/topics.server.ts';
import { adoptDraft } from './query-draft-adoption.server.ts';
import { addDraftItem } from './query-draft-items.server.ts';
import { addDraft } from './query-drafts.server.ts';
import { importAnswers, listAnswers } from './survey/survey.server.ts';
import { codeAnswer } from './survey/survey-coding.server.ts';
import { tenAnswers } from './survey/survey.fixture.ts';
import { importTalk } from './talks/talks.server.ts';

describe('a project before the stages', () => {
  it('is told what to do next, from the first answer to the last adoption', () => {
    const { db, lead } = scene();
    const next = () => nextBefore(beforeTheStages(db, lead));
    expect(next()).toBe('import');
    importAnswers(db, lead, tenAnswers.slice(0, 1));
    expect(next()).toBe('lists');
    addUsualLabels(db, lead);
    expect(next()).toBe('code');
    const [domain, category] = [codingRows(db, lead, 'domain')[0]!, codingRows(db, lead, 'category')[0]!];
    const [answer] = listAnswers(db, lead).rows;
    codeAnswer(db, lead, answer!.id, { domain: [domain.id], category: [category.id] });
    expect(next()).toBe('draft');
    targetsFromAnswers(db, lead, 'domain', 1);
    expect(beforeTheStages(db, lead).targets).toEqual({ wanted: 1, there: 0 });
    const draft = addDraft(db, lead, { text: 'x', domain: domain.name, category: null, answerId: answer!.id });
    expect(beforeTheStages(db, lead)).toMatchObject({
      targets: { wanted: 1, there: 1 },
      drafts: { draft: 1 },
      ready: 0
    });
    addDraftItem(db, lead, draft.id, 'Does it?');
    expect(next()).toBe('adopt');
    adoptDraft(db, lead, draft.id);
    expect(beforeTheStages(db, lead).drafts).toEqual({ draft: 0, adopted: 1, dropped: 0 });
    expect(next()).toBeNull();
  });

  it('is not asked for a survey if it has talks or topics', () => {
    const [ofTalks, ofTopics] = [scene(), scene()];
    const passages = [{ speaker: null, start: null, end: null, text: 'Kites fly.' }];
    importTalk(
      ofTalks.db,
      ofTalks.lead,
      { title: 'Kites', discipline: 'design', language: 'en' },
      { format: 'text', lines: 1, words: 2, passages },
      { disciplines: ['design'], languages: ['en'] }
    );
    const topic = {
      platform: 'Forum',
      url: null,
      date: null,
      language: 'en',
      text: 'Heat',
      comments: [],
      reason: null
    };
    importTopics(ofTopics.db, ofTopics.lead, [{ key: 't1', ...topic, state: 'waiting', note: '' }]);
    const states = [ofTalks, ofTopics].map(({ db, lead }) => beforeTheStages(db, lead));
    expect(states.map(({ talks, topics }) => [talks, topics])).toEqual([[1, 0], [0, 1]]); // prettier-ignore
    expect(states.map(nextBefore)).toEqual([null, null]);
  });
});
