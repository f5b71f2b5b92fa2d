import { libraryTextIn } from '../../messages/library-text.ts';
import { messagesIn } from '../../messages/words.ts';
import { percent, proportion } from '../../stats/writing/figures.ts';
import type { CandidateFigures } from '../ensembles/candidates.ts';
import { surelyBelow } from '../ensembles/candidate-order.ts';
import { reaches } from '../../stats/numbers/without-rounding.ts';
import { placeOfChosen, shownPlaces } from '../ensembles/shown-candidates.ts';
import { withoutItems } from '../items/items.ts';
import { metricOf } from '../units/metric.ts';
import type { Procedure } from '../procedure/procedure.ts';
import { sampledUnequally } from '../procedure/warnings.ts';
import type { JudgeEnsemble } from '../ensembles/ensembles.ts';
import { confusionIn } from '../units/value-words.ts';
import { ensembleInFewWordsIn } from '../report/ensemble-in-words.ts';
import { raterMatrix } from '../report/rater-matrix.ts';
import type { AlignmentReport } from '../report/report.ts';
import { agreementMatrix } from './agreement-matrix.ts';
import { decisionCharacteristic, type DecisionRule } from './characteristic.ts';
import type { ChartWords, FileChartWords } from './english-charts.ts';
import { chartNames, type Chart, type ChartName } from './chart.ts';
import { forestPlot } from './forest.ts';
import { frequencyBars } from './frequencies.ts';
import { paretoPlot } from './front.ts';
import { pairedLabelMap } from './paired-labels.ts';

/**
 * A chart of the report; null if there is nothing to show.
 *
 * @param language of its words (BCP 47)
 */
export function chartOf(name: ChartName, report: AlignmentReport, procedure: Procedure, language = 'en'): Chart | null {
  if (report.scope.rated.length === 0 && name !== 'raters') return null;
  return draw[name](report, procedure, {
    language,
    words: messagesIn(language, 'reportCharts'),
    inFiles: messagesIn(language, 'alignmentCharts'),
    nameOf: (ensemble) => ensembleInFewWordsIn(language, ensemble, report.judges)
  });
}

/** Every chart that there is something to show in, in the order of display. */
export const chartsOf = (report: AlignmentReport, procedure: Procedure): Chart[] =>
  chartNames.map((name) => chartOf(name, report, procedure)).filter((chart) => chart !== null);

interface Wording {
  language: string;
  words: ChartWords;
  /** Of the charts that only documents and files have. */
  inFiles: FileChartWords;
  nameOf: (ensemble: Pick<JudgeEnsemble, 'judgeIds' | 'rule'>) => string;
}

