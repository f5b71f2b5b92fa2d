import type { Gate, GatePart, GateState } from '$lib/alignment/gates/gate.ts';
import { measureIn, partNameIn } from '$lib/alignment/gates/measures.ts';
import type { LabelScale } from '$lib/studies/labels/label-scale.ts';
import { aimOf, aimOfPart, writtenEnds } from '$lib/alignment/document/shown-numbers.ts';
import { withoutItems } from '$lib/alignment/items/items.ts';
import { labelNoiseInWords, type NoiseWords } from '$lib/alignment/agreement/label-noise.ts';
import { populationsHead, populationsInWords, whyNoSecond, type Ends } from '$lib/alignment/agreement/populations.ts';
import type { Procedure } from '$lib/alignment/procedure/procedure.ts';
import type { BreakdownRow } from '$lib/components/alignment/agreement/BreakdownTable.svelte';
import type { ShownStanding } from '$lib/components/alignment/ensembles/ChoiceTable.svelte';
import { gateAxis, gateBar, type GateAxis } from '$lib/components/alignment/adoption/gate-bars.ts';
import type { ShownGate } from '$lib/components/alignment/adoption/GateTable.svelte';
import type { ShownPopulation } from '$lib/components/alignment/agreement/PopulationTable.svelte';
import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import type { Words } from '$lib/messages/message.ts';
import { paragraphIn } from '$lib/messages/say-in.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { ensembleInFewWordsIn } from '$lib/alignment/report/ensemble-in-words.ts';
import {
  boundsOutward,
  confidenceLevel,
  count,
  dollars,
  interval,
  percent,
  proportion
} from '$lib/components/shared/format.ts';

const tones: Record<GateState, ShownGate['tone']> = {
  pass: 'ok',
  fail: 'disagree',
  undecided: 'warn',
  'not-tested': 'warn',
  'not-applicable': 'open'
};

type GateWords = Words<Messages['gatesShown']>;

const stateIn = (words: GateWords, state: GateState): string => words.state({ state });

const written = (unit: Gate['unit'], value: number | null): string =>
  value === null ? '–' : unit === 'count' ? count(value) : proportion(value);
const pValue = (p: number): string => (p < 0.001 ? '< .001' : proportion(p));
/** `5 of 7 required gates are passed; 1 not applicable`: gates without anything to check are not counted. */
export function gatesHead({ gates, analysisPlan }: Procedure, language: string): string {
  const required = gates.filter(({ name }) => analysisPlan.gates.includes(name));
  const idle = required.filter(({ state }) => state === 'not-applicable').length;
  const passed = required.filter(({ state }) => state === 'pass').length;
  return messagesIn(language, 'gatesShown').head({ passed, n: required.length - idle, idle });
}

/** The gates as the page shows them: every number written, with the path to its items. */
export function shownGates(
  { gates, analysisPlan, noise }: Procedure,
  scale: LabelScale,
  language: string
): { rows: ShownGate[]; axis: GateAxis; level: string; bias: string; weighted: 'yes' | 'no' } {
  const words = messagesIn(language, 'gatesShown');
  const measures = messagesIn(language, 'gateMeasures');
  const axis = gateAxis(gates);
  const rows = gates.map((gate, g): ShownGate => {
    const required = analysisPlan.gates.includes(gate.name);
    const word = stateIn(words, gate.state);
    return {
      name: gate.name,
      measure: measureIn(measures, gate, scale, analysisPlan.sequential !== undefined),
      state: gate.state,
      word: required ? word : words.notRequired({ state: word }),
      tone: required ? tones[gate.state] : 'open',
      required,
      value: written(gate.unit, gate.value),
      interval: gate.low === null ? '' : boundsOutward(gate.low, gate.high),
      threshold: aimOf(gate, language),
      bar: gateBar(gate.unit, gate, axis),
      n: gate.n,
      clusters: gate.clusters,
      finding: paragraphIn(language, gate.said),
      items: gate.items.length,
      path: `procedure.gates.${g}`,
      parts: gate.parts.map((part, p) => ({
        ...shownPart(gate, part, `procedure.gates.${g}.parts.${p}`, words, language),
        name: partNameIn(language, part),
        bar: gateBar(gate.unit, part, axis)
      }))
    };
  });
  // Equivalence tests of bias take one end at a time.
  const [level, bias] = [confidenceLevel(analysisPlan.confidence), confidenceLevel(2 * analysisPlan.confidence - 1)];
  return { rows, axis, level, bias, weighted: noise.weighted ? 'yes' : 'no' };
}

