import { failsClaims } from '../web/outcomes.ts';
import type { Dimensions } from '../metric.ts';
import { pageOutcomes, type PageOutcome } from '../page.ts';
import type { ComparisonOrder, Evidence, Place, UnitKind, Verdict } from '../verdict.ts';
import type { Mark } from '../report/marks.ts';
import { isKnownUnit, unitNamed } from '../suites/index.ts';
import type { FactInWords } from './facts-in-words.ts';
import { labelOn, seatOn, type UnitDefinition, type UnitFact, type UnitScale } from '../unit-definition.ts';

/**
 * Verdicts of a run's judges on one report under one metric, arranged for reading as the kind of unit requires.
 *
 * @typeParam Fact facts as their kind of unit has them, or in words of a language for a page
 */
export type VerdictView<Fact = UnitFact> =
  | { kind: 'items'; units: ItemView<Fact>[] }
  | { kind: 'issues'; judges: IssuesOfJudge[] }
  | { kind: 'comparison'; judges: ComparisonOfJudge[]; dimensions: Dimensions | null }
  | { kind: 'sources'; sources: SourceView[]; failed: ViewedVerdict[] }
  | { kind: 'ratings'; judges: ViewedVerdict[] };

export interface Quote {
  text: string;
  block: number | null;
}

export interface ViewedVerdict {
  judge: string;
  repeat: number;
  state: Verdict['state'];
  label: string | null;
  /** The rationale, or why there is no verdict. */
  words: string;
  quotes: Quote[];
  /** The verdict was read from a reply with prose around its JSON. */
  prose?: true;
}

export interface ItemView<Fact = FactInWords> {
  item: string;
  text: string;
  /** Anchor and number of a unit that is marked in the report. */
  mark?: { id: string; label: string };
  /** Address that the unit is about. */
  address?: string;
  /** The verdicts' quotes are words of the cited page, not of the report. */
  quotesPage?: true;
  /** The suite's component that shows its verdicts. */
  component?: string;
  /** A remark on the unit's kind, for readers. */
  note?: string;
  verdicts: SaidOnScale<Fact>[];
}

/** A verdict with its label in words, and where the label stands on its scale. */
interface SaidOnScale<Fact = UnitFact> extends ViewedVerdict {
  title: string;
  /** Highest value, lowest, in between; `open` if it has none, `un` if there is no verdict. */
  seat: 'yes' | 'no' | 'part' | 'open' | 'un';
  /** It names an error of the report. */
  error?: true;
  /** Further facts of the verdict. */
  facts?: Fact[];
  /** The same as it is stored, for a component of the suite. */
  detail?: Verdict['detail'];
}

export interface IssuesOfJudge {
  count: ViewedVerdict;
  issues: { id: string; label: string; text: string; grounded: boolean; quotes: Quote[] }[];
}

export interface ComparisonOfJudge extends ViewedVerdict {
  detail: {
    report: number;
    baseline: number;
    consistent: boolean;
    orders: ComparisonOrder[];
  } | null;
}

export interface SourceView {
  item: string;
  url: string;
  outcome: PageOutcome | null;
  content: string | null;
  /** The judges' verdicts on the page. */
  verdicts: ViewedVerdict[];
  claims: { id: string; item: string; label: string; text: string; block: number | null; verdicts: ViewedVerdict[] }[];
}

interface Unit {
  item: string;
  kind: UnitKind;
  text: string | null;
  verdicts: { judge: string; repeat: number; verdict: Verdict }[];
}

/** The unit that stands for a report without any URL. */
const NO_SOURCES = 'sources';

/** Finds the block of a quote whose place was not kept with the verdict. */
type Locate = (quote: string) => Place | null;

const quoteOf = ({ quote, place }: Evidence, locate: Locate): Quote => ({
  text: quote,
  block: (place === undefined ? locate(quote) : place)?.block ?? null
});

const WITHOUT_LABEL = { unscored: 'unscored', abstained: 'abstains' } as const;

