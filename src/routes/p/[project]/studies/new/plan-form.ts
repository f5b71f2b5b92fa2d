import type { KnownRow } from '$lib/components/studies/planning/PlanChecks.svelte';
import type { Metric } from '$lib/scorer/metric.ts';
import { findMetric } from '$lib/scorer/suites/index.ts';
import { isStudyKind, kindByName, type StudyKindName, usualKind } from '$lib/studies/kinds/index.ts';
import type { CopiedPlan } from '$lib/studies/planning/copied-plan.server.ts';
import { firstKindFor } from '$lib/studies/planning/plan-choices.ts';
import { revealPolicies, type RevealPolicy, type StudyInput } from '$lib/studies/planning/study-input.ts';
import { isGoldPurpose, type GoldItem } from '$lib/studies/planning/purposes/purposes.ts';
import {
  groupings,
  type Grouping,
  type SampleInput,
  type SampleSizes
} from '$lib/studies/planning/drawing/sampling.ts';
import { studySettings } from '$lib/studies/planning/study-settings.ts';

/** How a sample is drawn, by the value of its radio button. */
const samplings = ['one', 'strata', 'groups', 'reports'] as const;

/** The form as it was typed, so that a refusal gives it back unchanged. */
export interface TypedPlan {
  name: string;
  /** Number of the run. */
  run: string;
  metric: string;
  kind: StudyKindName;
  dimensions: boolean;
  multiSelect: boolean;
  maskNames: boolean;
  sampling: (typeof samplings)[number];
  items: string;
  allAgree: string;
  someDiffer: string;
  /** Equally many of each of these. */
  by: Grouping;
  each: string;
  /** Reports that are drawn first, and items of each at most. */
  reports: string;
  perReport: string;
  people: string[];
  overlap: string;
  seed: string;
  reveal: RevealPolicy;
  guideline: string;
  /** The guideline's page; empty for that of the kind. */
  guidelinePage: string;
  /** Only these are drawn from, if any is named. */
  only: Record<Grouping, string[]>;
  goldEvery: string;
  repeats: string;
  /** Units that were offered or named, in the order of the form; without a purpose they are not taken. */
  known: KnownRow[];
  /** Further ones as CSV. */
  goldCsv: string;
  /** Its unread part, as it was shown last. */
  goldLeftOut: string;
}

/** The form as a lead finds it. @param people Those who can judge, all of whom are ticked */
export const firstPlan = (
  run: { number: string } | undefined,
  metric: Metric | undefined,
  people: readonly string[],
  seed: number
): TypedPlan => ({
  name: '',
  run: run?.number ?? '',
  metric: metric?.name ?? '',
  kind: firstKindFor(metric),
  ...{ dimensions: false, multiSelect: false, maskNames: true },
  ...{ sampling: 'one', items: '', allAgree: '', someDiffer: '', by: 'category', each: '', reports: '', perReport: '' },
  people: [...people],
  overlap: people.length > 1 ? '2' : '1',
  seed: String(seed),
  reveal: 'after-report',
  ...{ guideline: '', guidelinePage: '' },
  only: { category: [], system: [], item: [] },
  ...{ goldEvery: '10', repeats: '0', known: [], goldCsv: '', goldLeftOut: '' }
});

/** The form with the plan of another study in it, on a run. @param able Those who can judge; others of the study are left out */
export function copiedForm(
  { name, metric, kind, settings, sample, people, overlap, reveal, guideline, guidelinePage }: CopiedPlan,
  run: { number: string },
  able: readonly string[],
  seed: number
): TypedPlan {
  const chosen = people.filter((id) => able.includes(id));
  const empty = firstPlan(run, findMetric(metric), able, seed);
  return {
    ...empty,
    ...{ name, metric, kind, reveal, guideline, guidelinePage },
    dimensions: settings.dimensions === true,
    multiSelect: settings.multiSelect === true,
    maskNames: settings.maskNames === true,
    ...typedSizes(sample),
    only: { ...empty.only, ...Object.fromEntries(groupings.map((by) => [by, [...(sample.only?.[by] ?? [])]])) },
    people: chosen,
    overlap: String(overlap),
    repeats: String(settings.repeats ?? 0)
  };
}

/** Sizes as the form has them. */
const typedSizes = (sizes: SampleSizes): Partial<TypedPlan> =>
  'items' in sizes
    ? { sampling: 'one', items: String(sizes.items) }
    : 'each' in sizes
      ? { sampling: 'groups', by: sizes.by, each: String(sizes.each) }
      : 'reports' in sizes
        ? { sampling: 'reports', reports: String(sizes.reports), perReport: String(sizes.perReport) }
        : { sampling: 'strata', allAgree: String(sizes.allAgree), someDiffer: String(sizes.someDiffer) };

const rowFields = ['purpose', 'qid', 'system', 'item', 'about', 'answer', 'reason', 'text'] as const;
const MOST_ROWS = 200;

