import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import type { AlignmentReport } from '../../alignment/report/report.ts';
import type { WithoutItems } from '../../alignment/items/items.ts';
import type { JudgeEnsemble } from '../../alignment/ensembles/ensembles.ts';

type Say = Words<Messages['numberInWords']>;
type Sentence = (say: Say, report: Named, at: readonly string[]) => string | null;
/** A report with the names of its candidates. */
type Named = Shown & { nameOf: (candidate: JudgeEnsemble) => string };
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
 * Meaning of a number of the report, as the head over its items: `Items on which annotators say yes and all three, majority,
 * no`. Null if the path leads to no number with items.
 */
export function numberInWords(
  report: Shown,
  path: string,
  say: Say,
  nameOf: (candidate: JudgeEnsemble) => string
): string | null {
  const [first = '', ...rest] = path.split('.');
  return Object.hasOwn(sentences, first) ? sentences[first]!(say, { ...report, nameOf }, rest) : null;
}

const sentences: Record<string, Sentence> = {
  scope: (say, _, [list = 'items']) => pick(list, { items: say.items, rated: say.rated, common: say.common }),
  judges: (say, report, [i, list]) => {
    const judge = report.judges[Number(i)];
    return judge
      ? pick(list, {
          withoutValue: say.withoutValue({ name: judge.name }),
          abstained: say.abstained({ name: judge.name }),
          unscored: say.unscored({ name: judge.name })
        })
      : null;
  },
  candidates: (say, report, [i, key, ...rest]) => {
    const candidate = report.candidates[Number(i)];
    return candidate ? ofCandidate(say, candidate, report.nameOf(candidate), key, rest) : null;
  },
  humans: (say, report, [group, ...rest]) => {
    if (group === 'pooled') return ofPair(say, say.oneAnnotator, say.anotherAnnotator, rest[0]);
    if (group === 'beside') return report.humans.beside[Number(rest[0])] ? say.severalLabels : null;
    const pair = group === 'pairs' ? report.humans.pairs[Number(rest[0])] : undefined;
    return pair ? ofPair(say, pair.a.name, pair.b.name, rest[1]) : null;
  },
  judgePairs: (say, report, [i, key]) => betweenTwo(say, report.judgePairs[Number(i)], key),
  judgesWithPeople: (say, report, [i, key]) => betweenTwo(say, report.judgesWithPeople[Number(i)], key),
  judgesWithMajority: (say, report, [i, key]) => {
    const pair = report.judgesWithMajority[Number(i)];
    return pair ? ofPair(say, pair.a.name, say.majority, key) : null;
  },
  allJudgesAgree: (say) => say.allJudges,
  consensus: (say, report, [list, i]) => {
    if (list !== 'systems') return say.consensus;
    const system = report.consensus.systems[Number(i)];
    return system ? say.consensusOf({ system: system.name }) : null;
  },
  either: (say, report, [i, key]) => {
    const pair = report.either[Number(i)];
    if (!pair) return null;
    const two = { a: pair.a.name, b: pair.b.name };
    return pick(key, {
      either: say.bothDecided(two),
      bothWrong: say.bothDecided(two),
      consensus: say.agree(two),
      differ: say.differ(two)
    });
  },
  preferences: (say, report, [first, ...rest]) => {
    if (first === 'tie' || first === 'none')
      return rest[0] === 'chosen' ? (first === 'tie' ? say.allPreferred : say.nonePreferred) : say.preference;
    const set = first === 'ensembles' ? report.preferences.ensembles[Number(rest[0])] : undefined;
    if (set)
      return rest[2] !== 'chosen'
        ? say.preference
        : pick(rest[1], {
            union: say.preferredWithOthers({ name: set.name }),
            unionOrTie: say.preferredOrAll({ name: set.name })
          });
    const judge = report.preferences.judges[Number(rest[0])];
    if (first !== 'judges' || !judge) return null;
    if (rest[2] !== 'chosen') return say.preference;
    return pick(rest[1], {
      sole: say.preferredAlone({ name: judge.name }),
      joint: say.preferredTogether({ name: judge.name })
    });
  },
  procedure: (say, report, [list, g, parts, p]) => {
    if (list === 'breakdown') return ofBreakdown(say, report.procedure?.breakdown ?? null, g, parts);
    if (list === 'judges') return ofCheck(say, report.procedure?.judges[Number(g)]?.name, parts);
    const gate = list === 'gates' ? report.procedure?.gates[Number(g)] : undefined;
    if (!gate) return null;
    if (parts === undefined || parts === 'items') return say.gate({ gate: gate.measure });
    const part = parts === 'parts' ? gate.parts[Number(p)] : undefined;
    return part ? say.gatePart({ gate: gate.measure, part: part.name }) : null;
  },
  people: (say, report, [i, list]) => {
    const person = report.people[Number(i)];
    return person ? pick(list, { withoutValue: say.withoutValue({ name: person.name }) }) : null;
  },
  ceiling: (say, report, [list, i]) => {
    const found = list === 'figures' ? report.ceiling.figures[Number(i)] : undefined;
    return found ? say.ceiling({ name: found.name }) : null;
  },
  warnings: (_, report, [i]) => report.warnings[Number(i)]?.text ?? null
};

