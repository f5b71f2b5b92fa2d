import { count, many, proportion } from '../../stats/writing/figures.ts';
import { listed, moment } from '../../stats/writing/words.ts';
import type { Rule } from '../ensembles/ensembles.ts';
import type { GateState } from '../gates/gate.ts';
import type { StudyOutcome } from '../units/outcomes.ts';
import { gatesMet, type CardFigure, type CardGate } from './card-figures.ts';
import type { CardJudge, JudgeCard } from './card.ts';

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
  /** Places on the axis in percent of its width; null where there is no such number. */
  at: number | null;
  from: number | null;
  to: number | null;
  /** Whether it is the agreement of annotators with one another. */
  ceiling: boolean;
}

/** A card as it is read, on a page, as a file and in print. */
export interface CardPage {
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

/** How a card reads. Everything on it is signed. */
export function cardPage(
  card: JudgeCard,
  { at, fingerprint, sha256 }: { at: string; fingerprint: string; sha256: string }
): CardPage {
  const { adoption, results, preregistration } = card;
  const adopted = card.judges.filter((judge) => judge.adopted);
  const { confidence, target } = preregistration.plan;
  const axis = axisOf(results.figures, target);
  const { met, required } = gatesMet(results.gates);
  const file = `${adoption.metric}-${card.number}.json`;
  const judged = adopted.map(({ name }) => name);
  return {
    title: `${adoption.title}, judged by ${ruleWords[adoption.rule]}${listed(judged)}`,
    line: `Judge card ${card.number} · ${card.project} · ${dayOf(at)}`,
    finding: findingOf(card),
    judges: adopted.map((judge) => ({ name: judge.name, facts: judgeFacts(judge, card) })),
    figures: results.figures.map((figure) => figureOnPage(figure, axis)),
    axis: axis.lines,
    ci: `${Math.round(confidence * 100)}% CI by query; dashed: target`,
    gates: results.gates.map(gateOnPage),
    met: `${met} of ${required} met`,
    evidence: evidenceFacts(card),
    preregistration: planFacts(card),
    notCovered: card.notCovered,
    signer: card.signer === null ? null : `${card.signer}, lead`,
    signature: [
      { term: 'Signed', value: `${moment(Date.parse(at))}, Ed25519` },
      { term: 'Key', value: `SHA256:${fingerprint}`, mono: true },
      { term: 'Card', value: `sha256 ${inFours(sha256, 8)}`, mono: true }
    ],
    steps: [
      { text: `Download the bundle ${file}.`, code: null },
      { text: 'Run', code: `voirdire card verify ${file}` },
      { text: 'Compare the key with the one that the instance publishes.', code: null }
    ]
  };
}

const decidedWords: Record<StudyOutcome, string> = {
  adopt: 'Adopted for scoring reports of this benchmark',
  'adopt-with-escalation':
    'Adopted for scoring reports of this benchmark; items on which the judges differ are judged by annotators',
  'collect-more-labels': 'Not adopted: more labels are needed',
  reject: 'Not adopted'
};

const ruleWords: Record<Rule, string> = {
  single: '',
  average: 'the average of ',
  any: 'any one of ',
  all: 'agreement of all of ',
  majority: 'the majority of ',
  median: 'the median of '
};

const dayOf = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

function findingOf({ adoption, results, preregistration, evidence }: JudgeCard): string {
  const of = (key: string): CardFigure | undefined => results.figures.find((figure) => figure.key === key);
  const [agreement, corrected] = [of('agreement'), of('corrected')];
  const { target, confidence } = preregistration.plan;
  const people =
    evidence.study.mostPeople > 1 ? `up to ${evidence.study.mostPeople} annotators` : 'one annotator per item';
  const registered =
    preregistration.revisions.length > 0 ? 'preregistered target' : 'target, which was not preregistered,';
  const first =
    !agreement || agreement.value === null
      ? `The agreement of the ensemble with ${people} is undefined on ${many(evidence.items, 'item')}.`
      : `The ensemble’s agreement with ${people} is ${proportion(agreement.value)} ${brackets(agreement.low, agreement.high)}, n = ${count(agreement.n)}.`;
  const second =
    !corrected || corrected.low === null
      ? 'A bound corrected for selection is undefined.'
      : `Corrected for selecting the best of ${many(results.candidates, 'candidate')}, the ${Math.round(confidence * 100)}% lower bound is ${proportion(corrected.low)}; the ${registered} is ${limitOf(target)}.`;
  return `${first} ${second} ${decidedWords[adoption.outcome]}${adoption.against ? ', against the recommendation of the procedure' : ''}.`;
}

function judgeFacts({ model, served, calls, settings, fingerprint }: CardJudge, { prompt }: JudgeCard): PageFact[] {
  const versions = served.map(({ version, calls: n }) =>
    served.length === 1 ? (version ?? 'not reported') : `${version ?? 'not reported'} (${count(n)})`
  );
  const set = Object.entries(settings).map(([name, value]) => `${name} ${String(value)}`);
  return [
    { term: 'Requested', value: model, mono: true },
    { term: 'Served', value: versions.length === 0 ? 'no call recorded' : versions.join(', '), mono: true },
    { term: 'Prompt', value: inFours(prompt.hash), mono: true },
    { term: 'Settings', value: set.length === 0 ? 'defaults' : set.join(', ') },
    { term: 'Fingerprint', value: inFours(fingerprint), mono: true },
    {
      term: 'Calls',
      value: calls.total === 0 ? 'none recorded' : `${count(calls.answered)} of ${count(calls.total)} answered`
    }
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

function figureOnPage({ key, name, value, low, high, n }: CardFigure, { place }: Axis): PageFigure {
  const at = (number: number | null): number | null => (number === null ? null : place(number));
  return {
    ...{
      key,
      name,
      value: value === null ? 'undefined' : proportion(value),
      interval: brackets(low, high),
      n: count(n)
    },
    ...{ at: at(value), from: at(low), to: at(high), ceiling: key === 'annotators' }
  };
}

const gateWords: Record<GateState, { state: string; tone: CardPage['gates'][number]['tone'] }> = {
  pass: { state: 'met', tone: 'agree' },
  fail: { state: 'not met', tone: 'disagree' },
  undecided: { state: 'undecided', tone: 'warn' },
  'not-tested': { state: 'not tested', tone: 'warn' },
  'not-applicable': { state: 'not applicable', tone: 'open' }
};

const boundUnits: readonly CardGate['unit'][] = ['share', 'coefficient', 'difference'];

function gateOnPage(gate: CardGate): CardPage['gates'][number] {
  const { title, state, required } = gate;
  return { title: required ? title : `${title} (not required)`, ...gateWords[state], numbers: gateNumbers(gate) };
}

/** The number that decides a gate beside its limit: the lower bound where there is one, of an equivalence both ends. */
function gateNumbers({ state, value, low, high, threshold, unit }: CardGate): string {
  if (state === 'not-applicable' || value === null) return '–';
  if (unit === 'equivalence')
    return `${brackets(low, high)} ${state === 'pass' ? 'in' : 'not in'} ±${limitOf(threshold)}`;
  const number = unit === 'count' ? count : proportion;
  const found = number(boundUnits.includes(unit) && low !== null ? low : value);
  const limit = unit === 'count' ? count(threshold) : limitOf(threshold);
  return state === 'pass' ? `${found} ≥ ${limit}` : `${found}, needs ${limit}`;
}

function evidenceFacts({ evidence, labels, project }: JudgeCard): PageFact[] {
  const { study, dataset, carriedOver } = evidence;
  const per = study.mostPeople > 1 ? `up to ${study.mostPeople} annotators per item` : 'one annotator per item';
  return [
    { term: 'Study', value: `${study.name}, study ${study.number}; blind; ${per}` },
    {
      term: 'Items',
      value: `${count(evidence.items)}, in ${many(evidence.queries, 'query', 'queries')} and ${many(evidence.reports, 'report')} of ${many(evidence.systems, 'system')}`
    },
    ...(carriedOver
      ? [
          {
            term: 'Carried over',
            value: `labels given on ${carriedOver.from === null ? 'other verdicts' : `run ${carriedOver.from.number}`}; ${count(carriedOver.apply)} of ${count(carriedOver.total)} labelled items apply`
          }
        ]
      : []),
    ...(dataset
      ? [
          { term: 'Dataset', value: `${project} ${dataset.number}, ${many(dataset.queries, 'query', 'queries')}` },
          { term: 'Dataset hash', value: inFours(dataset.hash), mono: true }
        ]
      : []),
    {
      term: 'Labels',
      value: `${count(evidence.labels)}, ${labels.data === null ? 'not in the card, which holds a commitment to them' : 'pseudonymous, in the card'}`
    },
    { term: 'Commitment', value: inFours(labels.commitment.root), mono: true },
    { term: 'Unscored', value: `${count(evidence.unscored)} of ${count(evidence.verdicts)} verdicts` }
  ];
}

function planFacts({ preregistration, adoption }: JudgeCard): PageFact[] {
  const { revisions, plan, opened } = preregistration;
  const [first, last] = [revisions[0], revisions.at(-1)];
  if (!first || !last) return [{ term: 'Registered', value: 'not preregistered; default values apply' }];
  const looks = revisions.filter((revision) => revision.opened).length;
  return [
    {
      term: 'Registered',
      value: `${moment(Date.parse(first.at))}, ${first.labels === 0 ? 'before the first label' : `after ${many(first.labels, 'label')}`}`
    },
    { term: 'Primary', value: `agreement, target ${limitOf(plan.target)}, margin δ ${limitOf(plan.delta)}` },
    {
      term: 'Revisions',
      value: revisions.length === 1 ? 'none' : `${revisions.length - 1}, ${looks} of them after unblinding`
    },
    ...(opened
      ? [{ term: 'Opened', value: `${moment(Date.parse(opened.at))}, at ${many(opened.labels, 'label')}` }]
      : []),
    { term: 'Adopted', value: moment(Date.parse(adoption.at)) },
    { term: 'Record', value: inFours(last.sha256), mono: true }
  ];
}
