import { describe, expect, it } from 'vitest';
import type { Question, Reply } from '../../call.ts';
import { capabilities } from '../../protocols/capabilities.fixture.ts';
import { makerByName } from '../makers.ts';
import { surveyPrompts } from './survey-prompts.ts';

const survey = {
  ...{
    arxiv: '2301.00001',
    title: 'Kites: A Survey',
    authors: null,
    abstract: 'We survey kites.',
    level: 'paragraph' as const
  },
  ...{
    versions: ['2023-01-01', '2023-03-04'],
    text: 'Kites fly.',
    references: [
      { ...{ key: 'a', title: 'A', authors: null, year: null }, ...{ arxiv: null, doi: null, citations: null } }
    ]
  }
};
const replies = (said: Record<string, unknown[]>) => {
  const asked: Question[] = [];
  const can = capabilities({
    ask: (question) => {
      asked.push(question);
      const text = JSON.stringify(said[question.schema.name]?.shift() ?? null);
      return Promise.resolve({ text, ending: 'complete', usage: null, model: null } satisfies Reply);
    }
  });
  return { asked, make: () => surveyPrompts.make(survey, surveyPrompts.prompt, can) };
};
const yes = { reason: 'It collects work.', isLiteratureSurvey: true };
const domain = { reason: 'Kites move.', domain: 'F' };
const request = { prompt: 'Please survey what is known of kites and their strings.' };

describe('a prompt made of a survey', () => {
  it('is the request with its cut-off and ban, and knows domain and level', async () => {
    const { asked, make } = replies({ survey_check: [yes], survey_domain: [domain], survey_prompt: [request] });
    expect(await make()).toEqual({
      ok: true,
      prose: false,
      pieces: [
        {
          text: `${request.prompt}\n\nCite only works that were published before March 2023.\nDo not use or cite the survey "Kites: A Survey" itself.\nWrite the answer in English as a survey, with citations.`,
          why: 'Kites move.',
          data: {
            ...{ qid: '2301.00001', level: 'paragraph', domain: 'Transportation and Smart Mobility', domainKey: 'F' },
            material: {
              'report-bench': {
                survey: { arxiv: '2301.00001', title: 'Kites: A Survey', authors: null, versions: survey.versions },
                ...{ cutOff: '2023-03', level: 'paragraph', references: survey.references }
              }
            }
          }
        }
      ]
    });
    expect(asked.map(({ schema }) => schema.name)).toEqual(['survey_check', 'survey_domain', 'survey_prompt']);
    expect(asked[2]!.system).toContain('short paragraph');
    expect(asked.some(({ user }) => user.includes('"a"'))).toBe(false);
  });

  it('is not made of a paper that is no survey of literature', async () => {
    const { asked, make } = replies({ survey_check: [{ ...yes, isLiteratureSurvey: false }] });
    expect([await make(), asked.length]).toEqual([{ ok: true, pieces: [], prose: false }, 1]);
  });

  it('is asked for again if it gives the survey away, and unmade if it does so twice', async () => {
    const bad = { prompt: 'Write the survey Kites: a survey for me, please.' };
    const once = replies({ survey_check: [yes], survey_domain: [domain], survey_prompt: [bad, request] });
    expect(await once.make()).toMatchObject({ ok: true });
    expect(once.asked.at(-1)!.user).toContain('the prompt gives the survey away: it holds the title of the survey');
    const twice = replies({
      survey_check: [yes],
      survey_domain: [domain],
      survey_prompt: [bad, { prompt: 'Survey kites as of 2023, please.' }]
    });
    expect(await twice.make()).toMatchObject({
      ok: false,
      reason: expect.stringContaining('it names a year') as string
    });
  });

  it('is unmade with the reason if a reply does not fit, and its input is checked', async () => {
    const { make } = replies({ survey_check: [yes], survey_domain: [{ reason: 'x', domain: 'Z' }, {}] });
    expect(await make()).toMatchObject({ ok: false });
    expect(makerByName('survey-prompts').input.safeParse({ ...survey, references: [] }).success).toBe(false);
  });
});
