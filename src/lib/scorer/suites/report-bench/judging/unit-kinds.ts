import type { z } from 'zod';
import { qualityDimensions } from '../prompts/quality-1.ts';
import type { AskedBeside, UnitDefinition, UnitFact, UnitLabel } from '../../../unit-definition.ts';
import { type Saying, sayingsOf } from '../../../../messages/sayings.ts';
import type { PageOutcome } from '../../../page.ts';
import { errorCodes, NO_ERROR } from '../people/validation.ts';
import { citedDetail, goldDetail, referenceDetail, uncitedDetail } from './units.ts';

const label = (name: string, title: string, value: number | null, more: Partial<UnitLabel> = {}): UnitLabel => ({
  ...{ label: name, title, value },
  ...more
});

/** The block of the report in which a statement stands. */
const besideOf = (place: { block: number } | null): AskedBeside => (place === null ? {} : { block: place.block });

const say = sayingsOf('unitFacts');

/** Facts with a value, in their order. */
const told = (...facts: [term: string, value: UnitFact['value'] | null | undefined | false][]): UnitFact[] =>
  facts.flatMap(([term, value]) => (value && (!Array.isArray(value) || value.length > 0) ? [{ term, value }] : []));

const pageOf = (outcome: PageOutcome | null) => outcome && sayingsOf('pageOutcome')('outcome', { outcome });

const TIMING: Partial<Record<string, Saying>> = {
  later: say('afterCutOff'),
  'same-month': say('monthOfCutOff'),
  undecidable: say('yearOfCutOff')
};

const factsOfReference = (detail: unknown): UnitFact[] => {
  const { outcome, title, arxiv, doi, published, match, near, repeats, timing, isSourceSurvey } =
    referenceDetail.parse(detail);
  return told(
    ['Page', pageOf(outcome)],
    ['Work', title],
    ['arXiv', arxiv],
    ['DOI', doi],
    ['Published', published],
    ['In the gold list', match && say('inGoldList', { title: match.title, key: match.key, by: match.by })],
    ['Quarter by citations', match && match.quarter],
    ['Near miss', near.map((one) => `${one.title} (${one.key})`)],
    ['Repeats', repeats],
    ['Date', timing && TIMING[timing]],
    ['Source', isSourceSurvey && say('sourceSurvey')]
  );
};

const WHY = {
  dead: say('deadPage'),
  'no-passage': say('noPassage'),
  compared: say('comparedWithQuotes')
};

const factsOfCited = (detail: unknown): UnitFact[] => {
  const { outcome, why } = citedDetail.parse(detail);
  return told(['Page', pageOf(outcome)], ['Compared', why && WHY[why]]);
};

const factsOfUncited = (detail: unknown): UnitFact[] => {
  const { search, results, valid, share, votes } = uncitedDetail.parse(detail);
  const voters = [...Map.groupBy(votes, ({ judge }) => judge)].map(([judge, own]) => {
    const equal = Map.groupBy(own, ({ label: vote, problem }) => vote ?? problem ?? 'it cannot tell');
    const counts = [...equal].map(([vote, { length: n, 0: first }]) =>
      say(first!.label === null ? 'noVotes' : 'equalVotes', { n, vote: { recognised: vote } })
    );
    return say('votesOf', { judge, votes: counts });
  });
  return told(
    ['Search', search],
    ['Found', results.map(({ url, read }) => (read ? url : say('snippetOnly', { url })))],
    ['Votes', voters],
    ['Confidence', share !== null && say('shareOfVotes', { share: Math.round(100 * share), valid })]
  );
};

const placeIn =
  (schema: z.ZodType<{ place: { block: number; start: number; end: number } | null }>) => (detail: unknown) =>
    schema.parse(detail).place;

/** Reply of code if a question takes reading for meaning. */
const beyondCode = (what: string) => () => ({ abstains: `${what} takes reading for meaning, which is beyond code.` });

/** A reference of a report, compared with the gold list. */
const reference: UnitDefinition = {
  name: 'reference',
  one: 'reference',
  many: 'references',
  about: 'A work that the report refers to, compared with the gold list of its query.',
  scale: {
    level: 'nominal',
    labels: [
      label('matched', 'in the gold list', 1),
      label('unmatched', 'not in the gold list', 0, { error: true }),
      label('unresolvable', 'cannot be found out', 0, { error: true, hint: 'its page is gone, or names no work' }),
      label('not-scholarly', 'no scholarly work', null),
      label('repeated', 'repeats another reference', null),
      label('not-in-report', 'not in the report', null)
    ]
  },
  detail: referenceDetail,
  facts: factsOfReference,
  address: (detail) => (detail as { url?: string | null } | null)?.url ?? null,
  asked: {
    title: 'References',
    about: 'People resolve the addresses of references to works and look them up in the gold list.',
    question: 'Which work is this, and is it in the gold list?',
    textTitle: 'Reference',
    withMaterial: true,
    beside: (detail) => {
      const { url } = detail as { url?: string | null };
      return url ? { url } : {};
    }
  },
  furtherQuestions: [
    {
      name: 'errors',
      title: 'Errors of references',
      about:
        'People say which kind of error a reference is: later than the cut-off, unverifiable, beside the topic, or another.',
      question: 'Which kind of error is this reference, if it is one?',
      textTitle: 'Reference',
      scale: {
        level: 'nominal',
        labels: [
          ...Object.entries(errorCodes).map(([code, { title, hint }]) => label(code, title, 0, { hint, error: true })),
          label(NO_ERROR, 'No error', null)
        ]
      },
      // A judge's label of a reference is no kind of error, except for a reference that leads nowhere.
      read: (said) => (said === 'unresolvable' ? 'unverifiable' : null),
      beside: (detail) => {
        const { url } = detail as { url?: string | null };
        return url ? { url } : {};
      }
    }
  ],
  uncorrected: 'Its precision leaves out references that repeat others, so that it is no mean over what people label.',
  // The protocol itself reads an identifier in an address, under every judge.
  rules: {
    reference_page: beyondCode('Which work a page is about'),
    reference_works: beyondCode('Which works a report names')
  }
};

