import type { Messages } from '../../messages/catalogues/en/index.ts';
import { customsOf } from '../../messages/dates.ts';
import { documentLists } from '../../messages/document-lists.ts';
import { libraryTextIn } from '../../messages/library-text.ts';
import { listIn } from '../../messages/lists.ts';
import type { Words } from '../../messages/message.ts';
import { joinSentences } from '../../messages/sentences.ts';
import { messagesIn } from '../../messages/words.ts';
import { boundsOutward, confidenceLevel, count, lowerBound, proportion } from '../../stats/writing/figures.ts';
import { moment } from '../../stats/writing/words.ts';
import type { GateState } from '../gates/gate.ts';
import { metricOf } from '../units/metric.ts';
import { gatesMet, gateTitleIn, type CardFigure, type CardGate } from './card-figures.ts';
import type { CardJudge, JudgeCard } from './card.ts';
import { notCoveredIn } from './not-covered.ts';

/** Headings of a card. */
export type CardHeads = Words<Messages['cardHeads']>;

/** One line of facts: a term, its value, and whether it is an exact string. */
export interface PageFact {
  term: string;
  value: string;
  mono?: boolean;
}

export interface PageFigure {
  key: string;
  name: string;
  value: string;
  interval: string;
  n: string;
  /** Places on the axis in percent of its width; null if there is no such number. */
  at: number | null;
  from: number | null;
  to: number | null;
  /** Whether it is the agreement of annotators with one another. */
  ceiling: boolean;
}

/** A card as it is read, on a page, as a file and in print. */
export interface CardPage {
  heads: CardHeads;
  title: string;
  line: string;
  /** The main finding as sentences. */
  finding: string;
  judges: { name: string; facts: PageFact[] }[];
  figures: PageFigure[];
  /** Lines of the figures' axis with their places in percent; the target is one of them. */
  axis: { place: number; text: string; target: boolean }[];
  ci: string;
  gates: { title: string; state: string; tone: 'agree' | 'disagree' | 'warn' | 'open'; numbers: string }[];
  met: string;
  evidence: PageFact[];
  preregistration: PageFact[];
  notCovered: string[];
  signer: string | null;
  signature: PageFact[];
  steps: { text: string; code: string | null }[];
}

/** A hash in groups of four, of which as many as asked for. */
export const inFours = (hash: string, groups = 4): string => (hash.match(/.{1,4}/g) ?? []).slice(0, groups).join(' ');

/** A limit as people wrote it: `.85`, not `.850`. */
const limitOf = (value: number): string =>
  proportion(value)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '0');

const brackets = (low: number | null, high: number | null): string =>
  low === null || high === null ? '–' : `[${proportion(low)}, ${proportion(high)}]`;

/** The same of bounds that decide. */
const outwardBrackets = (low: number | null, high: number | null): string =>
  low === null || high === null ? '–' : `[${boundsOutward(low, high).replace(' – ', ', ')}]`;

/** Words of a card in the language of its reader. */
interface Wording {
  language: string;
  say: Words<Messages['cardDocument']>;
  /** Values one after another. */
  comma: (values: readonly string[]) => string;
}

/**
 * A card as text for readers. Its figures and decisions are those that are signed; the signed bundle itself is in English.
 *
 * @param language of the text (BCP 47)
 */
export function cardPage(
  card: JudgeCard,
  { at, fingerprint, sha256 }: { at: string; fingerprint: string; sha256: string },
  language: string
): CardPage {
  const { adoption, results, preregistration } = card;
  const say = messagesIn(language, 'cardDocument');
  const wording: Wording = { language, say, comma: documentLists(language).comma };
  const text = libraryTextIn(language);
  const adopted = card.judges.filter((judge) => judge.adopted);
  const { confidence, target } = preregistration.plan;
  const axis = axisOf(results.figures, target);
  const file = `${adoption.metric}-${card.number}.json`;
  return {
    heads: messagesIn(language, 'cardHeads'),
    title: say.title({
      ...{ title: text(adoption.title), rule: adoption.rule },
      judges: listIn(
        language,
        adopted.map(({ name }) => name)
      )
    }),
    line: say.line({ n: card.number, project: card.project, day: longDayIn(language, at) }),
    finding: findingOf(card, wording),
    judges: adopted.map((judge) => ({ name: judge.name, facts: judgeFacts(judge, card, wording) })),
    figures: results.figures.map((figure) => figureOnPage(figure, card, axis, wording)),
    axis: axis.lines,
    ci: say.ci({ level: confidenceLevel(confidence) }),
    gates: results.gates.map((gate) => gateOnPage(gate, wording)),
    met: say.met(gatesMet(results.gates)),
    evidence: evidenceFacts(card, wording),
    preregistration: planFacts(card, wording),
    notCovered: notCoveredIn(language, card),
    signer: card.signer === null ? null : say.signer({ name: card.signer }),
    signature: [
      { term: say.signed, value: say.signedIs({ moment: moment(Date.parse(at)) }) },
      { term: say.key, value: `SHA256:${fingerprint}`, mono: true },
      { term: say.sum, value: `sha256 ${inFours(sha256, 8)}`, mono: true }
    ],
    steps: [
      { text: say.download({ file }), code: null },
      { text: say.run, code: `voirdire card verify ${file}` },
      { text: say.compare, code: null }
    ]
  };
}

