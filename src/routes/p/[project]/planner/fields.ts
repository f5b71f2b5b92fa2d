import type { PlannerStudy } from '$lib/alignment/planner/from-study.server.ts';
import {
  plannerSections,
  type PlannerName,
  type PlannerSection,
  type PlannerTyped
} from '$lib/alignment/planner/inputs.ts';
import type { ShownField } from '$lib/components/alignment/planner/PlanFields.svelte';
import type { Problem } from '$lib/errors.ts';
import { messagesIn } from '$lib/messages/words.ts';

/** The form as the page shows it: every field with what was typed, what is wrong with it and where its number is from. */
export function shownFields(
  typed: PlannerTyped,
  problems: readonly Problem[],
  study: PlannerStudy | null,
  fromAddress: (name: PlannerName) => boolean,
  language: string
): Record<PlannerSection, ShownField[]> {
  const words = messagesIn(language, 'plannerFields');
  const field = (name: PlannerName): ShownField => {
    const told = study && !fromAddress(name) ? study.said.find((one) => one.name === name) : undefined;
    return {
      name,
      label: words.label({ field: name }),
      hint: words.hint({ field: name }),
      value: typed[name],
      error: problems.find(({ column }) => column === name)?.reason ?? null,
      source: told ? messagesIn(language, 'planner').sourceOf({ n: study!.number, text: told.text }) : null
    };
  };
  return Object.fromEntries(
    Object.entries(plannerSections).map(([section, names]) => [section, names.map(field)])
  ) as Record<PlannerSection, ShownField[]>;
}
