type Body = Record<string, unknown>;

interface Rules {
  efforts: string | null;
  adaptive: boolean;
  off: boolean;
  output: number;
}

/** Models that the service knows, by name without the date of a snapshot. */
const models: readonly (readonly [RegExp, Rules])[] = [
  [/^claude-(?:haiku|sonnet)-4-5$/, { efforts: null, adaptive: false, off: true, output: 64_000 }],
  [/^claude-opus-4-5$/, { efforts: 'low medium high', adaptive: false, off: true, output: 64_000 }],
  [/^claude-(?:opus|sonnet)-4-6$/, { efforts: 'low medium high max', adaptive: true, off: true, output: 128_000 }],
  [
    /^claude-(?:opus-5-5|fable-5-1|fable-5)$/,
    { efforts: 'low medium high xhigh max', adaptive: true, off: false, output: 128_000 }
  ],
  [
    /^claude-(?:opus-4-[78]|opus-5|sonnet-5|sonnet-5-5|haiku-5-5|mythos-5)$/,
    { efforts: 'low medium high xhigh max', adaptive: true, off: true, output: 128_000 }
  ]
];

/** The message with which the API refuses what the common rules let pass; `not-found` for a model that it does not have. */
export const strictAnthropic = (body: Body): { kind: 'not-found' | 'invalid'; message: string } | null => {
  const invalid = (message: string) => ({ kind: 'invalid' as const, message });
  const model = String(body['model']);
  const rules = models.find(([names]) => names.test(model.replace(/-\d{8}$/, '')))?.[1];
  if (!rules) return { kind: 'not-found', message: `model: ${model}` };
  const temperature = body['temperature'];
  if (typeof temperature === 'number' && (temperature < 0 || temperature > 1))
    return invalid('temperature: range: 0..1');
  const thinking = body['thinking'] as { type?: string } | undefined;
  if (temperature !== undefined && temperature !== 1 && (thinking?.type === 'enabled' || thinking?.type === 'adaptive'))
    return invalid('`temperature` may only be set to 1 when thinking is enabled.');
  if (thinking?.type === 'adaptive' && !rules.adaptive)
    return invalid('adaptive thinking is not supported on this model');
  if (thinking?.type === 'disabled' && !rules.off) return invalid('thinking cannot be disabled on this model');
  const { effort } = (body['output_config'] ?? {}) as { effort?: string };
  if (effort !== undefined && rules.efforts === null)
    return invalid('This model does not support the effort parameter.');
  if (effort !== undefined && !rules.efforts?.split(' ').includes(effort))
    return invalid(
      `This model does not support effort level '${effort}'. Supported levels: ${rules.efforts?.split(' ').join(', ')}.`
    );
  if (Number(body['max_tokens']) > rules.output)
    return invalid(
      `max_tokens: ${String(body['max_tokens'])} > ${rules.output}, which is the maximum allowed number of output tokens for ${model}`
    );
  return null;
};
