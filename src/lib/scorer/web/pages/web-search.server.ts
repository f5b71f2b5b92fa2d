import type { Db } from '../../../server/db/client.ts';
import { modelConfigs, searchOf } from '../../judges/index.ts';
import { configOf, judgeNames, judgesOf, metricIn, metricsOf, type Run } from '../../runs/runs.server.ts';
import { allowsSearch, type SearchingJudges } from './web-search.ts';

/** The judges that could search the web in a run, by metric; metrics under which none could are left out. */
export function searchingIn(db: Db, run: Pick<Run, 'id' | 'options' | 'origin'>): SearchingJudges[] {
  if (run.origin !== 'scored') return [];
  const judges = judgesOf(db, run.id);
  const names = judgeNames(judges);
  return metricsOf(db, run.id).flatMap((row): SearchingJudges[] => {
    const allowed = allowsSearch(metricIn(row), run.options);
    const able = names.filter((_, at) => {
      return modelConfigs(configOf(judges[at]!)).some((model) => {
        const { webSearch } = searchOf(model);
        return webSearch === 'always' || (webSearch === 'if-asked' && allowed);
      });
    });
    return able.length === 0 ? [] : [{ metric: row.metric, judges: able }];
  });
}
