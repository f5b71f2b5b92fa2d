import { claim } from '../../scorer/units/kinds/source.ts';
import { guidelinePage } from './guideline-page.ts';
import type { StudyKind } from './kind.ts';
import { studyOfUnit } from './unit-study.ts';

/** Whether a cited page bears a claim out, in the very text that the judges read (arXiv 2510.14240, section 4.2). */
export const claimSupport: StudyKind = {
  ...studyOfUnit(claim, null, 'claim-support'),
  guideline: guidelinePage(
    'A claim and its source: does the page bear it out',
    `You see a claim of a report and the text of the page that it cites, as it was when it was read.

| Key | Answer | When |
| --- | --- | --- |
| 1 | Supported | The page says it: same thing, same number, same strength. |
| 2 | Partly | The page says some of it, or says it less surely. |
| 3 | Not supported | The page says nothing of it, or the opposite. |
| 4 | Source unusable | A login, an error, an empty or cut text: nothing from which one could tell. |

Judge from this text alone, not from what you know or could look up.`,
    `Claim: *In 2024 the operator ran 91 % of its trips on time.*

- Page: “On-time trips rose to 91.2 % in 2024.” **Supported**: rounded.
- Page: “More than nine in ten trips were on time.” **Partly**: no year.
- Page: “The operator aims at 91 % by 2024.” **Not supported**: an aim is not a result.
- Page: “Accept cookies to continue.” **Source unusable**.`,
    `- The right subject is not support: look for the sentence.
- A number off by more than rounding is not supported.
- A page that itself quotes the claim from elsewhere supports it, where it adopts the claim.`
  )
};
