import { z } from 'zod';
import type { Question } from '../../call.ts';
import type { MetricPrompt, PromptText } from '../../metric.ts';
import { needed } from '../../protocols/wording.ts';
import { askFor, REASK, type UsableReply, type ReplyValue } from '../../protocols/asking.ts';
import { readShape } from '../../protocols/reply-shape.ts';
import { fingerprint } from '../../runs/fingerprint.ts';
import { domainKeys, domains, levels, type DomainKey } from '../../suites/report-bench/surveys/domains.ts';
import { goldList, type GoldList } from '../../suites/report-bench/gold-list.ts';
import { surveyName } from '../../suites/report-bench/identifiers.ts';
import {
  cutOffOf,
  domainCheck,
  finishedPrompt,
  promptFaults,
  promptWriting,
  surveyCheck,
  type SurveyQuestion
} from '../../suites/report-bench/surveys/prompts.ts';
import type { Maker } from './contract.ts';

const input = z.strictObject({
  arxiv: z.string().min(1),
  title: z.string().min(1),
  authors: z.string().nullable(),
  abstract: z.string(),
  versions: z.array(z.iso.date()).min(1),
  level: z.enum(levels),
  /** The survey's own text, from which the prompt is written. */
  text: z.string().min(1),
  /** Its gold references: not asked about, and stored with the query once a person accepts the prompt. */
  references: goldList.shape.references
});
export type SurveyToPrompt = z.infer<typeof input>;

const object = (properties: Record<string, object>): Question['schema']['json'] => ({
  ...{ type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
});
const text = (description: string): object => ({ type: 'string', description });

const schemas = {
  check: {
    name: 'survey_check',
    json: object({
      reason: text('One sentence.'),
      isLiteratureSurvey: { type: 'boolean', description: 'Whether it is a survey of literature.' }
    })
  },
  domain: {
    name: 'survey_domain',
    json: object({
      reason: text('One sentence.'),
      domain: { type: 'string', enum: domainKeys, description: 'The letter of the domain.' }
    })
  },
  prompt: { name: 'survey_prompt', json: object({ prompt: text('The request.') }) }
} satisfies Record<string, Question['schema']>;

/** Every word that a model is shown apart from the survey. */
const words = levels.map((level) => promptWriting.ask({ title: '', abstract: '' }, '', level).system);
const prompt: MetricPrompt = {
  ...{ name: 'report-bench/survey-prompts', version: '1', system: words[0]! },
  hash: fingerprint({
    check: surveyCheck.ask({ title: '', abstract: '' }).system,
    domain: domainCheck.ask({ title: '', abstract: '' }).system,
    ...{ words, schemas, REASK }
  })
};

const forms = { sentence: 'one sentence', paragraph: 'one paragraph', detailed: 'in detail' } as const;
const bothMessages = ({ system, user }: SurveyQuestion): string => `${system}\n\n${user}`;
const paper = { title: '{title}', abstract: '{abstract}' };
const paperHoles = ['title', 'abstract'].map((name) => needed(name, `the survey’s ${name}`));

/** The questions in their order, each with its system message and its message. */
const texts = (): PromptText[] => [
  ...(
    [
      ['check', 'Is it a survey of literature', surveyCheck.ask(paper)],
      ['domain', 'Domain', domainCheck.ask(paper)]
    ] as const
  ).map(([name, title, question]) => ({ name, title, text: bothMessages(question), holes: paperHoles })),
  ...levels.map((level) => ({
    ...{ name: `prompt-${level}`, title: `Request, ${forms[level]}` },
    text: bothMessages(promptWriting.ask(paper, '{text}', level)),
    holes: [...paperHoles, needed('text', 'the text of the survey')]
  }))
];

/** The survey's gold list as the material of its query. */
const goldListOf = ({ arxiv, title, authors, versions, level, references }: SurveyToPrompt): GoldList => ({
  survey: { arxiv, title, authors, versions },
  cutOff: cutOffOf({ versions }),
  ...{ level, references }
});

/**
 * The task whose ideal answer is a published survey, as ReportBench makes them (arXiv 2508.15804, sections 2.1.1–2.1.3): is it a survey
 * of literature, which domain does it serve, and the request in one of three levels. The cut-off and the ban on the survey are
 * added by code. A paper that is no survey makes nothing.
 */
export const surveyPrompts: Maker<SurveyToPrompt> = {
  name: 'survey-prompts',
  title: 'Prompts of surveys',
  about:
    'Research tasks whose ideal answer is a published survey, with its domain, for a benchmark in the manner of ReportBench.',
  input,
  shown: ({ title, abstract }) => [title, abstract].filter((part) => part !== '').join('\n\n'),
  prompt,
  texts,
  make: async (survey, { name, version, hash }, can) => {
    const ask = <Reply>(
      { system, user }: SurveyQuestion,
      schema: Question['schema'],
      read: (text: string) => ReplyValue<Reply>
    ): Promise<UsableReply<Reply>> => askFor(can, { prompt: { name, version, hash }, system, user, schema }, read);

    const check = await ask(surveyCheck.ask(survey), schemas.check, (reply) => readShape(reply, surveyCheck.reply));
    if (!check.ok) return check;
    if (!check.value.isLiteratureSurvey) return { ok: true, pieces: [], prose: check.prose };
    const domain = await ask(domainCheck.ask(survey), schemas.domain, (reply) => readShape(reply, domainCheck.reply));
    if (!domain.ok) return domain;
    const written = await ask(promptWriting.ask(survey, survey.text, survey.level), schemas.prompt, (reply) => {
      const read = readShape(reply, promptWriting.reply);
      if (!read.ok) return read;
      const [fault] = promptFaults(read.value.prompt, survey);
      return fault === undefined
        ? read
        : { ok: false, fault: `the prompt gives the survey away: ${fault.toLowerCase()}` };
    });
    if (!written.ok) return written;
    const key: DomainKey = domain.value.domain;
    return {
      ok: true,
      pieces: [
        {
          text: finishedPrompt(written.value.prompt, survey),
          why: domain.value.reason,
          data: {
            ...{ qid: surveyName(survey.arxiv), level: survey.level, domain: domains[key], domainKey: key },
            material: { 'report-bench': goldListOf(survey) }
          }
        }
      ],
      prose: check.prose || domain.prose || written.prose
    };
  }
};
