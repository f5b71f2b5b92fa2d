import type { Problem } from '../../errors.ts';
import { budgetInWords, readBudget, systemCategories, type SystemCategory } from '../../names.ts';
import { isDay } from '../../stats/writing/days.ts';

/** A lead's description of an evaluated system. null is "not known". */
interface SystemDescription {
  provider: string | null;
  family: string | null;
  backbone: string | null;
  category: SystemCategory | null;
  /** Budget for one report, with its unit. */
  budget: string | null;
  /** In a sentence: through which product or API, with which settings. */
  collectedHow: string | null;
  /** ISO date. */
  collectedAt: string | null;
}

const isSystemCategory = (value: string): value is SystemCategory => Object.hasOwn(systemCategories, value);

const longest = 2000;

/** Reads a description as a form or a file gives it: only the fields that are there; an empty text is "not known". */
export function readSystemDescription(fields: Readonly<Record<string, unknown>>): {
  description: Partial<SystemDescription>;
  problems: Problem[];
} {
  const description: Partial<SystemDescription> = {};
  const problems: Problem[] = [];
  for (const name of ['provider', 'family', 'backbone', 'category', 'budget', 'collectedHow', 'collectedAt'] as const) {
    const value = fields[name];
    if (value === undefined) continue;
    const text = typeof value === 'string' ? value.trim() : value === null ? '' : undefined;
    const complain = (reason: string): void =>
      void problems.push({ row: null, column: name, reason, found: String(value) });
    if (text === undefined) complain('Write a text, or leave it empty');
    else if (text.length > longest) complain(`Write at most ${longest} characters`);
    else if (text === '') description[name] = null;
    else if (name === 'category') {
      if (isSystemCategory(text)) description.category = text;
      else complain(`Choose one of: ${Object.keys(systemCategories).join(', ')}`);
    } else if (name === 'budget') {
      const budget = readBudget(text);
      if (budget) description.budget = budgetInWords(budget);
      else complain('Write a number and its unit, like 5 tool calls');
    } else if (name === 'collectedAt' && !isDay(text)) complain('Write a date like 2025-09-30');
    else description[name] = text;
  }
  return { description, problems };
}
