/** References of a report: each cited page, or each work that its text names, as its judge reads it. */
import type { Question } from '../../../call.ts';
import type { Capabilities } from '../../../capabilities.ts';
import type { Metric, MetricPrompt, PromptWording } from '../../../metric.ts';
import type { Page } from '../../../page.ts';
import type { ReplyValue } from '../../../protocols/asking.ts';
import { askAlone, inParallel } from '../../../protocols/asking-alone.ts';
import { delimit } from '../../../protocols/delimiter.ts';
import { holdsQuote } from '../../../protocols/rubric-tree/rubric-tree-quotes.ts';
import { pageBranches } from '../../../protocols/rubric-tree/rubric-tree-units.ts';
import type { Sample } from '../../../sample.ts';
import type { Evidence } from '../../../verdict.ts';
import { failsClaims } from '../../../web/outcomes.ts';
import { arxivIdIn, arxivIdOf, doiIn, doiKey } from '../identifiers.ts';
import type { FoundReference } from '../matching.ts';
import { fill } from '../../../protocols/reading/template.ts';
import { holes, instructionsOf, textOf } from '../../../protocols/wording.ts';
import { LIST, PAGE, type ReferencePrompt } from '../prompts/references-1.ts';
import {
  type FoundWork,
  playing,
  questionOf,
  readByAsking,
  readingHoles
} from '../../../protocols/reading/read-by-asking.ts';
import { type Abstention, isAbstention, readReply } from '../../../protocols/reading/reply-parts.ts';
import { pageSchema, pageShape, worksSchema, worksShape } from './replies.ts';

/** Characters of a page from which its work is told. */
const OPENING = 3_000;
/** Pages of one report that are read at once. */
const AT_ONCE = 6;
/** The role that names works. */
export const EXTRACTOR = 'extractor';

/** Facts about one reference, and their source. */
export interface KnownReference {
  unit: { item: string; text: string };
  page: Page | null;
  /** Null if it is not known what it refers to: the judge abstained, or failed with the reason. */
  found: FoundReference | null;
  rationale: string;
  evidence: Evidence[];
  /** `invented`: the judge named a work that the report does not. */
  state: 'known' | 'invented' | 'abstained' | 'unscored';
  prose: boolean;
}

interface Described {
  scholarly: boolean;
  rationale: string;
  title: string | null;
  arxiv: string | null;
  doi: string | null;
  published: string | null;
}

const opening = (page: Page): string =>
  `Address: ${page.url}\nTitle: ${page.title?.replace(/\s+/g, ' ').slice(0, 300) ?? '(none)'}\n\n${(page.text ?? '').slice(0, OPENING)}`.toWellFormed();

