import { tokens } from './answers.ts';
import type { Answered } from './server.ts';

type Body = Record<string, unknown>;

const refusal = (message: string, param: string | null, code: string | null, status = 400): Answered => ({
  status,
  body: { error: { message, type: 'invalid_request_error', param, code } }
});

/** Parameters of chat completions. */
const chatParameters = new Set(
  'model messages response_format temperature top_p n seed stop max_tokens max_completion_tokens reasoning_effort tools tool_choice parallel_tool_calls presence_penalty frequency_penalty logprobs top_logprobs logit_bias store metadata user service_tier stream prompt_cache_key prompt_cache_options verbosity safety_identifier'.split(
    ' '
  )
);
const responsesParameters = new Set(
  'model input instructions text tools tool_choice temperature top_p max_output_tokens max_tool_calls reasoning store include background metadata service_tier prompt_cache_key prompt_cache_options truncation user stream safety_identifier'.split(
    ' '
  )
);

interface Rules {
  /** Efforts; null if there is no such parameter. */
  efforts: string | null;
  /** `none` samples only at that effort. */
  samples: 'yes' | 'none' | 'no';
  context: number;
  output: number;
}

/** Rules of the service for its models, by name without the date of a snapshot. */
const models: readonly (readonly [RegExp, Rules])[] = [
  [/^gpt-4\.1/, { efforts: null, samples: 'yes', context: 1_047_576, output: 32_768 }],
  [/^gpt-4o/, { efforts: null, samples: 'yes', context: 128_000, output: 16_384 }],
  [/^gpt-5-chat-latest$/, { efforts: null, samples: 'yes', context: 128_000, output: 16_384 }],
  [/^o[134](-mini|-pro)?$/, { efforts: 'low medium high', samples: 'no', context: 200_000, output: 100_000 }],
  [/^gpt-5(-mini|-nano)?$/, { efforts: 'minimal low medium high', samples: 'no', context: 400_000, output: 128_000 }],
  [/^gpt-5\.1$/, { efforts: 'none low medium high', samples: 'none', context: 400_000, output: 128_000 }],
  [
    /^gpt-5\.[245](-mini|-nano)?$/,
    { efforts: 'none low medium high xhigh', samples: 'none', context: 400_000, output: 128_000 }
  ],
  [
    /^gpt-6-(sol|luna)$/,
    { efforts: 'none low medium high xhigh max', samples: 'none', context: 1_050_000, output: 128_000 }
  ],
  [
    /^(gpt-6-astra|gpt-6\.1-sol)$/,
    { efforts: 'low medium high xhigh max', samples: 'no', context: 1_050_000, output: 128_000 }
  ],
  [/^gpt-6\.2(-sol|-astra)?$/, { efforts: 'low medium high xhigh', samples: 'no', context: 1_050_000, output: 128_000 }]
];

const rulesOf = (model: string): Rules | undefined => {
  const name = model.replace(/-\d{4}-\d{2}-\d{2}$/, '');
  return models.find(([names]) => names.test(name))?.[1];
};

const sampling = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'logprobs', 'logit_bias'] as const;

const effortRefusal = (effort: string, { efforts }: Rules, param: string): Answered | null => {
  if (efforts === null) return refusal(`Unrecognized request argument supplied: ${param}`, null, null);
  const values = efforts.split(' ');
  if (values.includes(effort)) return null;
  const quoted = values.map((one) => `'${one}'`);
  const listed = quoted.length === 1 ? quoted[0] : `${quoted.slice(0, -1).join(', ')}, and ${quoted.at(-1)}`;
  return refusal(
    `Unsupported value: '${param}' does not support '${effort}' with this model. Supported values are: ${listed}.`,
    param,
    'unsupported_value'
  );
};

const samplingRefusal = (body: Body, effort: string | null, { samples }: Rules): Answered | null => {
  if (samples === 'yes' || (samples === 'none' && effort === 'none')) return null;
  for (const name of sampling) {
    const value = body[name];
    if (value === undefined || ((name === 'temperature' || name === 'top_p') && value === 1)) continue;
    if (name === 'temperature')
      return refusal(
        `Unsupported value: 'temperature' does not support ${JSON.stringify(value)} with this model. Only the default (1) value is supported.`,
        name,
        'unsupported_value'
      );
    return refusal(`Unsupported parameter: '${name}' is not supported with this model.`, name, 'unsupported_parameter');
  }
  return null;
};

const limitRefusal = (body: Body, name: string, { output }: Rules): Answered | null => {
  const limit = body[name];
  return typeof limit === 'number' && limit > output
    ? refusal(
        `${name} is too large: ${limit}. This model supports at most ${output} completion tokens, whereas you provided ${limit}.`,
        name,
        'invalid_value'
      )
    : null;
};

/** The error with which OpenAI refuses a request that a lenient stand-in would answer. */
export const strictOpenAi = (path: string, authorization: string | undefined, body: Body): Answered | null => {
  if (!authorization?.startsWith('Bearer ')) return refusal('You didn’t provide an API key.', null, null, 401);
  const chat = path === '/v1/chat/completions';
  const foreign = Object.keys(body).find((name) => !(chat ? chatParameters : responsesParameters).has(name));
  if (foreign)
    return chat
      ? refusal(`Unrecognized request argument supplied: ${foreign}`, null, null)
      : refusal(`Unknown parameter: '${foreign}'.`, foreign, 'unknown_parameter');
  const model = String(body['model']);
  const rules = rulesOf(model);
  if (!rules)
    return refusal(
      `The model \`${model}\` does not exist or you do not have access to it.`,
      null,
      'model_not_found',
      404
    );
  const reasoning = body['reasoning'] as { effort?: string } | undefined;
  const effort = (chat ? (body['reasoning_effort'] as string | undefined) : reasoning?.effort) ?? null;
  if (effort !== null) {
    const found = effortRefusal(effort, rules, chat ? 'reasoning_effort' : 'reasoning.effort');
    if (found) return found;
  }
  if (chat && rules.efforts !== null && body['max_tokens'] !== undefined)
    return refusal(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'max_tokens',
      'unsupported_parameter'
    );
  const searches = ((body['tools'] as { type: string }[] | undefined) ?? []).some(({ type }) => type === 'web_search');
  if (searches && (effort === 'minimal' || model.startsWith('gpt-4.1-nano')))
    return refusal(
      effort === 'minimal'
        ? "The following tools cannot be used with reasoning.effort 'minimal': web_search."
        : "Hosted tool 'web_search' is not supported with this model.",
      'tools',
      null
    );
  const text = JSON.stringify(body['messages'] ?? [body['instructions'], body['input']]);
  if (tokens(text) > rules.context)
    return refusal(
      `This model's maximum context length is ${rules.context} tokens.`,
      'messages',
      'context_length_exceeded'
    );
  return (
    samplingRefusal(body, effort, rules) ??
    limitRefusal(body, 'max_tokens', rules) ??
    limitRefusal(body, 'max_completion_tokens', rules) ??
    limitRefusal(body, 'max_output_tokens', rules)
  );
};
