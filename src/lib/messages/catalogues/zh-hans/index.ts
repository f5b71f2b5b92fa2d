/** Simplified Chinese, in the terms of glossary.md. */
import type { Catalogue } from '../en/index.ts';
import account from './account.ts';
import adjudication from './adjudication.ts';
import adoption from './adoption.ts';
import agreement from './agreement.ts';
import alignment from './alignment.ts';
import benchmark from './benchmark.ts';
import collecting from './collecting.ts';
import documents from './documents/index.ts';
import drafting from './drafting.ts';
import expertWork from './expert-work.ts';
import frame from './frame.ts';
import judges from './judges.ts';
import judging from './judging.ts';
import library from './library/index.ts';
import planner from './planner.ts';
import planning from './planning.ts';
import projects from './projects/index.ts';
import prompts from './prompts.ts';
import queue from './queue.ts';
import refusals from './refusals.ts';
import reveal from './reveal.ts';
import rounds from './rounds.ts';
import runs from './runs.ts';
import scores from './scores.ts';
import studies from './studies.ts';
import survey from './survey.ts';

const messages = {
  ...account,
  ...adjudication,
  ...adoption,
  ...agreement,
  ...alignment,
  ...benchmark,
  ...collecting,
  ...documents,
  ...drafting,
  ...expertWork,
  ...frame,
  ...judges,
  ...judging,
  ...library,
  ...planner,
  ...planning,
  ...projects,
  ...prompts,
  ...queue,
  ...refusals,
  ...reveal,
  ...rounds,
  ...runs,
  ...scores,
  ...studies,
  ...survey
};

export const zhHans: Catalogue = { tag: 'zh-Hans', name: '简体中文', direction: 'ltr', dates: 'zh-CN', messages };