const longDayIn = (language: string, iso: string): string =>
  new Date(iso).toLocaleDateString(customsOf(language), {
    ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }
  });

/** Agreement as a share of items, or κ. */
const measureOf = ({ scale }: JudgeCard): 'share' | 'kappa' => (metricOf(scale).kind === 'mean' ? 'share' : 'kappa');

function findingOf(card: JudgeCard, { say }: Wording): string {
  const { adoption, results, preregistration, evidence } = card;
  const of = (key: string): CardFigure | undefined => results.figures.find((figure) => figure.key === key);
  const [weighted, corrected] = [of('weighted'), of('corrected')];
  const agreement = weighted ?? of('agreement');
  const measure = measureOf(card);
  const { target, confidence } = preregistration.plan;
  const people = Math.max(1, evidence.study.mostPeople);
  return joinSentences([
    !agreement || agreement.value === null
      ? say.undefinedAgreement({ people, items: evidence.items, measure })
      : say.agreementIs({
          ...{ people, value: proportion(agreement.value), n: agreement.n },
          interval: brackets(agreement.low, agreement.high),
          ...{ measure, weighted: weighted ? 'yes' : 'no' }
        }),
    !corrected || corrected.low === null
      ? say.undefinedBound
      : say.boundIs({
          ...{ candidates: results.candidates, level: confidenceLevel(confidence) },
          ...{ low: lowerBound(corrected.low), target: limitOf(target) },
          registered: preregistration.revisions.length > 0 ? 'yes' : 'no'
        }),
    say.decision({ outcome: adoption.outcome, against: adoption.against ? 'yes' : 'no' })
  ]);
}

function judgeFacts(
  { model, served, calls, settings, fingerprint }: CardJudge,
  { prompt }: JudgeCard,
  { say, comma }: Wording
): PageFact[] {
  const versions = served.map(({ version, calls: n }) => {
    const reported = version ?? say.notReported;
    return served.length === 1 ? reported : say.servedCalls({ version: reported, n });
  });
  const set = Object.entries(settings).map(([name, value]) => `${name} ${String(value)}`);
  return [
    { term: say.requested, value: model, mono: true },
    { term: say.served, value: versions.length === 0 ? say.noCall : comma(versions), mono: true },
    { term: say.prompt, value: inFours(prompt.hash), mono: true },
    { term: say.settings, value: set.length === 0 ? say.defaults : comma(set) },
    { term: say.fingerprint, value: inFours(fingerprint), mono: true },
    { term: say.calls, value: say.callsAre(calls) }
  ];
}

interface Axis {
  lines: CardPage['axis'];
  place: (value: number) => number;
}

/** An axis that all shares on the card fit, from a round number to 1, with the target on it. */
function axisOf(figures: readonly CardFigure[], target: number): Axis {
  const all = [target, ...figures.flatMap(({ value, low }) => [value, low])].filter((value) => value !== null);
  const from = Math.max(-1, Math.floor(Math.min(...all, 0.9) * 10) / 10);
  const place = (value: number): number => Number((3 + (94 * (value - from)) / (1 - from)).toFixed(2));
  const on = { place: place(target), text: limitOf(target), target: true };
  const inside = target > from && target < 1;
  const least = { place: place(from), text: limitOf(from), target: false };
  // Two labels beside one another would run into each other.
  const most = { place: place(1), text: inside && on.place > 70 ? '' : '1', target: false };
  return { place, lines: inside ? [least, on, most] : [least, most] };
}

