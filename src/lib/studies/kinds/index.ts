import { refuse } from '../../errors.ts';
import type { Protocol } from '../../scorer/pipeline.ts';
import { checklistItem } from './checklist-item.ts';
import { claimSupport } from './claim-support.ts';
import { issueSearch } from './issue-search.ts';
import { issueValidity } from './issue-validity.ts';
import type { StudyKind } from './kind.ts';
import { preference } from './preference.ts';
import { ranking } from './ranking.ts';
import { score } from './score.ts';
import { userPreference } from './user-preference.ts';

export { CANNOT_JUDGE, type Option, type StudyKind } from './kind.ts';

/** Every kind of study, in the order of display. To add one, write its file and name it here. */
export const studyKinds = {
  'checklist-item': checklistItem,
  preference,
  'issue-validity': issueValidity,
  'issue-search': issueSearch,
  'claim-support': claimSupport,
  'user-preference': userPreference,
  score,
  ranking
} as const satisfies Record<string, StudyKind>;

export type StudyKindName = keyof typeof studyKinds;

export const studyKindNames = Object.keys(studyKinds) as [StudyKindName, ...StudyKindName[]];

export const isStudyKind = (name: string): name is StudyKindName => Object.hasOwn(studyKinds, name);

/** The kind of that name, or a refusal that lists the names there are. */
export const kindByName = (name: string): StudyKind =>
  isStudyKind(name)
    ? studyKinds[name]
    : refuse.invalid(`There is no kind of study named ${JSON.stringify(name)}. Kinds: ${studyKindNames.join(', ')}.`);

/** Whether units of the protocol can be asked of people in this kind of study. */
export const samples = (kind: StudyKind, protocol: Pick<Protocol, 'unit'>): boolean =>
  kind.lists ? protocol.unit.kind === 'issue' : kind.units === 'report' || kind.units === protocol.unit.kind;

/** The kinds of study that a metric can be sampled for. */
export const kindsFor = (protocol: Pick<Protocol, 'unit'>): StudyKind[] =>
  Object.values(studyKinds).filter((kind) => samples(kind, protocol));
