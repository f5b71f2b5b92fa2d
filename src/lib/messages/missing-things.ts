import type { Messages } from './catalogues/en/index.ts';
import { sayingsOf, type SayingValue } from './sayings.ts';

const say = sayingsOf('missingThings');

/** Things that refusals name as missing, by the word that code and logs have for them. */
const things: Readonly<Record<string, keyof Messages['missingThings']>> = {
  study: 'study',
  run: 'run',
  item: 'item',
  assignment: 'assignment',
  report: 'report',
  question: 'question',
  query: 'query',
  project: 'project',
  answer: 'answer',
  improvement: 'improvement',
  rubric: 'rubric',
  'spot check': 'spotCheck',
  version: 'version',
  guideline: 'guideline',
  round: 'round',
  review: 'review',
  file: 'file',
  adoption: 'adoption',
  card: 'card',
  metric: 'metric',
  ranking: 'ranking',
  person: 'person',
  'item to decide': 'itemToDecide',
  draft: 'draft',
  material: 'material',
  'material whose parts are weighed': 'weighedMaterial',
  decision: 'decision',
  'judge of the study’s run': 'judgeOfRun',
  webhook: 'webhook',
  delivery: 'delivery',
  'failed e-mail': 'mail',
  'anchor set': 'anchorSet',
  'making run': 'makingRun',
  'chain of evidence': 'evidence',
  verdict: 'verdict',
  'report among those of the run': 'reportOfRuns',
  'report among those chosen': 'reportChosen',
  'report of this run': 'reportOfRun',
  page: 'page',
  'open invitation': 'invitation',
  account: 'account',
  'role of this person': 'role',
  'verdict to check': 'verdictToCheck',
  'run with this metric': 'runOfMetric',
  system: 'system',
  batch: 'batch',
  inspection: 'inspection',
  piece: 'piece',
  'domain or category': 'code',
  talk: 'talk',
  pair: 'pair',
  'query in the round': 'queryInRound',
  topic: 'topic',
  'item to rate': 'itemToRate',
  'kind of thing': 'kind',
  'run to compare': 'runToCompare',
  template: 'template',
  judge: 'judge',
  'leakage test': 'leakageTest',
  'query in this version': 'queryInVersion'
};

/** The name of a thing for readers of any language; unchanged if it is named by more than its kind. */
export const missingThing = (noun: string): SayingValue => {
  const key = Object.hasOwn(things, noun) ? things[noun] : undefined;
  return key === undefined ? noun : say(key);
};
