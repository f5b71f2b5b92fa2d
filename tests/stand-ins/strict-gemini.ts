import type { Answered } from './server.ts';

type Body = Record<string, unknown>;

const refusal = (message: string, status = 400, code = 'INVALID_ARGUMENT'): Answered => ({
  status,
  body: { error: { code: status, message, status: code } }
});

const requestMembers = new Set(
  'contents systemInstruction generationConfig tools toolConfig safetySettings cachedContent'.split(' ')
);
const configMembers = new Set(
  'temperature topP topK candidateCount maxOutputTokens stopSequences responseMimeType responseSchema responseJsonSchema seed presencePenalty frequencyPenalty thinkingConfig'.split(
    ' '
  )
);

interface Rules {
  /** Smallest and largest thinking budget besides 0 and -1; null if the model does not think. */
  budget: readonly [number, number] | null;
  off: boolean;
  levels: string | null;
}

const models: readonly (readonly [RegExp, Rules])[] = [
  [/^gemini-2\.0/, { budget: null, off: true, levels: null }],
  [/^gemini-2\.5-pro/, { budget: [128, 32_768], off: false, levels: null }],
  [/^gemini-2\.5-flash-lite/, { budget: [512, 24_576], off: true, levels: null }],
  [/^gemini-2\.5-flash/, { budget: [1, 24_576], off: true, levels: null }],
  [/^gemini-3(\.\d)?-pro/, { budget: [128, 32_768], off: false, levels: 'LOW MEDIUM HIGH' }],
  [/^gemini-3\.7-flash/, { budget: [1, 24_576], off: true, levels: 'LOW MEDIUM HIGH' }],
  [/^gemini-3(\.\d)?-flash/, { budget: [1, 24_576], off: true, levels: 'MINIMAL LOW MEDIUM HIGH' }],
  // Nothing is known of its settings yet.
  [/^gemini-4-argon$/, { budget: [1, 65_536], off: true, levels: 'MINIMAL LOW MEDIUM HIGH' }]
];

const thinkingRefusal = (
  thinking: { thinkingBudget?: number; thinkingLevel?: string },
  { budget, off, levels }: Rules
): Answered | null => {
  const { thinkingBudget: asked, thinkingLevel: level } = thinking;
  if (asked !== undefined && level !== undefined)
    return refusal('You can only set only one of thinking budget and thinking level.');
  if (level !== undefined && levels === null) return refusal('Thinking level is not supported for this model.');
  if (level !== undefined && !levels?.split(' ').includes(level))
    return refusal(`Thinking level ${level} is not supported for this model.`);
  if (asked === undefined || asked === -1) return null;
  if (asked === 0) return off ? null : refusal('Budget 0 is invalid. This model only works in thinking mode.');
  if (budget === null) return refusal('Thinking is not supported for this model.');
  return asked >= budget[0] && asked <= budget[1]
    ? null
    : refusal(`The thinking budget ${asked} is invalid. Please choose a value between ${budget[0]} and ${budget[1]}.`);
};

/** The error with which Gemini refuses a request that a lenient stand-in would answer. */
export const strictGemini = (model: string, body: Body): Answered | null => {
  const foreign = Object.keys(body).find((name) => !requestMembers.has(name));
  if (foreign) return refusal(`Invalid JSON payload received. Unknown name "${foreign}": Cannot find field.`);
  const config = (body['generationConfig'] ?? {}) as Body;
  const member = Object.keys(config).find((name) => !configMembers.has(name));
  if (member)
    return refusal(
      `Invalid JSON payload received. Unknown name "${member}" at 'generation_config': Cannot find field.`
    );
  const rules = models.find(([names]) => names.test(model))?.[1];
  if (!rules)
    return refusal(
      `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
      404,
      'NOT_FOUND'
    );
  const { temperature, maxOutputTokens, thinkingConfig } = config;
  if (typeof temperature === 'number' && (temperature < 0 || temperature > 2))
    return refusal('* GenerateContentRequest.generation_config.temperature: must be in the range [0.0, 2.0].');
  if (typeof maxOutputTokens === 'number' && maxOutputTokens > 65_536)
    return refusal(
      `Unable to submit request because it has a maxOutputTokens value of ${maxOutputTokens} but the supported range is from 1 (inclusive) to 65537 (exclusive).`
    );
  return thinkingConfig ? thinkingRefusal(thinkingConfig, rules) : null;
};
