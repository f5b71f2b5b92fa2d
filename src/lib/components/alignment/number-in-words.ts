import type { AlignmentReport } from '../../alignment/report/report.ts';
import type { WithoutItems } from '../../alignment/items/items.ts';
import { ensembleInFewWords } from '../../alignment/report/rater-names.ts';

type Words = (report: Shown, at: readonly string[]) => string | null;
type Shown = Pick<
  WithoutItems<AlignmentReport>,
  | 'judges'
  | 'people'
  | 'ceiling'
  | 'candidates'
  | 'humans'
  | 'judgePairs'
  | 'judgesWithPeople'
  | 'judgesWithMajority'
  | 'consensus'
  | 'either'
  | 'preferences'
  | 'warnings'
> & {
  procedure?: {
    gates: readonly { measure: string; parts: readonly { name: string }[] }[];
    breakdown: { categories: readonly { name: string }[]; queries: readonly { name: string }[] } | null;
    judges: readonly { name: string }[];
  };
};

/**
 * What a number of the report says, as the head over its items: `Items on which annotators say yes and all three, majority,
 * no`. Null where the path leads to no number that has items.
 */
export function numberInWords(report: Shown, path: string): string | null {
  const [first = '', ...rest] = path.split('.');
  return Object.hasOwn(words, first) ? words[first]!(report, rest) : null;
}

const words: Record<string, Words> = {
  scope: (_, [list = 'items']) =>
    pick(list, {
      items: 'All items of the study',
      rated: 'Items with a blind label',
      common: 'Items on which the candidates are compared'
    }),
  judges: (report, [i, list]) => {
    const judge = report.judges[Number(i)];
    return judge
      ? pick(list, {
          withoutValue: `Items for which ${judge.name} gave a label without a value`,
          abstained: `Items on which ${judge.name} abstained`,
          unscored: `Items that ${judge.name} left unscored`
        })
      : null;
  },
  candidates: (report, [i, key, ...rest]) => {
    const candidate = report.candidates[Number(i)];
    return candidate ? ofCandidate(candidate, ensembleInFewWords(candidate, report.judges), key, rest) : null;
  },
  humans: (report, [group, ...rest]) => {
    if (group === 'pooled') return ofPair('one annotator', 'another annotator', rest[0]);
    if (group === 'beside')
      return report.humans.beside[Number(rest[0])] ? 'Items with labels from two or more annotators' : null;
    const pair = group === 'pairs' ? report.humans.pairs[Number(rest[0])] : undefined;
    return pair ? ofPair(pair.a.name, pair.b.name, rest[1]) : null;
  },
  judgePairs: (report, [i, key]) => betweenTwo(report.judgePairs[Number(i)], key),
  judgesWithPeople: (report, [i, key]) => betweenTwo(report.judgesWithPeople[Number(i)], key),
  judgesWithMajority: (report, [i, key]) => {
    const pair = report.judgesWithMajority[Number(i)];
    return pair ? ofPair(pair.a.name, 'the majority of annotators', key) : null;
  },
  allJudgesAgree: () => 'Items with a label from every judge',
  consensus: (report, [list, i]) => {
    const of = 'Items with three or more labels that every judge labelled';
    if (list !== 'systems') return of;
    const system = report.consensus.systems[Number(i)];
    return system ? `${of}, ${system.name}` : null;
  },
  either: (report, [i, key]) => {
    const pair = report.either[Number(i)];
    if (!pair) return null;
    const two = `${pair.a.name} and ${pair.b.name}`;
    return pick(key, {
      either: `Items that ${two} and annotators decided`,
      bothWrong: `Items that ${two} and annotators decided`,
      consensus: `Items on which ${two} agree`,
      differ: `Items on which ${two} differ`
    });
  },
  preferences: (report, [first, ...rest]) => {
    if (first === 'tie' || first === 'none')
      return rest[0] === 'chosen'
        ? `Items on which ${first === 'tie' ? 'all judges were preferred equally' : 'no judge was preferred'}`
        : 'Items with a preference';
    const set = first === 'ensembles' ? report.preferences.ensembles[Number(rest[0])] : undefined;
    if (set)
      return rest[2] !== 'chosen'
        ? 'Items with a preference'
        : pick(rest[1], {
            union: `Items on which ${set.name} was preferred, alone or with others`,
            unionOrTie: `Items on which ${set.name} was preferred, or all judges equally`
          });
    const judge = report.preferences.judges[Number(rest[0])];
    if (first !== 'judges' || !judge) return null;
    if (rest[2] !== 'chosen') return 'Items with a preference';
    return pick(rest[1], {
      sole: `Items on which ${judge.name} was preferred alone`,
      joint: `Items on which ${judge.name} was preferred together with others`
    });
  },
  procedure: (report, [list, g, parts, p]) => {
    if (list === 'breakdown') return ofBreakdown(report.procedure?.breakdown ?? null, g, parts);
    if (list === 'judges') return ofCheck(report.procedure?.judges[Number(g)]?.name, parts);
    const gate = list === 'gates' ? report.procedure?.gates[Number(g)] : undefined;
    if (!gate) return null;
    if (parts === undefined || parts === 'items') return `Items of a gate: ${gate.measure}`;
    const part = parts === 'parts' ? gate.parts[Number(p)] : undefined;
    return part ? `Items of a gate: ${gate.measure}; ${part.name}` : null;
  },
  people: (report, [i, list]) => {
    const person = report.people[Number(i)];
    return person ? pick(list, { withoutValue: `Items to which ${person.name} gave a label without a value` }) : null;
  },
  ceiling: (report, [list, i]) => {
    const found = list === 'figures' ? report.ceiling.figures[Number(i)] : undefined;
    return found ? `Items with labels from two or more annotators: ${found.name}` : null;
  },
  warnings: (report, [i]) => report.warnings[Number(i)]?.text ?? null
};

