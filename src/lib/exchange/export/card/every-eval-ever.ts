import type { CardFigure } from '../../../alignment/card/card-figures.ts';
import type { CardJudge, JudgeCard } from '../../../alignment/card/card.ts';
import type { Rule } from '../../../alignment/ensembles/ensembles.ts';
import { metricOf } from '../../../alignment/units/metric.ts';

/** Version of Every Eval Ever's schema that is written. */
const SCHEMA_VERSION = '0.3.0';

/** The aggregation methods that the schema has a word for; other rules are named in the details. */
const aggregations: Partial<Record<Rule, string>> = { majority: 'majority_vote', average: 'average', median: 'median' };

const modelOf = ({ name, provider, model, served, fingerprint }: CardJudge): object => ({
  name: model,
  id: `${provider}/${model}`,
  developer: provider,
  additional_details: {
    ...{ deployment_type: 'unknown', model_availability: 'unknown', judge: name, fingerprint },
    served_versions: served
      .map(({ version, calls }) => `${version ?? 'not reported'} (${calls} ${calls === 1 ? 'call' : 'calls'})`)
      .join('; ')
  }
});

const judgeOf = (judge: CardJudge, judges: number): object => ({
  model_info: modelOf(judge),
  ...(typeof judge.settings['temperature'] === 'number' ? { temperature: judge.settings['temperature'] } : {}),
  weight: 1 / judges
});

/** Seconds since 1970 as the schema wants them: a text. */
const epoch = (iso: string): string => String(Math.floor(Date.parse(iso) / 1000));

/**
 * A judge card as an evaluation in the public schema of Every Eval Ever: the adopted ensemble is the model that is evaluated, each
 * figure a result with its interval, and the judges stand where the schema has them. Figures without a value are left out, since
 * the schema has no place for them; the details say how many.
 *
 * @param card the content of the card
 * @param signed when it was signed, by which key, and the SHA-256 of its bundle
 */
export function everyEvalEver(
  card: JudgeCard,
  signed: { at: string; fingerprint: string; sha256: string }
): Record<string, unknown> {
  const { adoption, evidence, results, prompt, preregistration } = card;
  const judges = card.judges.filter(({ adopted }) => adopted);
  const [first] = judges;
  const id = `voirdire/${adoption.metric}-${adoption.rule}`;
  const ceiling = results.figures.find(({ key }) => key === 'annotators')?.value ?? null;
  const known = results.figures.filter(({ value }) => value !== null);
  const details = {
    voirdire_card: `sha256:${signed.sha256}`,
    voirdire_key: `sha256:${signed.fingerprint}`,
    voirdire_rule: adoption.rule,
    preregistered_target: String(preregistration.plan.target),
    gates: results.gates.map(({ title, state }) => `${title}: ${state}`).join('; '),
    not_covered: card.notCovered.join(' ')
  };
  const aggregation = aggregations[adoption.rule];
  return {
    schema_version: SCHEMA_VERSION,
    evaluation_id: `${card.project}/${id}/${epoch(signed.at)}`,
    evaluation_timestamp: epoch(adoption.at),
    retrieved_timestamp: epoch(signed.at),
    source_metadata: {
      source_name: `Voirdire judge card ${card.number}, study ${evidence.study.number}`,
      source_type: 'evaluation_run',
      source_organization_name: card.project,
      evaluator_relationship: 'third_party'
    },
    eval_library: card.software,
    model_info: {
      name: adoption.ensemble,
      id,
      developer: judges.length === 1 && first ? first.provider : 'several',
      additional_details: { deployment_type: 'unknown', model_availability: 'unknown' }
    },
    evaluation_results: known.map((figure) => ({
      evaluation_name: `${adoption.metric}: ${figure.key}`,
      source_data: {
        dataset_name: evidence.dataset
          ? `${card.project} ${evidence.dataset.number} (sha256:${evidence.dataset.hash})`
          : card.project,
        source_type: 'other'
      },
      metric_config: {
        evaluation_description: `${figure.name}, ${adoption.title}; ${evidence.items} ${evidence.items === 1 ? 'item' : 'items'} labelled blind`,
        ...{
          lower_is_better: false,
          score_type: 'continuous',
          min_score: isCoefficient(card, figure) ? -1 : 0,
          max_score: 1
        },
        llm_scoring: {
          judges: judges.map((judge) => judgeOf(judge, judges.length)),
          input_prompt: `${prompt.name}, version ${prompt.version}, sha256:${prompt.hash}`,
          ...(judges.length > 1 && aggregation ? { aggregation_method: aggregation } : {}),
          ...(ceiling === null ? {} : { expert_baseline: ceiling }),
          additional_details: details
        }
      },
      score_details: {
        score: figure.value,
        details: {
          queries: String(figure.clusters),
          figures_without_value: String(results.figures.length - known.length)
        },
        uncertainty: {
          ...(figure.low !== null && figure.high !== null
            ? {
                confidence_interval: {
                  ...{ lower: figure.low, upper: figure.high, confidence_level: preregistration.plan.confidence },
                  method: 'clustered by query'
                }
              }
            : {}),
          num_samples: figure.n
        }
      }
    }))
  };
}

/** Figures of agreement, which on scores is κ. */
const agreements = ['agreement', 'weighted', 'corrected', 'one-annotator', 'annotators'];

const isCoefficient = ({ scale }: JudgeCard, { key }: CardFigure): boolean =>
  key === 'kappa' || key === 'ac' || (metricOf(scale).kind === 'kappa' && agreements.includes(key));
