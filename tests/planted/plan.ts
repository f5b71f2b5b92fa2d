import type { Random } from '../../src/lib/stats/numbers/rng.ts';
import { Author, type Brief } from './author.ts';
import { type Block, citedUrls, isNumbered, type ListFaults, sentencesOf, writeMarkdown } from './markdown.ts';
import type { PlantedReport, Truth } from './truth.ts';
import { pick } from './random.ts';
import { titleOf, type World } from './world.ts';

/** Writes one report to its brief, and down what was planted in it. */
export function writeReport(world: World, brief: Brief, random: Random): PlantedReport {
  const author = new Author(world, brief, random);
  const { blocks, contradictions, gaps } = author.write();
  const cites = brief.style !== 'none';
  if (!cites) strip(blocks);
  const faults = listFaults(world, brief, blocks, random);
  const markdown = writeMarkdown({
    title: titleOf(world),
    language: world.language,
    style: brief.style,
    blocks,
    faults,
    listed: (url) => listedAs(world, url)
  });
  const sentences = sentencesOf(blocks);
  const truth: Truth = {
    presentation: presentationOf(brief),
    contradictions,
    gaps: cites
      ? gaps
      : sentences
          .filter(({ statement }) => statement !== null)
          .map(({ text, numeric }) => ({ quote: text, gap: numeric ? 'numeric' : 'words' })),
    coverage: [...brief.coverage],
    depth: brief.depth,
    cited: sentences.flatMap(({ text, statement, numeric, sources: own, covered = [], cells }) => {
      const sources = own.length > 0 ? own : cites ? covered : [];
      return sources.length > 0 ? [{ text, statement, numeric, sources, ...(cells && { cells }) }] : [];
    }),
    urls: citedUrls(blocks),
    listedOnly: faults.uncited?.url ?? null
  };
  return { system: brief.system, qid: world.qid, style: brief.style, markdown, truth };
}

/** A stray page that hides what it is stands in the list under the title that one would expect there. */
const listedAs = (world: World, url: string): string => {
  const page = world.pages.find((one) => one.url === url);
  if (!page) throw new Error(`${url} is not a page of ${world.qid}`);
  return page.disguised ? `${titleOf(world)}: notes` : page.title;
};

function strip(blocks: readonly Block[]): void {
  for (const sentence of sentencesOf(blocks)) sentence.sources = [];
}

function listFaults(world: World, { defects, style }: Brief, blocks: readonly Block[], random: Random): ListFaults {
  const cited = new Set(citedUrls(blocks));
  const [first] = cited;
  // Under two numbers only what is cited twice, so that both are used.
  const twice = sentencesOf(blocks).filter(({ sources }) => first !== undefined && sources.includes(first)).length > 1;
  const unused = world.pages.find(({ url, kind }) => !cited.has(url) && kind !== 'slow' && kind !== 'rate-limited');
  return {
    uncited: defects.includes('p3') ? (unused ?? null) : null,
    order: defects.includes('p5') && isNumbered(style) ? pick(random, ['unsorted', 'two-lists'] as const) : null,
    numbering: defects.includes('p10')
      ? pick(random, twice ? (['skip', 'double'] as const) : (['skip'] as const))
      : null
  };
}

/** Returns the true answers for form. The items that code can decide depend on the style: see the questions of the checklist. */
function presentationOf({ style, defects }: Brief): Truth['presentation'] {
  const has = (key: string): boolean => defects.includes(key);
  const marked = isNumbered(style);
  const listed = style !== 'none' && style !== 'links-without-list';
  const finding = (key: string, code: boolean, fails = has(key)) => ({
    label: fails ? ('no' as const) : ('yes' as const),
    code
  });
  return {
    p1: finding('p1', false),
    p2: finding('p2', false),
    p3: finding('p3', listed),
    // Links without a list lead to no entry; whether links have to be listed at all is for a reader to say.
    p4: finding('p4', marked, has('p4') || style === 'links-without-list'),
    p5: finding('p5', true, has('p5') || !listed),
    p6: finding('p6', style !== 'none'),
    p7: finding('p7', marked),
    p8: finding('p8', true),
    p9: finding('p9', true),
    p10: finding('p10', true)
  };
}