function ofCandidate(
  candidate: Shown['candidates'][number],
  name: string,
  key: string | undefined,
  rest: readonly string[]
): string | null {
  const both = `Items with a blind label that ${name} answered`;
  if (key === 'confusion') return ofCell(name, candidate.confusion, rest);
  if (key === 'beside') {
    const figure = candidate.beside[Number(rest[0])];
    return figure ? `Items behind “${figure.name}” of ${name}` : null;
  }
  if (key === 'dropped')
    return pick(rest[0], {
      abstained: `Items on which every judge of ${name} abstained`,
      unscored: `Items on which a judge of ${name} failed`,
      splitHumans: `Items excluded because annotators are tied, answered by ${name}`
    });
  if (key === 'halved')
    return pick(rest[0], {
      splitHumans: `Items on which annotators are tied, answered by ${name}`,
      undecided: `Items on which ${name} is undecided`
    });
  return pick(key, {
    coverage: `Items with a blind label, answered by ${name} or not`,
    agreement: `Items with a blind label that ${name} answered`,
    weighted: `Items with a blind label that ${name} answered`,
    common: `Items on which ${name} is compared with the other candidates`,
    withOnePerson: `Items on which ${name} is compared with single annotators`,
    strata: `Items of one stratum that ${name} answered`,
    kappa: both,
    ac1: both,
    sensitivity: `Items on which annotators say yes or are tied, answered by ${name}`,
    specificity: `Items on which annotators say no or are tied, answered by ${name}`
  });
}

function ofCell(
  name: string,
  { labels, rows, columns }: Shown['candidates'][number]['confusion'],
  [list, row, column]: readonly string[]
): string | null {
  const [people, judges] = [rows[Number(row)], columns[Number(column)]];
  if (list !== 'cells' || people === undefined || judges === undefined) return null;
  const [given, answered] = [labels.includes(people), labels.includes(judges)];
  if (!given || !answered)
    return `Items on which annotators ${given ? `say ${people}` : 'are tied'} and ${name} ${answered ? `says ${judges}` : 'is undecided'}`;
  return people === judges
    ? `Items on which annotators and ${name} both say ${people}`
    : `Items on which annotators say ${people} and ${name} says ${judges}`;
}

type Procedure = NonNullable<Shown['procedure']>;

function ofBreakdown(
  breakdown: Procedure['breakdown'],
  list: string | undefined,
  place: string | undefined
): string | null {
  const row = list === 'categories' || list === 'queries' ? breakdown?.[list][Number(place)] : undefined;
  return row ? `Items of ${list === 'queries' ? 'query ' : ''}${row.name} that the chosen candidate answered` : null;
}

const ofCheck = (name: string | undefined, key: string | undefined): string | null =>
  name === undefined
    ? null
    : pick(key, {
        severity: `Items that annotators and ${name} labelled`,
        length: `Items in the correlation of ${name} minus annotators with length`,
        family: `Items on queries that ${name}’s own maker and others answered`,
        position: `Comparisons that ${name} saw in both orders`,
        consistency: `Items that ${name} judged more than once`,
        consistencyWeighted: `Items that ${name} judged more than once`
      });

const betweenTwo = (
  pair: { a: { name: string }; b: { name: string } } | undefined,
  key: string | undefined
): string | null => (pair ? ofPair(pair.a.name, pair.b.name, key) : null);

const ofPair = (a: string, b: string, key: string | undefined): string | null => {
  const both = `Items with a label from ${a} and ${b}`;
  return pick(key, {
    agreement: both,
    weighted: both,
    equal: both,
    kappa: both,
    ac1: both,
    same: `Items on which ${a} and ${b} agree`,
    differ: `Items on which ${a} and ${b} differ`
  });
};

const pick = (key: string | undefined, among: Record<string, string>): string | null =>
  key !== undefined && Object.hasOwn(among, key) ? among[key]! : null;