function figureOnPage(
  { key, name, value, low, high, n }: CardFigure,
  card: JudgeCard,
  { place }: Axis,
  { language, say }: Wording
): PageFigure {
  const at = (number: number | null): number | null => (number === null ? null : place(number));
  return {
    ...{
      key,
      name: say.figureName({
        ...{ key, measure: measureOf(card), name: libraryTextIn(language)(name) },
        unequal: card.results.figures.some((figure) => figure.key === 'weighted') ? 'yes' : 'no'
      }),
      value: value === null ? say.undefined : proportion(value),
      interval: (key === 'corrected' ? outwardBrackets : brackets)(low, high),
      n: count(n)
    },
    ...{ at: at(value), from: at(low), to: at(high), ceiling: key === 'annotators' }
  };
}

const tones: Record<GateState, CardPage['gates'][number]['tone']> = {
  pass: 'agree',
  fail: 'disagree',
  undecided: 'warn',
  'not-tested': 'warn',
  'not-applicable': 'open'
};

const boundUnits: readonly CardGate['unit'][] = ['share', 'coefficient', 'difference'];

function gateOnPage(gate: CardGate, { language, say }: Wording): CardPage['gates'][number] {
  const { state, required } = gate;
  const title = gateTitleIn(language, gate);
  return {
    title: required ? title : say.notRequired({ title }),
    ...{ state: say.state({ state }), tone: tones[state], numbers: gateNumbers(gate, say) }
  };
}

/** The number that decides a gate beside its limit: the lower bound if there is one, of an equivalence both ends. */
function gateNumbers({ state, value, low, high, threshold, unit }: CardGate, say: Wording['say']): string {
  if (state === 'not-applicable' || value === null) return '–';
  if (unit === 'equivalence')
    return say.within({ interval: outwardBrackets(low, high), state, limit: limitOf(threshold) });
  const found =
    unit === 'count' ? count(value) : boundUnits.includes(unit) && low !== null ? lowerBound(low) : proportion(value);
  const limit = unit === 'count' ? count(threshold) : limitOf(threshold);
  return state === 'pass' ? say.reached({ found, limit }) : say.needs({ found, limit });
}

function evidenceFacts({ evidence, labels, project }: JudgeCard, { say }: Wording): PageFact[] {
  const { study, dataset, carriedOver } = evidence;
  const { items, queries, reports, systems } = evidence;
  return [
    {
      term: say.study,
      value: say.studyIs({ name: study.name, n: study.number, people: Math.max(1, study.mostPeople) })
    },
    { term: say.items, value: say.itemsAre({ items, queries, reports, systems }) },
    ...(carriedOver
      ? [
          {
            term: say.carriedOver,
            value: say.carriedOverIs({
              ...{ from: carriedOver.from === null ? 'other' : 'run', run: carriedOver.from?.number ?? 0 },
              ...{ apply: carriedOver.apply, total: carriedOver.total }
            })
          }
        ]
      : []),
    ...(dataset
      ? [
          { term: say.dataset, value: say.datasetIs({ project, n: dataset.number, queries: dataset.queries }) },
          { term: say.datasetHash, value: inFours(dataset.hash), mono: true }
        ]
      : []),
    {
      term: say.labels,
      value: say.labelsAre({ n: evidence.labels, included: labels.data === null ? 'no' : 'yes' })
    },
    { term: say.commitment, value: inFours(labels.commitment.root), mono: true },
    { term: say.unscored, value: say.unscoredAre({ n: evidence.unscored, total: evidence.verdicts }) }
  ];
}

function planFacts({ preregistration, adoption }: JudgeCard, { say }: Wording): PageFact[] {
  const { revisions, plan, opened } = preregistration;
  const [first, last] = [revisions[0], revisions.at(-1)];
  if (!first || !last) return [{ term: say.registered, value: say.notRegistered }];
  return [
    {
      term: say.registered,
      value: say.registeredIs({ moment: moment(Date.parse(first.at)), labels: first.labels })
    },
    { term: say.primary, value: say.primaryIs({ target: limitOf(plan.target), delta: limitOf(plan.delta) }) },
    {
      term: say.revisions,
      value: say.revisionsAre({
        n: revisions.length - 1,
        opened: revisions.filter((revision) => revision.opened).length
      })
    },
    ...(opened
      ? [
          {
            term: say.opened,
            value: say.openedIs({ moment: moment(Date.parse(opened.at)), labels: opened.labels })
          }
        ]
      : []),
    { term: say.adopted, value: moment(Date.parse(adoption.at)) },
    { term: say.record, value: inFours(last.sha256), mono: true }
  ];
}
