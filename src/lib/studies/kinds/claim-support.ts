import { claim } from '../../scorer/units/kinds/source.ts';
import type { StudyKind } from './kind.ts';
import { studyOfUnit } from './unit-study.ts';

/** Whether a cited page bears a claim out, in the very text that the judges read (arXiv 2510.14240, section 4.2). */
export const claimSupport: StudyKind = studyOfUnit(claim, null, 'claim-support');
