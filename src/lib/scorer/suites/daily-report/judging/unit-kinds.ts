import type { z } from 'zod';
import { sayingsOf } from '../../../../messages/sayings.ts';
import type { UnitDefinition, UnitFact, UnitLabel } from '../../../unit-definition.ts';
import {
  claimDetail,
  instructionDetail,
  paragraphDetail,
  paragraphErrors,
  preferenceLabels,
  subtaskDetail,
  instructionLabels
} from '../units.ts';
import { claimChain } from '../chain/claim-chain.ts';
import { claimSpotCheck, paragraphSpotCheck } from '../people/daily-spot-checks.ts';
import { dimensions, dimensionTitles, importanceText } from '../material.ts';

const label = (name: string, title: string, value: number | null, more: Partial<UnitLabel> = {}): UnitLabel => ({
  ...{ label: name, title, value },
  ...more
});

/** Facts with a value, in their order. */
const told = (...facts: [term: string, value: UnitFact['value'] | null | false][]): UnitFact[] =>
  facts.flatMap(([term, value]) =>
    value === null || value === false || value === '' || (Array.isArray(value) && value.length === 0)
      ? []
      : [{ term, value }]
  );

const say = sayingsOf('unitFacts');

const placeIn =
  (schema: z.ZodType<{ place: { block: number; start: number; end: number } | null }>) => (detail: unknown) =>
    schema.parse(detail).place;

const besidePlace = (detail: unknown) => {
  const { place } = detail as { place: { block: number } | null };
  return place === null ? {} : { block: place.block };
};

/** Reply of the judge made of code if a question takes reading for meaning. */
const beyondCode = (step: string) => () => ({ abstains: `${step} takes reading for meaning, which is beyond code.` });

const OWN_FINDINGS =
  'Each judge finds units of its own, so that people’s labels of some do not correct the share of others.';

const shareText = (value: number | null): string | null =>
  value === null ? null : String(Math.round(100 * value) / 100);

const instruction: UnitDefinition = {
  name: 'daily-instruction',
  one: 'requirement',
  many: 'requirements',
  about: 'Whether a report follows the instruction of one subtask: 0, ½ or 1.',
  scale: {
    level: 'ordinal',
    labels: [
      label('satisfied', 'satisfied', instructionLabels.satisfied, { hint: 'everything that it names, in the text' }),
      label('partly', 'partly satisfied', instructionLabels.partly, {
        hint: 'some of several subjects, or a minor point missing'
      }),
      label('not-satisfied', 'not satisfied', instructionLabels['not-satisfied'], {
        error: true,
        hint: 'nothing of it, or a heading alone'
      })
    ]
  },
  detail: instructionDetail,
  facts: (detail) => {
    const { importance, group, unobtainable } = instructionDetail.parse(detail);
    return told(
      ['Importance', { recognised: importanceText({ importance, group }) }],
      ['Said to be unobtainable', unobtainable && say(unobtainable === 'argued' ? 'argued' : 'notArgued')]
    );
  },
  asked: {
    title: 'Requirements',
    about: 'People say how well a report follows the instruction of each subtask: 0, ½ or 1.',
    question: 'How well does the report satisfy this requirement?',
    textTitle: 'Requirement'
  },
  uncorrected: 'Its labels are 0, ½ and 1; only yes/no labels can correct a score.',
  rules: { daily_requirements: beyondCode('Whether a report follows an instruction') }
};

const claim: UnitDefinition = {
  name: 'daily-claim',
  one: 'verified claim',
  many: 'verified claims',
  about: 'A factual claim of a report, verified on the web.',
  scale: {
    level: 'nominal',
    labels: [
      label('correct', 'correct', 1),
      label('incorrect', 'incorrect', 0, { error: true }),
      label('unknown', 'unknown', 0, { hint: 'the pages found do not decide it' }),
      label('not-verified', 'not verified', null, { hint: 'it belongs to no rubric' }),
      label('not-in-report', 'not in the report', null)
    ]
  },
  detail: claimDetail,
  facts: (detail) => {
    const { subtask, fact, from, references, queries } = claimDetail.parse(detail);
    const read = queries.flatMap(({ pages }) => pages).filter(({ verdict }) => verdict !== null);
    return told(
      ['Subtask', subtask ?? say('noSubtask')],
      ['Words of the report', fact],
      ['From', from === 'table' && say('fromTable')],
      ['Cited for it', references.map(({ url, check }) => say('citedPage', { url, check: check ?? 'none' }))],
      [
        'Queries',
        queries.map(({ query, verdict, because }) =>
          say('answered', { query, verdict: { recognised: verdict }, because: { recognised: because } })
        )
      ],
      ['Pages read', queries.length > 0 && String(new Set(read.map(({ url }) => url)).size)]
    );
  },
  place: placeIn(claimDetail),
  component: 'chain',
  chain: claimChain,
  spotCheck: claimSpotCheck,
  quotesPage: true,
  capped: true,
  asked: {
    title: 'Claims',
    about: 'People check claims of reports on the web.',
    question: 'Is the claim true?',
    textTitle: 'Claim',
    scale: {
      level: 'nominal',
      labels: [
        label('correct', 'It is', 1),
        label('incorrect', 'It is not', 0, { error: true }),
        label('unknown', 'Cannot be told', 0)
      ]
    },
    read: (said) => (['correct', 'incorrect', 'unknown'].includes(said) ? said : null),
    beside: besidePlace
  },
  uncorrected: OWN_FINDINGS,
  rules: {
    daily_claims: beyondCode('Which claims a report makes'),
    daily_duplicates: beyondCode('Which claims say the same'),
    daily_queries: beyondCode('How a claim is verified'),
    daily_citations: beyondCode('Which sources a claim cites'),
    daily_reference_check: beyondCode('Whether a page supports a claim'),
    daily_next_step: beyondCode('Whether evidence suffices'),
    daily_page: beyondCode('What a page says about a claim')
  }
};

