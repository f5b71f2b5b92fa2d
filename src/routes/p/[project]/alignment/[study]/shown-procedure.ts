import type { Gate, GatePart, GateState } from '$lib/alignment/gates/gate.ts';
import { aimOf, aimOfPart } from '$lib/alignment/document/shown-numbers.ts';
import { withoutItems } from '$lib/alignment/items/items.ts';
import { labelNoiseInWords } from '$lib/alignment/agreement/label-noise.ts';
import { populationsHead, populationsInWords, whyNoSecond, type Ends } from '$lib/alignment/agreement/populations.ts';
import type { Procedure } from '$lib/alignment/procedure/procedure.ts';
import type { BreakdownRow } from '$lib/components/alignment/agreement/BreakdownTable.svelte';
import type { ShownStanding } from '$lib/components/alignment/ensembles/ChoiceTable.svelte';
import { gateAxis, gateBar, type GateAxis } from '$lib/components/alignment/adoption/gate-bars.ts';
import type { ShownGate } from '$lib/components/alignment/adoption/GateTable.svelte';
import type { ShownPopulation } from '$lib/components/alignment/agreement/PopulationTable.svelte';
import { ensembleInFewWords } from '$lib/alignment/report/rater-names.ts';
import { count, dollars, interval, percent, proportion } from '$lib/components/shared/format.ts';

const states: Record<GateState, { word: string; tone: ShownGate['tone'] }> = {
  pass: { word: 'passed', tone: 'ok' },
  fail: { word: 'not passed', tone: 'disagree' },
  undecided: { word: 'undecided', tone: 'warn' },
  'not-tested': { word: 'not tested', tone: 'warn' },
  'not-applicable': { word: 'not applicable', tone: 'open' }
};

const written = (unit: Gate['unit'], value: number | null): string =>
  value === null ? '–' : unit === 'count' ? count(value) : proportion(value);
const pValue = (p: number): string => (p < 0.001 ? '< .001' : proportion(p));
/** `5 of 7 required gates are passed; 1 not applicable`: gates without anything to check are not counted. */
export function gatesHead({ gates, analysisPlan }: Procedure): string {
  const required = gates.filter(({ name }) => analysisPlan.gates.includes(name));
  const idle = required.filter(({ state }) => state === 'not-applicable').length;
  const passed = required.filter(({ state }) => state === 'pass').length;
  return `${passed} of ${required.length - idle} required gates are passed${idle > 0 ? `; ${idle} not applicable` : ''}`;
}

/** The gates as the page shows them: every number written, with the path to its items. */
export function shownGates({ gates, analysisPlan }: Procedure): { rows: ShownGate[]; axis: GateAxis } {
  const axis = gateAxis(gates);
  const rows = gates.map((gate, g): ShownGate => {
    const required = analysisPlan.gates.includes(gate.name);
    const { word, tone } = states[gate.state];
    return {
      name: gate.name,
      measure: gate.measure,
      state: gate.state,
      word: required ? word : `${word}, not required`,
      tone: required ? tone : 'open',
      required,
      value: written(gate.unit, gate.value),
      interval: gate.low === null ? '' : interval(gate.low, gate.high),
      threshold: aimOf(gate),
      bar: gateBar(gate.unit, gate, axis),
      n: gate.n,
      clusters: gate.clusters,
      finding: gate.finding,
      items: gate.items.length,
      path: `procedure.gates.${g}`,
      parts: gate.parts.map((part, p) => ({
        ...shownPart(gate, part, `procedure.gates.${g}.parts.${p}`),
        bar: gateBar(gate.unit, part, axis)
      }))
    };
  });
  return { rows, axis };
}

const shownPart = (gate: Gate, part: GatePart, path: string): Omit<ShownGate['parts'][number], 'bar'> => ({
  name: part.name,
  value: proportion(part.value),
  interval: part.low === null ? '' : interval(part.low, part.high),
  n: part.n,
  clusters: part.clusters === null || part.clusters === undefined ? '' : count(part.clusters),
  threshold: aimOfPart(gate, part),
  word: [part.p === null ? '' : `p ${pValue(part.p)}`, part.state === 'not-applicable' ? '' : states[part.state].word]
    .filter((word) => word !== '')
    .join(', '),
  tone: states[part.state].tone,
  items: part.items.length,
  path
});

/** Agreement for each population, and what label noise allows at most, as the page shows them. */
export function shownPopulations({ populations, noise, analysisPlan }: Procedure) {
  const ends = ({ low, high }: Ends): string => (low === null ? '–' : interval(low, high));
  return {
    head: populationsHead(populations),
    text: populationsInWords(populations),
    raters: populations.raters,
    rows: populations.rows
      .filter(({ value }) => value !== null)
      .map(({ key, name, value, these, like, n, clusters }): ShownPopulation => ({
        ...{ key, name, value: proportion(value), these: ends(these), like: ends(like), n, clusters }
      })),
    why: [...new Set(populations.rows.flatMap(({ reason }) => whyNoSecond(reason) ?? []))],
    noise: labelNoiseInWords(noise, analysisPlan.target)
  };
}

const mostQueries = 12;

/** The chosen candidate by category and query as the page shows it: the queries with the least agreement, or all of them. */
export function shownBreakdown({ breakdown }: Procedure, all: boolean) {
  if (!breakdown) return null;
  const rows = (list: 'categories' | 'queries', most = Infinity): BreakdownRow[] =>
    withoutItems(breakdown[list].slice(0, most)).map((row, i) => ({
      ...row,
      path: `procedure.breakdown.${list}.${i}`
    }));
  const queries = rows('queries', all ? Infinity : mostQueries);
  return {
    categories: rows('categories'),
    queries,
    total: breakdown.queries.length,
    left: breakdown.queriesLeft
  };
}

const most = 12;

/** The candidates that matter for the choice: not worse than the chosen one, on the front, or chosen now and then. */
export function shownChoice({ selection }: Procedure, judges: readonly { id: string; name: string }[]) {
  const { candidates, chosen, cheapest, costUnit } = selection;
  const ranked = candidates
    .map((candidate, place) => ({ candidate, place }))
    .filter(({ candidate }) => candidate.utility !== null)
    .sort((a, b) => b.candidate.utility! - a.candidate.utility! || a.place - b.place);
  const shown = ranked.filter(
    ({ candidate, place }, rank) => rank < most || place === chosen || place === cheapest || candidate.onFront
  );
  const rows = shown.map(({ candidate, place }): ShownStanding => {
    const { agreement, cost, frequency, behind, notWorse, onFront } = candidate;
    return {
      name: ensembleInFewWords(candidate, judges),
      agreement: proportion(agreement),
      cost: costUnit === 'dollars' ? (cost === 0 ? 'nothing' : dollars(cost)) : String(cost),
      frequency: percent(frequency),
      behind: behind === null ? '–' : proportion(Math.max(0, -behind)),
      chosen: place === chosen,
      marks: [
        ...(place === chosen ? ['chosen'] : notWorse ? ['non-inferior'] : []),
        ...(place === cheapest && place !== chosen ? ['the cheapest non-inferior one'] : []),
        ...(onFront ? ['on the Pareto front'] : [])
      ]
    };
  });
  return { rows, total: ranked.length, cost: costUnit === 'dollars' ? 'Per 1,000 items' : 'Judges' };
}