function wordOfPart({ value, p, state }: GatePart, words: GateWords): string {
  // A part that is only shown, beside the one that is tested, has a value.
  const said = state === 'not-applicable' && value !== null ? '' : stateIn(words, state);
  if (p === null) return said;
  return said === '' ? words.p({ p: pValue(p) }) : words.pState({ p: pValue(p), state: said });
}

const shownPart = (
  gate: Gate,
  part: GatePart,
  path: string,
  words: GateWords,
  language: string
): Omit<ShownGate['parts'][number], 'bar' | 'name'> => ({
  value: proportion(part.value),
  interval: part.low === null ? '' : writtenEnds(part),
  n: part.n,
  clusters: part.clusters === null || part.clusters === undefined ? '' : count(part.clusters),
  threshold: aimOfPart(gate, part, language),
  word: wordOfPart(part, words),
  tone: tones[part.state],
  items: part.items.length,
  path
});

/** Words for label noise in a language. */
export const noiseWordsIn = (language: string): NoiseWords => ({
  noise: messagesIn(language, 'labelNoise'),
  reasons: messagesIn(language, 'figureReasons')
});

/** Agreement for each population, and what label noise allows at most, as the page shows them. */
export function shownPopulations({ populations, noise, analysisPlan }: Procedure, language: string) {
  const words = messagesIn(language, 'populations');
  const noiseWords = noiseWordsIn(language);
  const ends = ({ low, high }: Ends, key: string): string =>
    low === null ? '–' : (key === 'ensemble' ? boundsOutward : interval)(low, high);
  return {
    head: populationsHead(populations, words),
    text: populationsInWords(populations, words),
    raters: populations.raters,
    level: confidenceLevel(analysisPlan.confidence),
    rows: populations.rows
      .filter(({ value }) => value !== null)
      .map(({ key, value, these, like, n, clusters }): ShownPopulation => ({
        ...{
          key,
          name: words.row({ key: key.replace('-', '') }),
          value: proportion(value),
          these: ends(these, key),
          like: ends(like, key),
          n,
          clusters
        }
      })),
    why: [...new Set(populations.rows.flatMap(({ reason }) => whyNoSecond(reason, words, noiseWords.reasons) ?? []))],
    noise: labelNoiseInWords(noise, analysisPlan, noiseWords)
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
export function shownChoice(
  { selection }: Procedure,
  judges: readonly { id: string; name: string }[],
  language: string
) {
  const words = messagesIn(language, 'gatesShown');
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
      name: ensembleInFewWordsIn(language, candidate, judges),
      agreement: proportion(agreement),
      cost: costUnit === 'dollars' ? (cost === 0 ? words.nothing : dollars(cost)) : String(cost),
      frequency: percent(frequency),
      behind: behind === null ? '–' : proportion(Math.max(0, -behind)),
      chosen: place === chosen,
      marks: [
        ...(place === chosen ? [words.chosen] : notWorse ? [words.nonInferior] : []),
        ...(place === cheapest && place !== chosen ? [words.cheapest] : []),
        ...(onFront ? [words.onFront] : [])
      ]
    };
  });
  return { rows, total: ranked.length, cost: costUnit === 'dollars' ? words.per1000 : words.judges };
}
