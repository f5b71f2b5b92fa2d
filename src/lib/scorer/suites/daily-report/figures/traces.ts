import type { FigureCell, FigureTable } from '../../../figure-table.ts';
import { type ReportTrace, traceCounts } from '../../../report-trace.ts';
import type { FigureSource } from '../../../suite.ts';
import { bySystem, FEW, INTERVAL, type JudgedReport, meanOver, ratioCell, summands } from './judged-reports.ts';

const heads: Record<keyof ReportTrace, string> = {
  searches: 'Searches a report',
  pages: 'Page readings a report',
  tokens: 'Tokens a report'
};

const UNVERIFIED = 'No claim was verified.';

/** Shares of claims and of pairs of a claim and a reference. */
const shares: readonly { name: string; title: string; above: string; below: string; none: string }[] = [
  {
    ...{ name: 'reference ratio', title: 'Claims with a reference', above: 'citedClaims', below: 'claims' },
    none: UNVERIFIED
  },
  {
    ...{ name: 'reference support', title: 'Correct with a reference', above: 'citedCorrect', below: 'citedClaims' },
    none: 'No verified claim has a reference.'
  },
  {
    ...{
      name: 'no-reference support',
      title: 'Correct without a reference',
      above: 'plainCorrect',
      below: 'plainClaims'
    },
    none: 'Every verified claim has a reference.'
  },
  {
    ...{
      name: 'refer-claim consistency',
      title: 'Reference supports claim',
      above: 'referencesSupport',
      below: 'referencePairs'
    },
    none: 'No verified claim has a reference.'
  },
  {
    ...{ name: 'consistency of pages read', title: 'Reference supports claim, of pages read' },
    ...{ above: 'referencesSupport', below: 'referencesRead', none: 'No cited page could be read.' }
  }
];

/** Claims without a reference, which are those that remain. */
const withPlain = (one: JudgedReport): JudgedReport => {
  const { claims, correct, citedClaims, citedCorrect } = one.figures;
  const rest = (all: number | null | undefined, cited: number | null | undefined): number | null =>
    typeof all === 'number' && typeof cited === 'number' ? all - cited : null;
  return {
    ...one,
    figures: { ...one.figures, plainClaims: rest(claims, citedClaims), plainCorrect: rest(correct, citedCorrect) }
  };
};

/** Figure 4 and Table 6: what systems did, as their traces tell, and how their claims stand to what they cite. */
export function traceTable(reports: readonly JudgedReport[], { traceOf }: Pick<FigureSource, 'traceOf'>): FigureTable {
  const counts = Object.keys(traceCounts) as (keyof ReportTrace)[];
  return {
    name: 'daily-report-traces',
    title: 'Traces and references',
    range: INTERVAL,
    counted:
      'reports with a trace for searches, page readings and tokens; claims or pairs of a claim and a reference for the others',
    columns: [
      ...counts.map((name) => ({ name, title: heads[name], decimals: name === 'tokens' ? 0 : 1 })),
      ...shares.map(({ name, title }) => ({ name, title, decimals: 3 }))
    ],
    rows: bySystem(reports).map(({ group, system, own }) => {
      const all = own.map(withPlain);
      const isVerified = own.some(({ figures }) => (figures['claims'] ?? 0) > 0);
      return {
        ...{ group, system },
        cells: [
          ...counts.map((name): FigureCell => {
            const cell = meanOver(own, ({ reportId }) => traceOf(reportId)?.[name], {
              ...{ range: null, none: `No trace of this system says how many ${traceCounts[name]}.` }
            });
            return { ...cell, low: cell.low === null ? null : Math.max(0, cell.low) };
          }),
          ...shares.map(({ above, below, none }): FigureCell => {
            const parts = summands(all, above, below);
            return ratioCell(parts, {
              range: [0, 1],
              n: parts.reduce((sum, part) => sum + part.below, 0),
              none: isVerified ? none : UNVERIFIED
            });
          })
        ]
      };
    }),
    notes: [
      'Traces are imported with reports; a report without one is left out of searches, page readings and tokens.',
      'Claims are those that were verified; a claim of which nothing can be told is not correct.',
      'A reference whose page could not be read does not support its claim in the first consistency, and is left out of the second.',
      'The paper prints a reference accuracy without its formula; it is left out.',
      FEW
    ]
  };
}
