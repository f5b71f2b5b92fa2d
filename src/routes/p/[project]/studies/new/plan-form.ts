import { isStudyKind, kindByName, type StudyKindName } from '$lib/studies/kinds/index.ts';
import { revealPolicies, type RevealPolicy, type StudyInput } from '$lib/studies/planning.ts';
import { groupings, type Grouping } from '$lib/studies/sampling.ts';
import { settingsOf } from '$lib/studies/study-settings.ts';

/** The form as it was typed, so that a refusal gives it back unchanged. */
export interface Typed {
  name: string;
  /** Number of the run. */
  run: string;
  metric: string;
  kind: StudyKindName;
  dimensions: boolean;
  multiSelect: boolean;
  maskNames: boolean;
  sampling: 'one' | 'strata' | 'groups';
  items: string;
  allAgree: string;
  someDiffer: string;
  /** Equally many of each of these. */
  by: Grouping;
  each: string;
  people: string[];
  overlap: string;
  seed: string;
  reveal: RevealPolicy;
  guideline: string;
}

export function typedIn(form: FormData): Typed {
  const text = (name: string): string => String(form.get(name) ?? '');
  return {
    name: text('name'),
    run: text('run'),
    metric: text('metric'),
    kind: isStudyKind(text('kind')) ? (text('kind') as StudyKindName) : 'checklist-item',
    dimensions: form.has('dimensions'),
    multiSelect: form.has('multiSelect'),
    maskNames: form.has('maskNames'),
    sampling: text('sampling') === 'strata' ? 'strata' : text('sampling') === 'groups' ? 'groups' : 'one',
    items: text('items'),
    allAgree: text('allAgree'),
    someDiffer: text('someDiffer'),
    by: groupings.find((by) => by === text('by')) ?? 'category',
    each: text('each'),
    people: form.getAll('people').map(String),
    overlap: text('overlap'),
    seed: text('seed'),
    reveal: revealPolicies.find((policy) => policy === text('reveal')) ?? 'after-report',
    guideline: text('guideline')
  };
}

/** Not a number where the text is not a whole one: the domain says so beside the field. */
const wholeNumber = (text: string): number => (/^-?\d+$/.test(text.trim()) ? Number(text) : NaN);

/** A stratum left empty gives no items. */
const sizeOf = (text: string): number => (text.trim() === '' ? 0 : wholeNumber(text));

export const inputOf = (typed: Typed, runId: string): StudyInput => ({
  runId,
  name: typed.name,
  metric: typed.metric,
  kind: typed.kind,
  // What a kind has no use for stays in the form and out of the study.
  settings: settingsOf({
    dimensions: typed.dimensions && kindByName(typed.kind).dimensions,
    multiSelect: typed.multiSelect && kindByName(typed.kind).multiSelect,
    maskNames: typed.maskNames
  }),
  sample:
    typed.sampling === 'one'
      ? { items: wholeNumber(typed.items) }
      : typed.sampling === 'groups'
        ? { by: typed.by, each: wholeNumber(typed.each) }
        : { allAgree: sizeOf(typed.allAgree), someDiffer: sizeOf(typed.someDiffer) },
  people: typed.people,
  overlap: wholeNumber(typed.overlap),
  seed: wholeNumber(typed.seed),
  reveal: kindByName(typed.kind).judges.from === 'nothing' ? 'never' : typed.reveal,
  guideline: typed.guideline
});