const draw: Record<ChartName, (report: AlignmentReport, procedure: Procedure, wording: Wording) => Chart | null> = {
  candidates: (report, procedure, { inFiles, nameOf }) => {
    const chosen = placeOfChosen(report, procedure);
    const places = shownPlaces(report, [chosen]);
    if (places.length === 0) return null;
    const best = chosen === null ? null : report.candidates[chosen]!.common;
    const { target } = report.method;
    const reach = places.filter((place) => reaches(report.candidates[place]!.common.value, target)).length;
    return forestPlot(
      places.map((place) => {
        const candidate = report.candidates[place]!;
        const below = best !== null && surelyBelow(candidate.common, best);
        return {
          name: nameOf(candidate),
          figure: candidate.common,
          mark: place === chosen ? 'chosen' : below ? 'hollow' : 'point'
        };
      }),
      report.humans.pooled.agreement,
      target,
      {
        title: inFiles.candidatesTitle({ n: places.length, reach, target: proportion(target, 2) }),
        measure: (metricOf(report.method.scale).kind === 'mean' ? inFiles.agreementWith : inFiles.kappaWith)({
          unequal: sampledUnequally(report) ? 'yes' : 'no'
        })
      },
      inFiles
    );
  },

  raters: (report, _, { language, inFiles }) => {
    const matrix = raterMatrix(withoutItems(report));
    if (matrix.raters.length < 2) return null;
    return agreementMatrix(
      matrix,
      {
        title: inFiles.ratersTitle({ unequal: sampledUnequally(report) ? 'yes' : 'no' }),
        above: inFiles.equalLabels,
        below: libraryTextIn(language)(report.method.kappa)
      },
      inFiles,
      messagesIn(language, 'figureReasons')
    );
  },

  errors: (report, procedure, { language, inFiles, nameOf }) => {
    const chosen = placeOfChosen(report, procedure);
    const candidate: CandidateFigures | undefined = report.candidates[chosen ?? 0];
    if (!candidate) return null;
    const { labels, rows, columns, cells } = confusionIn(language, report.method.scale, candidate.confusion);
    const counts = cells.map((row) => row.map(({ items }) => items.length));
    const total = counts.flat().reduce((sum, n) => sum + n, 0);
    if (total === 0) return null;
    const same = labels.reduce((sum, _, i) => sum + counts[i]![i]!, 0);
    return pairedLabelMap(
      { labels, rows, columns, counts, people: inFiles.people, judges: nameOf(candidate) },
      inFiles.errorsTitle({ same, n: total }),
      inFiles
    );
  },

  front: (report, { selection, analysisPlan }, { words, nameOf }) => {
    const places = selection.candidates.flatMap(({ agreement }, place) => (agreement === null ? [] : [place]));
    const at = (place: number | null): number | null => {
      const found = place === null ? -1 : places.indexOf(place);
      return found < 0 ? null : found;
    };
    if (places.length < 2) return null;
    const costs = new Set(places.map((place) => selection.candidates[place]!.cost));
    // Where all cost the same, judges of code for instance, the number of judges is what differs.
    const unit = costs.size > 1 ? selection.costUnit : 'judges';
    const points = places.map((place) => {
      const { agreement, cost, onFront, notWorse, judgeIds, rule } = selection.candidates[place]!;
      return {
        name: nameOf({ judgeIds, rule }),
        ...{ agreement: agreement!, onFront, notWorse, judges: judgeIds.length },
        cost: unit === 'dollars' ? cost : judgeIds.length
      };
    });
    const onNames = metricOf(report.method.scale).kind === 'mean';
    const [chosen, cheapest] = [at(selection.chosen), at(selection.cheapest)];
    const title =
      chosen === null
        ? words.frontTitle
        : costs.size === 1
          ? words.sameCost
          : cheapest === null || cheapest === chosen
            ? words.noneCheaper({ name: points[chosen]!.name })
            : words.cheaper({ name: points[cheapest]!.name, delta: proportion(analysisPlan.delta, 2) });
    return paretoPlot(
      points,
      { chosen, cheapest },
      { unit, target: analysisPlan.target, title, measure: onNames ? words.agreement : words.kappa },
      words
    );
  },

  frequencies: (report, { selection }, { words, nameOf }) => {
    const rows = selection.candidates.map(({ frequency, ...candidate }, place) => ({
      name: nameOf(candidate),
      frequency,
      chosen: place === selection.chosen
    }));
    const [first] = [...rows].sort((a, b) => b.frequency - a.frequency);
    if (!first || rows.length < 2) return null;
    return frequencyBars(
      rows,
      selection.resamples,
      words.frequenciesTitle({ share: percent(first.frequency), name: first.name }),
      words
    );
  },

  characteristic: (report, { selection, analysisPlan }, { words }) => {
    const rule = ruleOf(report, selection, analysisPlan);
    return rule && decisionCharacteristic(rule, words.characteristicTitle, words);
  }
};

function ruleOf(
  { method }: AlignmentReport,
  { corrected, clusters, units }: Procedure['selection'],
  { target }: Procedure['analysisPlan']
): DecisionRule | null {
  const { critical, designEffect, assumed, error } = corrected;
  if (clusters < 2 || critical === null) return null;
  const common = { target, clusters, critical, contenders: corrected.contenders };
  if (metricOf(method.scale).kind === 'mean')
    return designEffect === null || assumed === null
      ? null
      : { of: 'share', ...common, items: units.length, designEffect, assumed };
  return error === null ? null : { of: 'coefficient', ...common, error };
}
