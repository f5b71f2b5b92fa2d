import type { Capabilities } from '../../../capabilities.ts';
import type { Metric, MetricPrompt, PromptWording, Protocol } from '../../../metric.ts';
import type { Sample } from '../../../sample.ts';
import type { Score } from '../../../score.ts';
import type { Verdict } from '../../../verdict.ts';
import { askAlone, inParallel } from '../../../protocols/asking-alone.ts';
import { meanOfJudges } from '../../../protocols/combining.ts';
import { delimit } from '../../../protocols/delimiter.ts';
import { questionOf } from '../../../protocols/reading/read-by-asking.ts';
import { isAbstention, readReply } from '../../../protocols/reading/reply-parts.ts';
import { fill } from '../../../protocols/reading/template.ts';
import {
  abstained,
  countStates,
  detailOf,
  judged,
  unscoredUnits,
  type UnitOf,
  wholeReport
} from '../../../protocols/reading/unit-verdicts.ts';
import { reportFirstMessage } from '../../../protocols/report-first.ts';
import { holes, instructionsOf, needed, textOf } from '../../../protocols/wording.ts';
import { tooLong } from '../../../report/aside/sections.ts';
import type { ArenaCriterion, ResearchTask } from '../material.ts';
import { CRITERION_ENDING } from '../prompts/judging-1.ts';
import { difficulties, disciplines, families, phases } from '../vocabulary.ts';
import { ratingSchema, ratingShape } from './replies.ts';
import { criterionRatings } from './units.ts';

const AT_ONCE = 6;
const KIND = 'task-criterion';
const NOT_MADE =
  'The criteria of this task have not been made. Run the maker arena-criteria, accept its criteria and freeze a dataset version.';

const kindOf = ({ discipline, family, difficulty }: ResearchTask): string =>
  `${families[family].title.toLowerCase()} (${phases[families[family].phase].toLowerCase()}), ${difficulties[difficulty].toLowerCase()}, in the discipline ${disciplines[discipline]}`;

/** The units of a task: a criterion's share is its weight by the sum of all weights. */
const unitsOf = (criteria: readonly ArenaCriterion[]): UnitOf[] => {
  const sum = criteria.reduce((total, { weight }) => total + weight, 0);
  return criteria.map(({ key, title, description, weight }) => ({
    ...{ item: key, kind: KIND, text: `${title}: ${description}` },
    detail: { kind: KIND, share: weight / sum, title }
  }));
};

const judge = async (sample: Sample, metric: Metric, can: Capabilities): Promise<Verdict[]> => {
  const task = sample.material as ResearchTask;
  if (task.criteria === null) return [unscoredUnits(wholeReport(KIND), NOT_MADE)];
  return inParallel(unitsOf(task.criteria), AT_ONCE, (unit) => rate(unit, task, sample, metric, can));
};

const rate = async (
  unit: UnitOf,
  task: ResearchTask,
  sample: Sample,
  metric: Metric,
  can: Capabilities
): Promise<Verdict> => {
  const { prompt } = metric;
  const ending = fill(textOf(prompt, 'ending', CRITERION_ENDING), {
    ...{ task: prompt.task ?? '', kind: kindOf(task) },
    criterion: delimit('criterion', unit.text ?? '', can.delimiterKey)
  });
  const message = reportFirstMessage(sample, can.delimiterKey, ending);
  const long = tooLong(can, prompt.system, message.user);
  if (long !== null) return unscoredUnits(unit, long);
  const question = { ...questionOf(metric, { ...message, schema: ratingSchema }), shared: message.shared };
  const asked = await askAlone(can, question, (reply) =>
    readReply(reply, ratingShape, can, (value) => ({ ok: true, value }))
  );
  if (!asked.ok) return unscoredUnits(unit, asked.reason);
  const { value, prose } = asked;
  if (isAbstention(value)) return abstained(unit, value.abstains);
  const verdict = judged(unit, String(value.rating), value.rationale);
  return prose ? { ...verdict, prose: true } : verdict;
};

/** Σ share · rating, 0–10 (arXiv 2509.01396, ACE). A criterion without a rating leaves the report without a score. */
export const combineCriteria = (verdicts: readonly Verdict[]): Score => {
  const states = countStates(verdicts);
  const without = states.abstained + states.unscored;
  const whole = verdicts.find(({ item, kind }) => item === 'report' && kind === KIND);
  const rated = verdicts.flatMap((one) => {
    const share = detailOf(one, KIND)?.share;
    return one.state === 'judged' && share !== undefined ? [share * Number(one.label)] : [];
  });
  const isWhole = rated.length > 0 && rated.length === verdicts.length;
  const value = isWhole ? rated.reduce((sum, one) => sum + one, 0) : null;
  return {
    value,
    reason:
      value !== null
        ? null
        : whole?.state === 'unscored'
          ? whole.reason
          : without > 0
            ? `${without} of ${verdicts.length} criteria have no rating, and the weighted mean needs all of them.`
            : 'The weights of the criteria are not known.',
    ...{ n: value === null ? 0 : rated.length, ...states },
    figures: { criteria: whole ? null : verdicts.length }
  };
};

const wording = (prompt: MetricPrompt): PromptWording => ({
  texts: [
    instructionsOf(prompt),
    {
      ...{ name: 'ending', title: 'After the report', text: textOf(prompt, 'ending', CRITERION_ENDING) },
      holes: [holes.task, needed('criterion', 'the criterion'), needed('kind', 'the kind of task')]
    }
  ],
  replies: [ratingSchema.json]
});

/**
 * Adaptively generated checklist evaluation (arXiv 2509.01396): one question for each criterion of the task, a whole number from 0 to 10.
 *
 * Units: the criteria of the material, by their keys. A report that is longer than the judge's context is unscored.
 */
export const adaptiveCriteria: Protocol = {
  name: 'arena-criteria',
  unit: { kind: KIND, labels: criterionRatings },
  figures: { criteria: 'criteria of the task' },
  wording,
  lacks: (material) => ((material as ResearchTask).criteria === null ? NOT_MADE : null),
  judge,
  unscored: (sample, reason) => {
    const criteria = (sample.material as ResearchTask | undefined)?.criteria ?? null;
    return (criteria === null ? [wholeReport(KIND)] : unitsOf(criteria)).map((unit) => unscoredUnits(unit, reason));
  },
  expected: (sample, reason) =>
    unitsOf((sample.material as ResearchTask).criteria ?? []).map((unit) => unscoredUnits(unit, reason)),
  combine: combineCriteria,
  combineJudges: (judges, _settings, rule) => meanOfJudges(judges, combineCriteria, rule)
};