function onScale(said: ViewedVerdict, scale: UnitScale | null): SaidOnScale {
  if (said.state !== 'judged')
    return { ...said, title: WITHOUT_LABEL[said.state], seat: said.state === 'unscored' ? 'un' : 'open' };
  const label = said.label ?? '';
  const known = scale && labelOn(scale, label);
  if (!known) return { ...said, title: label, seat: 'open' };
  const { title, error } = known;
  const seat = seatOn(scale, known);
  return { ...said, title, seat, ...(error && { error }) };
}

const saidOf = ({ judge, repeat, verdict }: Unit['verdicts'][number], locate: Locate): ViewedVerdict => ({
  judge,
  repeat,
  state: verdict.state,
  label: verdict.label,
  words: verdict.state === 'unscored' ? verdict.reason : verdict.rationale,
  quotes: verdict.evidence.map((one) => quoteOf(one, locate)),
  ...(verdict.prose && { prose: true as const })
});

/**
 * @param units As `verdictsOfReport` gives them
 * @param wording Words of a checklist's items
 * @param scaleOfMetric Scale of the metric's units, if their kind leaves it to the metric
 * @param dimensions Those in which the metric compares
 */
export function verdictView(
  units: readonly Unit[],
  wording: (item: string) => string,
  locate: Locate,
  scaleOfMetric: UnitScale | null = null,
  dimensions: Dimensions | null = null
): { view: VerdictView; marks: Mark[] } {
  const views = new Set([...new Set(units.map(({ kind }) => kind))].map((kind) => unitNamed(kind).view));
  if (views.has('sources') || units.some(({ item }) => item === NO_SOURCES)) return sourcesView(units, locate);
  if (views.has('issues')) return issuesView(units, locate);
  if (views.has('comparison'))
    return {
      view: {
        kind: 'comparison',
        judges: units.flatMap(({ verdicts }) => verdicts.map((one) => comparisonOf(one, locate))),
        dimensions
      },
      marks: []
    };
  if (views.has('ratings'))
    return {
      view: { kind: 'ratings', judges: units.flatMap(({ verdicts }) => verdicts.map((one) => saidOf(one, locate))) },
      marks: []
    };
  const marks: Mark[] = [];
  const items = units.map((unit): ItemView<UnitFact> => {
    const kind = unitNamed(unit.kind);
    const view = itemOf(unit, kind, wording, locate, scaleOfMetric);
    const place = detailOf(unit) && kind.place?.(detailOf(unit));
    if (!place) return view;
    const label = String(marks.length + 1);
    const mark = { id: `unit-${label}`, label };
    const wrong = view.verdicts.some(({ error }) => error);
    marks.push({ place, kind: wrong ? 'E3' : 'ok', label, href: `#${mark.id}` });
    return { ...view, mark };
  });
  return { view: { kind: 'items', units: items }, marks };
}

const detailOf = ({ verdicts }: Unit): Verdict['detail'] =>
  verdicts.map(({ verdict }) => verdict.detail).find((detail) => detail !== undefined);

function itemOf(
  own: Unit,
  unit: UnitDefinition,
  wording: (item: string) => string,
  locate: Locate,
  scaleOfMetric: UnitScale | null
): ItemView<UnitFact> {
  const { item, text, verdicts } = own;
  const detail = detailOf(own);
  const address = detail && unit.address?.(detail);
  const inReport: Locate = unit.quotesPage ? () => null : locate;
  const scale = unit.scale === 'by-metric' ? scaleOfMetric : unit.scale;
  return {
    item,
    text: text ?? wording(item),
    ...(address && address !== text && { address }),
    ...(!isKnownUnit(unit.name) && { note: unit.about }),
    ...(unit.quotesPage && { quotesPage: true as const }),
    ...(unit.component !== undefined && { component: unit.component }),
    verdicts: verdicts.map((one): SaidOnScale => {
      const { detail: said } = one.verdict;
      const facts = said ? (unit.facts?.(said) ?? []) : [];
      return {
        ...onScale(saidOf(one, inReport), scale),
        ...(facts.length > 0 && { facts }),
        ...(unit.component !== undefined && said && { detail: said })
      };
    })
  };
}

