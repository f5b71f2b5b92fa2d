export const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * Fills `{{date}}`, `{{current_date}}`, `{current_year}` and the like in a query or an item.
 * @param date ISO date: when the report was collected, else the run's
 */
export const fillDates = (text: string, date: string): string =>
  text.replace(/\{\{?\s*(?:current[_ ])?(date|year)\s*\}?\}/gi, (_whole, what: string) =>
    what.toLowerCase() === 'year' ? date.slice(0, 4) : date
  );