function rowsIn(form: FormData): KnownRow[] {
  const columns = rowFields.map((name) => form.getAll(`gold-${name}`).map(String));
  return Array.from({ length: Math.min(MOST_ROWS, columns[0]!.length) }, (_, i) => {
    const cell = (name: (typeof rowFields)[number]): string => columns[rowFields.indexOf(name)]![i] ?? '';
    return Object.fromEntries(rowFields.map((name) => [name, cell(name)])) as unknown as KnownRow;
  });
}

/** `take` is a size that the planner offers, `mask` a press of the button beside reports that name their system. */
export function typedPlan(form: FormData): TypedPlan {
  const text = (name: string): string => String(form.get(name) ?? '');
  const taken = text('take');
  return {
    name: text('name'),
    run: text('run'),
    metric: text('metric'),
    kind: isStudyKind(text('kind')) ? (text('kind') as StudyKindName) : usualKind,
    dimensions: form.has('dimensions'),
    multiSelect: form.has('multiSelect'),
    maskNames: form.has('maskNames') || form.has('mask'),
    sampling: taken !== '' ? 'one' : (samplings.find((one) => one === text('sampling')) ?? 'one'),
    items: taken || text('items'),
    allAgree: text('allAgree'),
    someDiffer: text('someDiffer'),
    by: groupings.find((by) => by === text('by')) ?? 'category',
    each: text('each'),
    reports: text('reports'),
    perReport: text('perReport'),
    people: form.getAll('people').map(String),
    overlap: text('overlap'),
    seed: text('seed'),
    reveal: revealPolicies.find((policy) => policy === text('reveal')) ?? 'after-report',
    guideline: text('guideline'),
    guidelinePage: text('guidelinePage'),
    only: {
      category: form.getAll('only-category').map((name) => (name === CATEGORY_FIELD_NONE ? '' : String(name))),
      system: form.getAll('only-system').map(String),
      item: [...form.getAll('only-item').map(String), ...text('only-keys').split(/[\s,;]+/)].filter(Boolean)
    },
    goldEvery: text('goldEvery'),
    repeats: text('repeats'),
    known: rowsIn(form),
    goldCsv: text('goldCsv'),
    goldLeftOut: text('goldLeftOut')
  };
}

/** Not a number if the text is not a whole one: the domain says so beside the field. */
const wholeNumber = (text: string): number => (/^-?\d+$/.test(text.trim()) ? Number(text) : NaN);

/** A stratum left empty gives no items. */
const sizeOf = (text: string): number => (text.trim() === '' ? 0 : wholeNumber(text));

/** Name of queries without a category in a field of the form. */
const CATEGORY_FIELD_NONE = '(none)';

/** @param pasted gold items that came as CSV, after those of the form */
export const planInput = (typed: TypedPlan, runId: string, pasted: readonly GoldItem[] = []): StudyInput =>
  withKnown(typed, runId, [...typed.known.flatMap(knownIn), ...pasted]);

const withKnown = (typed: TypedPlan, runId: string, known: readonly GoldItem[]): StudyInput => ({
  runId,
  name: typed.name,
  metric: typed.metric,
  kind: typed.kind,
  // Settings that a kind does not use stay in the form and out of the study.
  settings: studySettings({
    dimensions:
      typed.dimensions &&
      kindByName(typed.kind, typed.metric).dimensions &&
      findMetric(typed.metric)?.dimensions !== undefined,
    multiSelect: typed.multiSelect && kindByName(typed.kind, typed.metric).multiSelect,
    maskNames: typed.maskNames,
    goldEvery: known.length === 0 ? 0 : sizeOf(typed.goldEvery),
    repeats: sizeOf(typed.repeats)
  }),
  sample: sampleOf(typed),
  people: typed.people,
  overlap: wholeNumber(typed.overlap),
  seed: wholeNumber(typed.seed),
  reveal: kindByName(typed.kind, typed.metric).judges.from === 'nothing' ? 'never' : typed.reveal,
  guideline: typed.guideline,
  guidelinePage: typed.guidelinePage,
  known
});

function sampleOf(typed: TypedPlan): SampleInput {
  const only = Object.fromEntries(groupings.flatMap((by) => (typed.only[by].length > 0 ? [[by, typed.only[by]]] : [])));
  return { ...sizesOf(typed), ...(Object.keys(only).length > 0 && { only }) };
}

function sizesOf(typed: TypedPlan): SampleSizes {
  if (typed.sampling === 'one') return { items: wholeNumber(typed.items) };
  if (typed.sampling === 'reports')
    return { reports: wholeNumber(typed.reports), perReport: wholeNumber(typed.perReport) };
  return typed.sampling === 'groups'
    ? { by: typed.by, each: wholeNumber(typed.each) }
    : { allAgree: sizeOf(typed.allAgree), someDiffer: sizeOf(typed.someDiffer) };
}

const knownIn = ({ purpose, about: _, text, ...row }: KnownRow): GoldItem[] =>
  isGoldPurpose(purpose) ? [{ ...row, purpose, ...(text.trim() !== '' && { text }) }] : [];
