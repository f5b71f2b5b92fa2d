import { z } from 'zod';
import { pageOutcomes } from '../../page.ts';
import type { Place } from '../../verdict.ts';
import type { UnitDefinition } from '../../unit-definition.ts';

const UNCORRECTED = 'Its score counts links that do not resolve as well, of which people judge nothing.';
const place = z.object({ block: z.int(), start: z.int(), end: z.int() });

/** A cited address; if it could not be read, its label is the outcome that kept it from being read. */
export const source: UnitDefinition = {
  name: 'source',
  one: 'cited source',
  many: 'cited sources',
  about: 'A cited address and whether its page is about the subject of the claims that cite it.',
  scale: {
    level: 'nominal',
    labels: [
      { label: 'relevant', title: 'Relevant', value: 1 },
      { label: 'irrelevant', title: 'Irrelevant', value: 0, error: true },
      { label: 'unreachable', title: 'Unreachable', value: 0, error: true }
    ]
  },
  detail: z.object({ url: z.string(), outcome: z.enum(pageOutcomes), content: z.string().nullable() }),
  pages: true,
  view: 'sources',
  address: (detail) => (detail as { url: string }).url,
  asked: null,
  uncorrected: UNCORRECTED
};

/** People tell apart what judges put into “unsupported”; the judges' label for the rest is the same. */
const answers = new Map([
  ['supported', 'supported'],
  ['unsupported', 'not'],
  ['no-claim', 'no-claim'],
  ['source-unusable', 'source-unusable']
]);

/** A claim and one source that it cites (arXiv 2510.14240, section 4.2). */
export const claim: UnitDefinition = {
  name: 'claim',
  one: 'claim',
  many: 'claims',
  about: 'A claim of a report and one source that it cites.',
  scale: {
    level: 'nominal',
    labels: [
      { label: 'supported', title: 'Supported', value: 1 },
      { label: 'unsupported', title: 'Not supported', value: 0, error: true },
      { label: 'no-claim', title: 'No claim', value: null },
      { label: 'source-unusable', title: 'Source unusable', value: null }
    ]
  },
  detail: z.object({ url: z.string(), source: z.string(), place: place.nullable() }),
  pages: true,
  capped: true,
  view: 'sources',
  address: (detail) => (detail as { url: string }).url,
  asked: {
    title: 'Claims and their sources',
    about: 'People compare a claim with the text of the page that it cites, as the judges read it.',
    question: 'Does the cited page support the claim?',
    textTitle: 'Claim',
    scale: {
      level: 'ordinal',
      labels: [
        { label: 'supported', title: 'Supported', hint: 'the page says it', value: 1 },
        { label: 'partly', title: 'Partly', hint: 'the page says some of it, or less surely', value: 0.5 },
        { label: 'not', title: 'Not supported', hint: 'the page does not say it, or says the opposite', value: 0 },
        { label: 'source-unusable', title: 'Source unusable', hint: 'no text to judge from', value: null }
      ]
    },
    read: (label) => answers.get(label) ?? null,
    beside: (detail) => {
      const { url, place: at } = detail as { url: string; place: Place | null };
      return { url, ...(at && { block: at.block }) };
    },
    needsPage: true,
    multiSelect: true
  },
  uncorrected: UNCORRECTED
};
