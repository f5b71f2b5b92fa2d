import { expect, it } from 'vitest';
import { activityOf } from './activity.ts';

const at = Date.UTC(2026, 10, 20, 9);
let id = 0;
const act = (actorName: string, action: string, detail: object = {}, ago = 0) => ({ id: ++id, at: at - ago, actorName, action, detail }); // prettier-ignore

it('the same act of a person on one day is one line with its number, whatever others did meanwhile', () => {
  const commits = [
    act('Mei', 'blind-verdict.commit'),
    act('Jo', 'blind-verdict.commit'),
    act('Mei', 'blind-verdict.commit')
  ];
  const yesterday = act('Mei', 'blind-verdict.commit', {}, 24 * 3600 * 1000);
  expect(activityOf([...commits, yesterday], 9, 'en').map(({ text }) => text)).toEqual([
    'Mei committed 2 blind labels',
    'Jo committed 1 blind label',
    'Mei committed 1 blind label'
  ]);
});

it('names runs, studies and judges by number and name, and leaves acts without words out', () => {
  const entries = [
    act('system', 'judge.served-another-version', { judge: 'openai:b', version: 'b-2' }),
    act('system', 'run.done', { number: 2 }),
    act('Mei', 'assignment.open'),
    act('Ines', 'study.create', { number: 1 }),
    act('Ines', 'gold.polish')
  ];
  expect(activityOf(entries, 9, 'en').map(({ text }) => text)).toEqual([
    'openai:b was served as b-2',
    'Run 2 is complete',
    'Ines opened study 1'
  ]);
  expect(activityOf(entries, 1, 'en')).toHaveLength(1);
});

it('has words for what happens in the first hours and during work', () => {
  const entries = [
    act('Tomas', 'study.adjudicate'),
    act('Tomas', 'study.adjudicate'),
    act('Ben', 'invitation.join', { role: 'lead' }),
    act('Ada', 'invitation.renew', { role: 'lead' }),
    act('Ada', 'invitation.create', { role: 'lead' }),
    act('Ada', 'round.pause', { number: 2 })
  ];
  expect(activityOf(entries, 9, 'en').map(({ text }) => text)).toEqual([
    'Tomas adjudicated 2 items',
    'Ben joined the project',
    'Ada created 1 invitation',
    'Ada paused verification round 2'
  ]);
});

it('does not say who asked the lead in a blind study, and counts what was answered', () => {
  const entries = [
    act('Ines', 'study-question.answer'),
    act('Mei', 'study-question.ask'),
    act('Mei', 'assignment.put-off'),
    act('Ines', 'study-question.answer'),
    act('Mei', 'flag.raise')
  ];
  expect(activityOf(entries, 9, 'en').map(({ text }) => text)).toEqual([
    'Ines answered 2 questions of annotators',
    'Mei asked 1 question'
  ]);
});

it('names the metric of a decision in words, in the language of the reader', () => {
  const entries = [
    act('Ines', 'ensemble.adopt', { metric: 'citation-accuracy' }),
    act('Ines', 'ensemble.decide', { metric: 'daily-factuality' })
  ];
  expect(activityOf(entries, 9, 'en').map(({ text }) => text)).toEqual([
    'Ines adopted judges for citation accuracy',
    'Ines decided not to adopt judges for daily factuality'
  ]);
  for (const { text } of activityOf(entries, 9, 'zh-Hans')) expect(text).not.toMatch(/citation|factuality/);
});