const goldList: UnitDefinition = {
  name: 'gold-list',
  one: 'gold list',
  many: 'gold lists',
  about: 'The works that recall divides by.',
  scale: null,
  detail: goldDetail,
  asked: null,
  uncorrected: 'It is a count of the material.'
};

const citedStatement: UnitDefinition = {
  name: 'cited-statement',
  one: 'cited statement',
  many: 'cited statements',
  about: 'A statement of the report and one page that it cites.',
  scale: {
    level: 'nominal',
    labels: [
      label('match', 'supported by the page', 1),
      label('mismatch', 'not supported', 0, { error: true }),
      label('blocked', 'page could not be read', null),
      label('not-in-report', 'not in the report', null)
    ]
  },
  detail: citedDetail,
  facts: factsOfCited,
  place: placeIn(citedDetail),
  quotesPage: true,
  capped: true,
  address: (detail) => (detail as { url?: string } | null)?.url ?? null,
  asked: {
    title: 'Cited statements',
    about: 'People compare statements with the pages that they cite.',
    question: 'Does the page support the statement?',
    textTitle: 'Statement',
    scale: {
      level: 'binary',
      labels: [label('match', 'It does', 1), label('mismatch', 'It does not', 0, { error: true })]
    },
    read: (said) => (said === 'match' || said === 'mismatch' ? said : null),
    beside: (detail) => {
      const { url, place } = detail as { url: string; place: { block: number } | null };
      return { url, ...besideOf(place) };
    },
    needsPage: true
  },
  uncorrected:
    'Each judge finds statements of its own, so that people’s labels of some do not correct the share of others.',
  rules: {
    cited_statements: beyondCode('Which statements cite a page'),
    statement_passages: beyondCode('What a page says about a statement'),
    statement_matches: beyondCode('Whether passages support a statement')
  }
};

const uncitedStatement: UnitDefinition = {
  name: 'uncited-statement',
  one: 'statement without citation',
  many: 'statements without citation',
  about: 'A factual statement of the report that has no citation.',
  scale: {
    level: 'nominal',
    labels: [
      label('correct', 'correct', 1),
      label('incorrect', 'incorrect', 0, { error: true }),
      label('undecided', 'undecided', null),
      label('cited', 'has a citation', null),
      label('not-in-report', 'not in the report', null)
    ]
  },
  detail: uncitedDetail,
  facts: factsOfUncited,
  place: placeIn(uncitedDetail),
  capped: true,
  asked: {
    title: 'Statements without citation',
    about: 'People check statements of reports that cite nothing, on the web and in the literature.',
    question: 'Is the statement true?',
    textTitle: 'Statement',
    scale: {
      level: 'binary',
      labels: [label('correct', 'It is', 1), label('incorrect', 'It is not', 0, { error: true })]
    },
    read: (said) => (said === 'correct' || said === 'incorrect' ? said : null),
    beside: (detail) => besideOf((detail as { place: { block: number } | null }).place)
  },
  uncorrected:
    'Each judge finds statements of its own, so that people’s labels of some do not correct the share of others.',
  rules: {
    uncited_statements: beyondCode('Which statements assert facts without a citation'),
    statement_vote: beyondCode('Whether a statement is true')
  }
};

/** How many statements of a sort a report has, beside those that were judged. */
const statementCount: UnitDefinition = {
  name: 'statement-count',
  one: 'count of statements',
  many: 'counts of statements',
  about: 'How many statements a report has, whether or not all of them are judged.',
  scale: null,
  ownOfJudge: true,
  detail: null,
  asked: null,
  uncorrected: 'It is a count.'
};

const qualityHints: Readonly<Record<string, Partial<UnitLabel>>> = {
  1: { hint: 'absent or worthless' },
  3: { hint: 'fair, with clear gaps' },
  5: { hint: 'leaves an expert little to wish for' }
};

const quality: UnitDefinition = {
  name: 'quality',
  one: 'rating of quality',
  many: 'ratings of quality',
  about: 'One of five ratings of a report as a survey, from 1 to 5.',
  scale: {
    level: 'ordinal',
    labels: ['1', '2', '3', '4', '5'].map((name) => label(name, name, Number(name), qualityHints[name]))
  },
  detail: null,
  asked: {
    title: 'Content quality',
    about: 'People rate reports as surveys of the literature, from 1 to 5.',
    question: null,
    textTitle: null,
    guideline: `Rate each on its own. Neither the length of the report nor the number of its citations counts by itself.

${Object.values(qualityDimensions)
  .map(({ title, asks }) => `- **${title}**: ${asks}`)
  .join('\n')}`
  },
  uncorrected: 'The score is one of five ratings, not their mean.',
  rules: { survey_quality: beyondCode('How good a survey is') }
};

const gaming: UnitDefinition = {
  name: 'gaming',
  one: 'flag of gaming',
  many: 'flags of gaming',
  about: 'Whether the report only puts sentences about single works one after another.',
  scale: { level: 'binary', labels: [label('yes', 'yes', 0, { error: true }), label('no', 'no', 1)] },
  detail: null,
  asked: null,
  uncorrected: 'It is no part of the score.'
};

/** The kinds of units that ReportBench's metrics judge. */
export const reportBenchUnits: readonly UnitDefinition[] = [
  ...[reference, goldList, citedStatement, uncitedStatement, statementCount, quality, gaming]
];
