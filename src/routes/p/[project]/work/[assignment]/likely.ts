import { languageOf } from '$lib/stats/writing/language-of.ts';
import { LRUCache } from 'lru-cache';
import type { RenderedReport } from '$lib/scorer/report/html/render.ts';
import type { Block } from '$lib/scorer/report/html/letters.ts';
import type { BlindItem } from '$lib/studies/judging/blind/blind.ts';
import { likelyPassages, type LikelyPassage } from '$lib/studies/judging/likely-passages.ts';

const pages = new LRUCache<string, Block[]>({ max: 200 });

/** A cited page as numbered paragraphs. Its text never changes, so that the last ones are kept. */
export function pageBlocks(text: string): Block[] {
  const known = pages.get(text);
  if (known) return known;
  const made = text
    .split(/\n{2,}/)
    .filter((one) => one.trim() !== '')
    .map((paragraph, i) => ({ n: i + 1, text: paragraph }));
  pages.set(text, made);
  return made;
}

/** The page that an item's claim cites, as it is shown. */
export const sourceOf = ({ source }: Pick<BlindItem, 'source'>) =>
  source && {
    url: source.url,
    title: source.title,
    language: languageOf(source.text),
    paragraphs: pageBlocks(source.text).map(({ text }) => text)
  };

/** Blocks of a report without its list of references, which contains words of all subjects. */
const read = new WeakMap<RenderedReport, RenderedReport['blocks']>();
function blocksOf(report: RenderedReport): RenderedReport['blocks'] {
  const known = read.get(report);
  if (known) return known;
  const lists = new Set(
    report.html
      .split(/(?=<[a-z]+ [^>]*\bid="p\d+")/)
      .filter((part) => part.includes(' id="ref-'))
      .map((part) => Number(/\bid="p(\d+)"/.exec(part)?.[1]))
  );
  const blocks = report.blocks.filter(({ n }) => !lists.has(n));
  read.set(report, blocks);
  return blocks;
}

/** Where an item's words stand: of a claim in the page that it cites, of everything else that has words of its own in the report. */
export function likelyFor(item: BlindItem, ownWords: boolean, report: RenderedReport): LikelyPassage[] {
  if (item.source) return likelyPassages(item.text, pageBlocks(item.source.text));
  return ownWords ? likelyPassages(item.text, blocksOf(report)) : [];
}