function ofCandidate(
  say: Say,
  candidate: Shown['candidates'][number],
  name: string,
  key: string | undefined,
  rest: readonly string[]
): string | null {
  const of = { name };
  if (key === 'confusion') return ofCell(say, name, candidate.confusion, rest);
  if (key === 'beside') {
    const figure = candidate.beside[Number(rest[0])];
    return figure ? say.behind({ figure: figure.name, name }) : null;
  }
  if (key === 'dropped')
    return pick(rest[0], {
      abstained: say.droppedAbstained(of),
      unscored: say.droppedUnscored(of),
      splitHumans: say.droppedTied(of)
    });
  if (key === 'halved') return pick(rest[0], { splitHumans: say.halvedTied(of), undecided: say.undecided(of) });
  const answered = say.answered(of);
  return pick(key, {
    coverage: say.coverage(of),
    ...{ agreement: answered, weighted: answered, kappa: answered, ac1: answered },
    common: say.compared(of),
    withOnePerson: say.onePerson(of),
    strata: say.stratum(of),
    sensitivity: say.sensitivity(of),
    specificity: say.specificity(of)
  });
}

function ofCell(
  say: Say,
  name: string,
  { labels, rows, columns }: Shown['candidates'][number]['confusion'],
  [list, row, column]: readonly string[]
): string | null {
  const [label, other] = [rows[Number(row)], columns[Number(column)]];
  if (list !== 'cells' || label === undefined || other === undefined) return null;
  const [given, answered] = [labels.includes(label), labels.includes(other)];
  if (!given) return answered ? say.cellTied({ name, other }) : say.cellNeither({ name });
  if (!answered) return say.cellUndecided({ label, name });
  return label === other ? say.cellBoth({ name, label }) : say.cellDiffer({ label, name, other });
}

type Procedure = NonNullable<Shown['procedure']>;

function ofBreakdown(
  say: Say,
  breakdown: Procedure['breakdown'],
  list: string | undefined,
  place: string | undefined
): string | null {
  const row = list === 'categories' || list === 'queries' ? breakdown?.[list][Number(place)] : undefined;
  return row ? (list === 'queries' ? say.query({ name: row.name }) : say.category({ name: row.name })) : null;
}

function ofCheck(say: Say, name: string | undefined, key: string | undefined): string | null {
  if (name === undefined) return null;
  const of = { name };
  return pick(key, {
    severity: say.severity(of),
    length: say.length(of),
    family: say.family(of),
    position: say.position(of),
    consistency: say.consistency(of),
    consistencyWeighted: say.consistency(of)
  });
}

const betweenTwo = (
  say: Say,
  pair: { a: { name: string }; b: { name: string } } | undefined,
  key: string | undefined
): string | null => (pair ? ofPair(say, pair.a.name, pair.b.name, key) : null);

const ofPair = (say: Say, a: string, b: string, key: string | undefined): string | null => {
  const both = say.bothLabelled({ a, b });
  return pick(key, {
    ...{ agreement: both, weighted: both, equal: both, kappa: both, ac1: both },
    same: say.agree({ a, b }),
    differ: say.differ({ a, b })
  });
};

const pick = (key: string | undefined, among: Record<string, string>): string | null =>
  key !== undefined && Object.hasOwn(among, key) ? among[key]! : null;
