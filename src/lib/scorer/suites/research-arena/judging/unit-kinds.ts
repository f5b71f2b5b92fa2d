import { sayingsOf } from '../../../../messages/sayings.ts';
import type { UnitDefinition, UnitLabel } from '../../../unit-definition.ts';
import { criterionDetail, keyPointDetail, criterionRatings, setDetail } from './units.ts';

const say = sayingsOf('unitFacts');

const beyondCode = (what: string) => () => ({ abstains: `${what} takes reading for meaning, which is beyond code.` });

const statuses: UnitLabel[] = [
  { label: 'supported', title: 'supported', value: 1, hint: 'the report states, explains or confirms it' },
  { label: 'omitted', title: 'omitted', value: 0, hint: 'the report does not address it' },
  {
    ...{ label: 'contradicted', title: 'contradicted', value: 0, error: true },
    hint: 'the report says something that cannot hold together with it'
  }
];

const percent = (share: number): string => `${Math.round(100 * share)}%`;

const keyPoint: UnitDefinition = {
  name: 'key-point',
  one: 'key point',
  many: 'key points',
  about: 'A point that sources of the reports on a query make, and how a report treats it.',
  scale: { level: 'nominal', labels: statuses },
  detail: keyPointDetail,
  facts: (detail) => {
    const { sources, own, confidence } = keyPointDetail.parse(detail);
    return [
      {
        term: 'Sources',
        value: sources.map(({ url, spans }) => `${url}: ${spans.map((one) => `“${one}”`).join(' ')}`)
      },
      ...(own === null ? [] : [{ term: 'Cited by the report', value: say(own ? 'ownSource' : 'sourceOfOthers') }]),
      ...(confidence === null ? [] : [{ term: 'Confidence', value: percent(confidence) }])
    ];
  },
  address: (detail) => keyPointDetail.parse(detail).sources[0]?.url ?? null,
  asked: {
    title: 'Key points',
    about: 'People say of each key point of a query whether the report supports, omits or contradicts it.',
    question: 'How does the report treat this point?',
    textTitle: 'Key point',
    beside: (detail) => {
      const { spans = [] } = keyPointDetail.parse(detail).sources[0] ?? {};
      return { quotes: spans };
    },
    guideline: `Read the whole report before you answer. **Supported**: the report states the point, explains it, or confirms it, in any words. **Contradicted**: it says something that cannot be true together with the point. **Omitted**: neither, also if the report only touches the topic.

A report that supports a point in one place and contradicts it in another contradicts it.`
  },
  uncorrected: 'Its labels are supported, omitted and contradicted; only yes/no labels can correct a score.',
  rules: { key_points: beyondCode('How a report treats a point') }
};

/** How many key points a query has: what the shares divide by. */
const keyPointSet: UnitDefinition = {
  name: 'key-point-set',
  one: 'set of key points',
  many: 'sets of key points',
  about: 'How many key points the query has, and how many of them come from sources of the report.',
  scale: null,
  detail: setDetail,
  asked: null,
  uncorrected: 'It is a count of the material.'
};

const taskCriterion: UnitDefinition = {
  name: 'task-criterion',
  one: 'criterion of a task',
  many: 'criteria of tasks',
  about: 'A criterion that was made for one task, rated from 0 to 10.',
  scale: {
    level: 'ordinal',
    labels: criterionRatings.map((label, value) => ({ label, title: label, value }))
  },
  detail: criterionDetail,
  facts: (detail) => {
    const { share, title } = criterionDetail.parse(detail);
    return [
      { term: 'Criterion', value: title },
      { term: 'Weight', value: percent(share) }
    ];
  },
  asked: {
    title: 'Criteria of tasks',
    about: 'People rate a report from 0 to 10 by each criterion of its task.',
    question: 'How well does the report meet this criterion?',
    textTitle: 'Criterion',
    guideline: `Rate by this criterion alone. **8–10**: an expert in the field would find little to add. **5–7**: the basics are there, with clear gaps. **1–4**: serious faults. **0**: the report does not engage with the criterion.`
  },
  uncorrected: 'Criteria have weights of their own in each task.',
  rules: { criterion_rating: beyondCode('How well a report meets a criterion') }
};

export const researchArenaUnits: readonly UnitDefinition[] = [keyPoint, keyPointSet, taskCriterion];