/** arXiv id and DOI that the addresses of a page hold. */
const idsOfAddress = ({
  url,
  finalUrl
}: Pick<Page, 'url' | 'finalUrl'>): { arxiv: string | null; doi: string | null } => {
  const written = [url, finalUrl ?? ''].map((one) => {
    try {
      return decodeURIComponent(one);
    } catch {
      return one;
    }
  });
  const first = <T>(read: (text: string) => T | null): T | null =>
    written.reduce<T | null>((found, one) => found ?? read(one), null);
  return { arxiv: first(arxivIdIn), doi: first((one) => doiIn(one.replace(/[?#].*$/, ''))) };
};

/** An identifier that the judge names counts if what it was shown holds it. */
const held = (shown: string, id: string | null, keyOf: (id: string) => string | null): string | null => {
  const key = id === null ? null : keyOf(id);
  return key !== null && key !== '' && shown.toLowerCase().includes(key) ? key : null;
};

const readPage =
  (page: Page, shown: string, can: { abstains: boolean }) =>
  (text: string): ReplyValue<Described | Abstention> =>
    readReply(text, pageShape, can, ({ rationale, scholarly, ...said }): ReplyValue<Described> => {
      const { title } = said;
      if (!scholarly)
        return { ok: true, value: { rationale, scholarly, title: null, arxiv: null, doi: null, published: null } };
      if (title === null || title === '') return { ok: false, fault: 'it names a scholarly work without its title' };
      if (!holdsQuote(`${page.title ?? ''}\n${page.text ?? ''}`, title))
        return { ok: false, fault: 'the title that it gives is not on the page' };
      const ids = { arxiv: held(shown, said.arxiv, arxivIdOf), doi: held(shown, said.doi, doiKey) };
      return { ok: true, value: { rationale, scholarly, title, published: said.published, ...ids } };
    });

/** The one question of a version: which work a page is about, or which works the report names. */
export const referenceWording = (prompt: MetricPrompt): PromptWording =>
  (prompt as ReferencePrompt).route === 'list'
    ? {
        texts: [
          instructionsOf(prompt),
          { name: 'list', title: 'Works of the report', text: textOf(prompt, 'list', LIST), holes: readingHoles }
        ],
        replies: [worksSchema.json]
      }
    : {
        texts: [
          instructionsOf(prompt),
          { name: 'page', title: 'Work of a page', text: textOf(prompt, 'page', PAGE), holes: [holes.page] }
        ],
        replies: [pageSchema.json]
      };

/** A question about a page: which work is it about? */
const pageQuestion = (metric: Metric, page: Page, key: string): Question =>
  questionOf(metric, {
    user: fill(textOf(metric.prompt, 'page', PAGE), { page: delimit('page', opening(page), key) }),
    schema: pageSchema,
    role: EXTRACTOR,
    assume: () =>
      JSON.stringify({ rationale: '', scholarly: false, title: null, arxiv: null, doi: null, published: null })
  });

/** By its address alone: an identifier in it names the work, unless nothing is there. */
const byAddress = (key: string, page: Page): FoundReference => {
  const { arxiv, doi } = idsOfAddress(page);
  const named = (arxiv !== null || doi !== null) && !failsClaims(page.outcome);
  return { key, kind: named ? 'scholarly' : 'unresolvable', title: null, arxiv, doi, published: null };
};

const referenceOfPage = async (
  source: { key: string; url: string },
  metric: Metric,
  can: Capabilities
): Promise<KnownReference> => {
  const page = await can.fetch(source.url);
  const own: Pick<KnownReference, 'unit' | 'page' | 'evidence' | 'prose'> = {
    ...{ unit: { item: source.key.replace('source', 'reference'), text: source.url }, page, evidence: [], prose: false }
  };
  const { item } = own.unit;
  const address = byAddress(item, page);
  if (page.outcome === 'not-fetched')
    return { ...own, found: null, state: 'unscored', rationale: `The cited page was not fetched: ${page.note}.` };
  if (page.outcome !== 'ok' || page.text === null) {
    const rationale = `The page was not read: ${page.note}.${address.kind === 'scholarly' ? ' Its address names the work.' : ''}`;
    return { ...own, found: address, state: 'known', rationale };
  }
  const player = playing(can, EXTRACTOR);
  const shown = opening(page);
  const asked = await askAlone(player, pageQuestion(metric, page, can.delimiterKey), readPage(page, shown, player));
  if (!asked.ok) return { ...own, found: null, state: 'unscored', rationale: asked.reason };
  const { prose } = asked;
  if (isAbstention(asked.value))
    return {
      ...own,
      found: address.kind === 'scholarly' ? address : null,
      state: 'abstained',
      rationale: asked.value.abstains
    };
  const { scholarly, rationale, ...described } = asked.value;
  const found: FoundReference = {
    ...{ key: item, kind: scholarly ? 'scholarly' : 'not-scholarly', ...described },
    ...(scholarly && { arxiv: described.arxiv ?? address.arxiv, doi: described.doi ?? address.doi })
  };
  return { ...own, found, state: 'known', rationale, prose };
};

type Named = Omit<Described, 'scholarly' | 'rationale'>;

const readWorks = (text: string, can: { abstains: boolean }): ReplyValue<FoundWork<Named>[] | Abstention> =>
  readReply(text, worksShape, can, ({ works }): ReplyValue<FoundWork<Named>[]> => {
    if (works.some(({ title }) => title === null || title === ''))
      return { ok: false, fault: 'it names a work without its title' };
    return { ok: true, value: works.map((work) => ({ words: work.title ?? '', more: work })) };
  });

/** References out of the report's own words; a title that is not in the report was made up by the judge. */
export const referencesOfText = async (
  sample: Sample,
  metric: Metric,
  can: Capabilities
): Promise<KnownReference[] | { reason: string } | { abstains: string }> => {
  const read = await readByAsking(sample, metric, can, {
    ...{ template: textOf(metric.prompt, 'list', LIST), role: EXTRACTOR, schema: worksSchema, read: readWorks },
    assume: () => '{"works":[]}'
  });
  if (!read.ok) return 'abstains' in read ? { abstains: read.abstains } : { reason: read.reason };
  const { markdown } = sample.report;
  return read.found.map(({ words, more, evidence }, at): KnownReference => {
    const item = `reference-${at + 1}`;
    const unit = { item, text: words };
    if (evidence.place === null)
      return {
        ...{ unit, page: null, found: null, evidence: [evidence], state: 'invented', prose: read.prose },
        rationale: 'The report does not name this work.'
      };
    return {
      ...{ unit, page: null, evidence: [evidence], state: 'known', prose: read.prose },
      rationale: '',
      found: {
        ...{ key: item, kind: 'scholarly', title: words, published: more.published },
        arxiv: held(markdown, more.arxiv, arxivIdOf),
        doi: held(markdown, more.doi, doiKey)
      }
    };
  });
};

/** References out of the pages that the report cites, each address read once. */
export const referencesOfPages = async (
  sample: Sample,
  metric: Metric,
  can: Capabilities
): Promise<KnownReference[]> => {
  const branches = await pageBranches(sample.report.markdown);
  return inParallel(branches, AT_ONCE, ({ source }) => referenceOfPage(source, metric, can));
};
