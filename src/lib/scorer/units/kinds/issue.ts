import { z } from 'zod';
import type { UnitDefinition } from '../../unit-definition.ts';

const UNCORRECTED =
  'Its score comes from the number of issues a judge finds; people say whether an issue is one, not how many a report has.';

/** How many issues a judge reports in a report: the number in digits. Exactly one per report (pointwise protocol). */
export const issueCount: UnitDefinition = {
  name: 'count',
  one: 'number of issues',
  many: 'numbers of issues',
  about: 'How many issues a judge reports in a report.',
  scale: null,
  detail: null,
  view: 'issues',
  asked: null,
  uncorrected: UNCORRECTED
};

/** One issue that a judge reports. People are asked about issues of all judges, merged: see the study of their validity. */
export const issue: UnitDefinition = {
  name: 'issue',
  one: 'reported issue',
  many: 'reported issues',
  about: 'A fault that a judge reports in a report, with its quotes.',
  scale: { level: 'nominal', labels: [{ label: 'issue', title: 'Reported', value: null, error: true }] },
  detail: z.object({ grounded: z.boolean() }),
  ownOfJudge: true,
  view: 'issues',
  asked: null,
  uncorrected: UNCORRECTED
};
