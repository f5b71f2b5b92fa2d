import type { JudgeConfig } from '../../judges/index.ts';
import type { JudgeCallError } from '../../judge.ts';

const variables: Partial<Record<JudgeConfig['provider'], string>> = {
  openai: 'OPENAI_API_KEY',
  gemini: 'GEMINI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY'
};

const keyOf = ({ provider, server }: JudgeConfig): string =>
  variables[provider] ??
  (server ? `VOIRDIRE_KEY_${server.toUpperCase().replaceAll('-', '_')}` : 'the key of a named server');

/** Why a call to a judge failed and what to do about it, in plain words, with the server's own words behind them. */
export function explainFailure(failure: JudgeCallError, config: JudgeConfig): string {
  return `${plainly(failure, config)} ${failure.message}`.trim();
}

function plainly({ status, closes, outage, message }: JudgeCallError, config: JudgeConfig): string {
  if (closes === 'key' || status === 401)
    return `The provider does not accept the key. Check ${keyOf(config)} where Voirdire starts.`;
  if (closes === 'address')
    return 'No judge is asked at this address from here. Check the base URL, or name the server.';
  if (closes === 'quota') return 'The quota or the credit of this key is used up. Top it up, or use another key.';
  if (closes === 'model' || status === 404)
    return `The provider does not know the model ${config.model} at this address. Check its name and the base URL.`;
  if (status === 403)
    return `The key may not use ${config.model} from here. Check its permissions, and any proxy between.`;
  if (status === 429) return 'The provider receives too many requests. Wait a minute, or set limits for it.';
  if (status === 400 || status === 422)
    return 'The provider refuses a setting of this judge, or the form of the request. Change the setting it names.';
  if (status !== null && status >= 500) return 'The provider has a fault of its own. Try again later.';
  if (message.startsWith('The judge gave no answer within'))
    return 'The deadline passed. Raise the deadline of a call.';
  if (outage || message.includes('could not be reached'))
    return 'The server cannot be reached. Check network, base URL and proxy.';
  return 'The call failed.';
}