const comparisonOf = (one: Unit['verdicts'][number], locate: Locate): ComparisonOfJudge => {
  const { detail } = one.verdict;
  return { ...saidOf(one, locate), detail: detail?.kind === 'comparison' ? detail : null };
};

/** Issues are labelled by judge and number: A1, A2, B1 … */
function issuesView(units: readonly Unit[], locate: Locate): { view: VerdictView; marks: Mark[] } {
  const counts = units.filter(({ kind }) => kind === 'count').flatMap(({ verdicts }) => verdicts);
  const marks: Mark[] = [];
  const judges = counts.map((count, at): IssuesOfJudge => {
    const letter = String.fromCharCode(65 + (at % 26));
    const own = units
      .filter(({ kind }) => kind === 'issue')
      .flatMap(({ text, verdicts }) =>
        verdicts
          .filter(({ judge, repeat }) => judge === count.judge && repeat === count.repeat)
          .map(({ verdict }) => ({ text, verdict }))
      );
    return {
      count: saidOf(count, locate),
      issues: own.map(({ text, verdict }, n) => {
        const label = `${letter}${n + 1}`;
        const id = `issue-${label}`;
        for (const { place } of verdict.evidence)
          if (place) marks.push({ place, kind: 'issue', label, href: `#${id}` });
        return {
          id,
          label,
          text: text ?? '',
          grounded: verdict.detail?.kind === 'issue' ? verdict.detail.grounded : true,
          quotes: verdict.evidence.map((one) => quoteOf(one, locate))
        };
      })
    };
  });
  return { view: { kind: 'issues', judges }, marks };
}

/** Labels of a source that could not be read, so that its claims fail: strict E1, and outcomes that the paper counts as E1 besides. */
const UNREAD: readonly string[] = ['unreachable', ...pageOutcomes.filter(failsClaims)];

const errorOf = (claim: readonly ViewedVerdict[], source: readonly ViewedVerdict[]): Mark['kind'] => {
  if (source.some(({ label }) => label !== null && UNREAD.includes(label))) return 'E1';
  if (source.some(({ label }) => label === 'irrelevant')) return 'E2';
  return claim.some(({ label }) => label === 'unsupported') ? 'E3' : 'ok';
};

function sourcesView(units: readonly Unit[], locate: Locate): { view: VerdictView; marks: Mark[] } {
  const said = ({ verdicts }: Unit): ViewedVerdict[] =>
    verdicts.map((one) => saidOf({ ...one, verdict: { ...one.verdict } }, () => null));
  const marks: Mark[] = [];
  const claims = units.filter(({ kind }) => kind === 'claim');
  const sources = units
    .filter((unit) => unit.kind === 'source' && detailOf(unit)?.kind === 'source')
    .map((unit, at): SourceView => {
      const detail = detailOf(unit);
      const verdicts = said(unit);
      const own = claims.filter((claim) => {
        const about = detailOf(claim);
        return about?.kind === 'claim' && about.source === unit.item;
      });
      return {
        item: unit.item,
        url: unit.text ?? (detail?.kind === 'source' ? detail.url : ''),
        outcome: detail?.kind === 'source' ? detail.outcome : null,
        content: detail?.kind === 'source' ? detail.content : null,
        verdicts,
        claims: own.map((claim, n) => {
          const about = detailOf(claim);
          const label = `${at + 1}${own.length > 1 ? String.fromCharCode(97 + (n % 26)) : ''}`;
          const place = about?.kind === 'claim' ? about.place : null;
          const of = said(claim);
          if (place) marks.push({ place, kind: errorOf(of, verdicts), label, href: `#${claim.item}` });
          return {
            id: claim.item,
            item: claim.item,
            label,
            text: claim.text ?? '',
            block: place?.block ?? null,
            verdicts: of
          };
        })
      };
    });
  const whole = units.filter((unit) => unit.kind !== 'claim' && detailOf(unit)?.kind !== 'source');
  return {
    view: {
      kind: 'sources',
      sources,
      failed: whole.flatMap((unit) => unit.verdicts.map((one) => saidOf(one, locate)))
    },
    marks
  };
}
