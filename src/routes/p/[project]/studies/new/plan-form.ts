import { revealPolicies, type RevealPolicy, type StudyInput } from '$lib/studies/planning.ts';

/** The form as it was typed, so that a refusal gives it back unchanged. */
export interface Typed {
  name: string;
  /** Number of the run. */
  run: string;
  metric: string;
  sampling: 'one' | 'strata';
  items: string;
  allAgree: string;
  someDiffer: string;
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
    sampling: text('sampling') === 'strata' ? 'strata' : 'one',
    items: text('items'),
    allAgree: text('allAgree'),
    someDiffer: text('someDiffer'),
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
  sample:
    typed.sampling === 'one'
      ? { items: wholeNumber(typed.items) }
      : { allAgree: sizeOf(typed.allAgree), someDiffer: sizeOf(typed.someDiffer) },
  people: typed.people,
  overlap: wholeNumber(typed.overlap),
  seed: wholeNumber(typed.seed),
  reveal: typed.reveal,
  guideline: typed.guideline
});