const paragraph: UnitDefinition = {
  name: 'daily-paragraph',
  one: 'paragraph of reasoning',
  many: 'paragraphs of reasoning',
  about: 'A paragraph of a report that reasons, judged for four kinds of error.',
  scale: {
    level: 'binary',
    labels: [
      label('sound', 'sound', 1),
      label('flawed', 'flawed', 0, { error: true }),
      label('not-in-report', 'not in the report', null)
    ]
  },
  detail: paragraphDetail,
  facts: (detail) => {
    const { subtask, errors, claims } = paragraphDetail.parse(detail);
    return told(
      ['Subtask', subtask],
      ['Errors', errors.map((one) => ({ recognised: paragraphErrors[one] }))],
      ['Claims set aside', claims]
    );
  },
  place: placeIn(paragraphDetail),
  spotCheck: paragraphSpotCheck,
  asked: {
    title: 'Paragraphs of reasoning',
    about: 'People judge whether paragraphs of reports reason soundly.',
    question: 'Is the reasoning of this paragraph sound?',
    textTitle: 'Paragraph',
    scale: {
      level: 'binary',
      labels: [label('sound', 'It is', 1), label('flawed', 'It is not', 0, { error: true })]
    },
    read: (said) => (said === 'sound' || said === 'flawed' ? said : null),
    beside: besidePlace
  },
  uncorrected: OWN_FINDINGS,
  rules: {
    daily_paragraphs: beyondCode('Which paragraphs reason about a subtask'),
    daily_reasoning: beyondCode('Whether a paragraph reasons soundly')
  }
};

const STATES = {
  'no-rubric': say('noRubric'),
  skipped: say('skipped'),
  absent: say('nothingToJudge'),
  unscored: say('unscored'),
  'not-judged': say('notJudged')
};

const subtask: UnitDefinition = {
  name: 'daily-subtask',
  one: 'subtask',
  many: 'subtasks',
  about: 'What a subtask comes to over its rubrics. It passes if all of them are 1.',
  scale: {
    level: 'binary',
    labels: [label('pass', 'passes', 1), label('fail', 'fails', 0, { error: true }), label('open', 'open', null)]
  },
  detail: subtaskDetail,
  scoredByDetail: true,
  facts: (detail) => {
    const { importance, group, states, outcome, ...scores } = subtaskDetail.parse(detail);
    return told(
      ['Importance', { recognised: importanceText({ importance, group }) }],
      ...dimensions.map((one): [string, UnitFact['value'] | null] => {
        const state = states[one];
        return [dimensionTitles[one], state === 'scored' ? shareText(scores[one]) : STATES[state]];
      }),
      ['Outcome', shareText(outcome)]
    );
  },
  asked: null,
  uncorrected: 'It is computed from other units.'
};

const preference: UnitDefinition = {
  name: 'daily-preference',
  one: 'user preference',
  many: 'user preferences',
  about: 'How well a report serves its user, from 1 to 4, computed from its subtasks.',
  scale: {
    level: 'ordinal',
    labels: Object.entries(preferenceLabels).map(([name, title]) =>
      label(name, `${name} ${title}`, Number(name), { key: name })
    )
  },
  detail: null,
  capped: true,
  asked: {
    title: 'User preference',
    about: 'Users say how well a report serves them, from 1 to 4.',
    question: 'How well does this report serve you?',
    textTitle: null,
    results: 'daily-subtask',
    whole: true
  },
  uncorrected: 'Its labels are 1 to 4; only yes/no labels can correct a score.'
};

/** The kinds of units that DailyReport's metrics judge. */
export const dailyReportUnits: readonly UnitDefinition[] = [instruction, claim, paragraph, subtask, preference];
