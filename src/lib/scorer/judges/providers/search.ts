import type { Judge } from '../../judge.ts';
import type { JudgeConfig } from '../settings/config.ts';

/** Models of OpenAI that its documentation names as having no web search. */
const withoutSearch = /^gpt-4\.1-nano(?:-|$)/;

/**
 * Whether a configured judge can search the web, as a member of `Judge`: `always` by its own setting, or if it is deep research
 * that searches with a tool of its provider; `if-asked` if its provider has a search tool that goes with the other settings; else nothing. With web search OpenAI takes no seed and no
 * minimal reasoning effort. Compatible servers have no search tool that is known here.
 */
export const searchOf = ({ provider, model, settings = {} }: JudgeConfig): Pick<Judge, 'webSearch'> => {
  if (provider === 'openai-research' || provider === 'gemini-research') return { webSearch: 'always' };
  if (provider !== 'openai' && provider !== 'gemini' && provider !== 'anthropic') return {};
  if (settings.webSearch !== undefined) return settings.webSearch ? { webSearch: 'always' } : {};
  const { seed, reasoningEffort } = settings;
  const excluded =
    provider === 'openai' && (seed !== undefined || reasoningEffort === 'minimal' || withoutSearch.test(model));
  return excluded ? {} : { webSearch: 'if-asked' };
};
