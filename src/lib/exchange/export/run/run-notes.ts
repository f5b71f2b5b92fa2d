import { documentLists } from '../../../messages/document-lists.ts';
import { libraryTextIn } from '../../../messages/library-text.ts';
import { messagesIn } from '../../../messages/words.ts';
import { selfJudgingNotes, type SelfJudging } from '../../../scorer/judges/self-judging.ts';
import type { Noticed } from '../../../scorer/report/shown/notices.ts';
import { namedFailures, type Failure } from '../../../scorer/runs/run-state.ts';
import { subsetSentences, type RunSubset } from '../../../scorer/runs/subset/run-subset.ts';
import { searchesOfRunInWords } from '../../../scorer/search/words.ts';
import { metricWordIn } from '../../../scorer/suites/metric-words.ts';
import { searchingInWords, type SearchingJudges } from '../../../scorer/web/pages/web-search.ts';
import { joinSentences } from '../../../messages/sentences.ts';

/** Facts of a run that its files state below their figures. */
interface NotedRun {
  run: { state: string; failures: readonly Failure[] };
  selfJudging: readonly SelfJudging[];
  /** Reports whose text speaks to the judges or holds hidden characters. */
  textNotices: Noticed;
  metrics: readonly { name: string; prompt: { name: string; version: string; hash: string } }[];
  webSearch: readonly SearchingJudges[];
  /** Null if the run makes no searches of its own. */
  search: Parameters<typeof searchesOfRunInWords>[0] | null;
  subset: RunSubset;
}

/** Sentences on a run that a reader of its figures has to know: first whether it is complete. @param language BCP 47 */
export function runNotes(facts: NotedRun, language: string): string[] {
  const { run, selfJudging, textNotices, metrics, webSearch, search, subset } = facts;
  const words = messagesIn(language, 'runNotes');
  const say = libraryTextIn(language);
  const metricOf = (name: string): string => metricWordIn(language, name);
  // By the wording that judges were asked in, figures of different runs can be told comparable.
  const prompts = metrics.map(({ name, prompt }) =>
    words.prompt({
      metric: metricOf(name),
      prompt: prompt.name,
      version: prompt.version,
      hash: prompt.hash.slice(0, 12)
    })
  );
  return [
    ...(run.state === 'done' ? [] : [stateNote(run, language)]),
    ...selfJudgingNotes(selfJudging, language),
    ...(textNotices.length === 0 ? [] : [words.texts({ n: textNotices.length })]),
    words.prompts({ prompts: documentLists(language).comma(prompts) }),
    ...(webSearch.length === 0
      ? []
      : [words.webSearch({ judges: searchingInWords(webSearch, metricOf, messagesIn(language, 'webSearch')) })]),
    ...(search ? [words.search({ searches: say(searchesOfRunInWords(search)) })] : []),
    ...subsetNote(subset, language)
  ];
}

/** State of a run that is not complete, with the reasons of its failures. */
function stateNote({ state, failures }: NotedRun['run'], language: string): string {
  const words = messagesIn(language, 'runNotes');
  const say = libraryTextIn(language);
  const head = words.state({ state });
  if (failures.length === 0) return head;
  const { units, named, more } = namedFailures(failures);
  const reasons = documentLists(language).comma([
    ...named.map(({ reason, units: n }) => words.failure({ reason: say(reason).replace(/[.。]$/, ''), n })),
    ...(more > 0 ? [words.moreFailures({ n: more })] : [])
  ]);
  return joinSentences([head, words.failures({ n: units, reasons })]);
}

const subsetNote = (subset: RunSubset, language: string): string[] => {
  const sentences = subsetSentences(subset, (name) => metricWordIn(language, name)).map(libraryTextIn(language));
  return sentences.length === 0 ? [] : [joinSentences(sentences)];
};
