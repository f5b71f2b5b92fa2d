import { item } from '../../scorer/units/kinds/item.ts';
import type { StudyKind } from './kind.ts';
import { studyOfUnit } from './unit-study.ts';

/** A yes/no question about one report: coverage and presentation (arXiv 2510.14240, appendix C). */
export const checklistItemKind: StudyKind = studyOfUnit(item, null, 'checklist-item');
