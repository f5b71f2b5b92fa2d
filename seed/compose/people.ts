/** Blind labels of the three annotators, and their preferences once they see the judges. */
import { errorsOf, fraction, pick } from './disagreement.ts';
import type { Temper } from './disagreement.ts';
import type { Label, Unit } from './facts.ts';

export interface BlindVerdict {
  person: string;
  system: string;
  qid: string;
  item: string;
  label: Label;
  note?: string;
  seconds: number;
}

export interface Preference {
  person: string;
  system: string;
  qid: string;
  item: string;
  choice: string[] | 'tie' | 'none';
  reasons: string[];
  note?: string;
}

const temper = (wronglyNo: number, wronglyYes: number): Temper => ({
  coverage: { wronglyNo, wronglyYes },
  presentation: { wronglyNo: 0, wronglyYes: 0 },
  shared: 0.38,
  length: 0.1
});

interface Habits {
  temper: Temper;
  /** Seconds for an easy unit. */
  pace: number;
  /** Share of units with a note. */
  notes: number;
}
const habits: Record<string, Habits> = {
  'Mei Arai': { temper: temper(6, 4), pace: 38, notes: 0.22 },
  'Jonas Adeyemi': { temper: temper(5, 9), pace: 24, notes: 0.08 },
  'Petra Nowak': { temper: temper(9, 3), pace: 47, notes: 0.16 }
};
const habitsOf = (person: string): Habits => {
  const found = habits[person];
  if (!found) throw new Error(`people requires habits for ${person}`);
  return found;
};

const other = (label: Label): Label => (label === 'yes' ? 'no' : 'yes');

function noteOn(unit: Unit, label: Label, key: string): string {
  const { ask, short } = unit.words;
  if (label === 'yes' && unit.fact?.lack)
    return pick(
      [
        'Just about. Another reader may see it otherwise.',
        'Thin, but it is there.',
        `Everything the item asks for, though not much more: ${ask}.`,
        'Had to read it twice before I was sure.',
        'Yes for the wording of the item. I would not call it good.'
      ],
      key
    );
  if (label === 'yes')
    return pick(
      ['Clear.', 'Stated outright, no need to search.', `${short}: plain to see.`, 'One passage is enough here.'],
      key
    );
  if (unit.fact?.gist)
    return pick(
      [
        `Mentioned in passing, which is not ${ask}.`,
        'Half of the item is missing.',
        'Comes close. Still no.',
        'The heading promises it, the text does not deliver.',
        `I would need more for ${ask}.`
      ],
      key
    );
  return pick(['Searched for it, not there.', `Nothing on this: ${ask}.`, 'Not in the report.'], key);
}

export function blindVerdicts(people: readonly string[], units: readonly Unit[]): BlindVerdict[] {
  return people.flatMap((person) => {
    const { temper: own, pace, notes } = habitsOf(person);
    const wrong = errorsOf(person, own, units);
    return units.map((unit) => {
      const label = wrong.has(unit.id) ? other(unit.truth) : unit.truth;
      const key = `${person} ${unit.id}`;
      const hard = unit.fact?.lack && unit.fact.gist ? 1.6 : 1;
      const seconds = Math.round(pace * hard * Math.exp(1.3 * (fraction(`seconds ${key}`) - 0.45)));
      const { system, qid, item } = unit;
      const noted = fraction(`note ${key}`) < notes * hard;
      return { person, system, qid, item, label, ...(noted ? { note: noteOn(unit, label, key) } : {}), seconds };
    });
  });
}

const REASONS: Record<string, readonly string[]> = {
  'scripted:gannet': ['reads the item correctly', 'quotes the right passages', 'leaves nothing out'],
  'scripted:ferrule': ['explains better'],
  'scripted:sextant': ['quotes the right passages', 'reads the item correctly']
};
/** How often each judge is preferred when its verdict is as good as another's. */
const WEIGHT: Record<string, number> = { 'scripted:gannet': 1, 'scripted:ferrule': 0.62, 'scripted:sextant': 0.4 };

function choose(label: Label, said: ReadonlyMap<string, Label>, key: string): string[] | 'tie' | 'none' {
  const agreeing = [...said].filter(([, l]) => l === label).map(([judge]) => judge);
  const r = fraction(`choice ${key}`);
  if (agreeing.length === 0) return r < 0.7 ? 'none' : ['scripted:gannet'];
  if (agreeing.length === said.size && r < 0.16) return 'tie';
  if (agreeing.length > 1 && r > 0.84) return agreeing.slice(0, 2);
  if (r > 0.97) return 'none';
  const rank = (judge: string): number => (WEIGHT[judge] ?? 0) * fraction(`rank ${key} ${judge}`);
  return [agreeing.reduce((a, b) => (rank(b) > rank(a) ? b : a))];
}

function preferenceNote(
  choice: Preference['choice'],
  label: Label,
  said: ReadonlyMap<string, Label>,
  key: string
): string {
  if (choice === 'none') return pick(['None of them saw what I saw.', 'All of them miss the point of the item.'], key);
  if (choice === 'tie') return pick(['They say the same in other words.', 'No difference worth a choice.'], key);
  if (choice.some((judge) => said.get(judge) !== label))
    return 'I said otherwise, but the passage it names convinced me.';
  if (choice.length > 1) return pick(['Either would do.', 'One has the quote, the other the reason.'], key);
  return choice[0] === 'scripted:sextant'
    ? pick(['Short and right.', 'The quote says it all.'], key)
    : pick(
        ['Names the passage that I had in mind.', 'Says why, not only that.', 'Closest to how I read the item.'],
        key
      );
}

/** A preference for about 40 % of each person's units. */
export function preferences(
  verdicts: readonly BlindVerdict[],
  said: (system: string, item: string) => ReadonlyMap<string, Label>
): Preference[] {
  const share = (v: BlindVerdict): number => fraction(`preference ${v.person} ${v.system} ${v.item}`);
  return verdicts
    .filter((v) => share(v) < 0.4)
    .map(({ person, system, qid, item, label }) => {
      const key = `${person} ${system} ${item}`;
      const labels = said(system, item);
      const choice = choose(label, labels, key);
      const reasons =
        typeof choice === 'string'
          ? []
          : [...new Set(choice.map((judge) => pick(REASONS[judge] ?? [], `reason ${key} ${judge}`)))];
      const noted = fraction(`preference note ${key}`) < 0.18;
      const note = noted ? { note: preferenceNote(choice, label, labels, key) } : {};
      return { person, system, qid, item, choice, reasons, ...note };
    });
}
