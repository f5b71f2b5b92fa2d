import type { WithoutItems } from '../../../alignment/items/items.ts';
import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';
import { metricOf } from '../../../alignment/units/metric.ts';
import type { BesideFigure, BesideKey } from '../../../alignment/agreement/beside.ts';
import type { AlignmentReport } from '../../../alignment/report/report.ts';
import type { JudgeEnsemble } from '../../../alignment/ensembles/ensembles.ts';
import type { CandidateColumn, CandidateRow, ColumnFigure } from './CandidateTable.svelte';
import type { ShownFigure } from '../../../alignment/items/reasons.ts';

interface Source {
  kappa: ShownFigure;
  ac1: ShownFigure | null;
  sensitivity?: ShownFigure | null;
  specificity?: ShownFigure | null;
}

type Key = 'kappa' | 'ac1' | 'sensitivity' | 'specificity' | BesideKey;
type Column = CandidateColumn & { key: Key };

/** Short name of Gwet’s coefficient in any language: AC1 or AC2. */
export const acronymOf = (name: string): string => /AC\d/.exec(name)?.[0] ?? name;

type ColumnWords = Words<Messages['candidateColumns']>;
type Method = Pick<AlignmentReport['method'], 'scale' | 'kappa' | 'ac'>;

function columnsOf({ scale, kappa, ac }: Method, words: ColumnWords): Column[] {
  const column = (key: Key, head: string, title: string, optional = false, digits = 2): Column => ({
    key,
    head,
    title,
    optional,
    digits
  });
  if (metricOf(scale).kind === 'kappa')
    return [
      column('exact', words.equal, words.equalTitle),
      column('within-step', words.within, words.withinTitle),
      column('mean-difference', words.apart, words.apartTitle),
      column('linear-kappa', words.linear, words.linearTitle, true),
      column('kendall', 'τ_b', words.kendallTitle, true)
    ];
  const beyond = [column('kappa', 'κ', kappa), ...(ac === null ? [] : [column('ac1', acronymOf(ac), ac)])];
  if (scale.level === 'preference')
    return [
      ...beyond,
      column('half-tie', words.halfTie, words.halfTieTitle, true),
      column('ties-excluded', words.noTies, words.noTiesTitle, true)
    ];
  if (scale.level === 'nominal') return beyond;
  const [positive, negative] = scale.level === 'binary' ? scale.labels : ['', ''];
  return [
    ...beyond,
    column('sensitivity', words.sensitivity, words.sensitivityTitle({ label: positive }), true),
    column('specificity', words.specificity, words.specificityTitle({ label: negative }), true)
  ];
}

/** The columns beside the plotted figure that tell most on the scale of the study. */
export const candidateColumns = ({ method }: { method: Method }, words: ColumnWords): CandidateColumn[] =>
  columnsOf(method, words).map(({ head, title, digits, optional }) => ({ head, title, digits, optional }));

/** The figures of a candidate, or of inter-annotator agreement, for these columns; null if there is none. */
export function figuresOf(
  { method }: { method: Method },
  source: Source,
  path: string,
  beside: WithoutItems<BesideFigure[]>,
  words: ColumnWords,
  besidePath = path
): ColumnFigure[] {
  return columnsOf(method, words).map(({ key }) => {
    if (key === 'kappa' || key === 'ac1' || key === 'sensitivity' || key === 'specificity') {
      const figure = source[key];
      return figure ? { figure, path: `${path}.${key}` } : null;
    }
    const i = beside.findIndex((one) => one.key === key);
    return i < 0 ? null : { figure: beside[i]!.figure, path: `${besidePath}.beside.${i}.figure` };
  });
}

/** A report's candidates at these places as rows of their table, with its columns and the row of people. */
export function candidateTable(
  report: WithoutItems<AlignmentReport>,
  places: readonly number[],
  words: ColumnWords,
  named: { judges: (candidate: JudgeEnsemble) => string; rule: (rule: string) => string }
) {
  const { pooled, beside } = report.humans;
  return {
    total: report.candidates.length,
    columns: candidateColumns(report, words),
    rows: places.map((place): CandidateRow => {
      const candidate = report.candidates[place]!;
      return {
        ...{ place, rule: named.rule(candidate.rule), common: candidate.common },
        judges: named.judges(candidate),
        figures: figuresOf(report, candidate, `candidates.${place}`, candidate.beside, words)
      };
    }),
    people: {
      agreement: pooled.agreement,
      figures: figuresOf(report, pooled, 'humans.pooled', beside, words, 'humans')
    }
  };
}
