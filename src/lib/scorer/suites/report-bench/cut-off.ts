const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july'],
  ...['august', 'september', 'october', 'november', 'december']
];
const NAMED = new RegExp(
  String.raw`\b(${MONTHS.join('|')})\b[\s,]*(?:\d{1,2}(?:st|nd|rd|th)?[\s,]+)?(?:of\s+)?(\d{4})\b`,
  'gi'
);

/** The months that a prompt names in English, each once, as YYYY-MM in the order of the text. */
export const monthsNamed = (prompt: string): string[] => [
  ...new Set(
    Array.from(prompt.matchAll(NAMED), ([, month, year]) => {
      const number = MONTHS.indexOf(month!.toLowerCase()) + 1;
      return `${year}-${String(number).padStart(2, '0')}`;
    })
  )
];
