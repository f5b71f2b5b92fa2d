import type { Random } from '../../src/lib/stats/numbers/rng.ts';
import { totalOf } from './depth.ts';
import { type Block, type Row, sentencesOf, type Written } from './markdown.ts';
import { type Delivery, outcomeOf, type PageKind, type PlantedPage, type Style, type Truth } from './truth.ts';
import * as words from './words.ts';
import { pick, shuffled } from './random.ts';
import { bears, causeOn, causeSentence, excuse, type Figure, figureSentence, isReadable, type World } from './world.ts';

/** Kinds of pages on which a run has to wait: few, but cited for certain. */
const costly: readonly PageKind[] = ['slow', 'rate-limited', 'server-error'];

/** The plan of a report; everything else follows from the stream of random numbers. */
export interface Brief {
  system: string;
  style: Style;
  /** Share of citations that lead to pages which cannot be read. */
  broken: number;
  contradictions: number;
  gaps: number;
  /** Keys of the presentation items to fail. */
  defects: readonly string[];
  coverage: readonly Delivery[];
  depth: Truth['depth'];
}

/** Figures kept for the checklist: nothing else in a report speaks of them. */
export const itemFigures = (world: World, count: number): Figure[] =>
  world.figures.filter((_, at) => at % 23 === 0).slice(0, count);

interface Told {
  figure: Figure;
  form: number;
  sentence: Written;
}

/** Composes the text of one report, defects and all. */
export class Author {
  readonly #world: World;
  readonly #brief: Brief;
  readonly #random: Random;
  readonly #readable: PlantedPage[];
  readonly #broken: PlantedPage[];
  /** One obstacle per place throughout a report: what it says of them never contradicts itself. */
  readonly #causes: Map<string, { cause: number; source: string }>;
  #pool: Figure[];
  #gaps: Truth['gaps'] = [];

  constructor(world: World, brief: Brief, random: Random) {
    this.#world = world;
    this.#brief = brief;
    this.#random = random;
    this.#readable = shuffled(random, world.pages.filter(isReadable)).slice(0, 3 + random.below(3));
    const unread = world.pages.filter((page) => outcomeOf[page.kind] !== 'ok' || page.disguised);
    this.#broken = shuffled(random, unread).slice(0, 3);
    this.#causes = new Map(
      shuffled(random, world.places).map((place) => {
        const { page, cause } = causeOn(world, place);
        const said = random.unit() < 0.7 ? cause : (cause + 1) % words.causes[world.language].length;
        const source = this.#readable.includes(page) ? page : pick(random, this.#readable);
        return [place, { cause: said, source: source.url }];
      })
    );
    const kept = new Set(itemFigures(world, 10));
    this.#pool = shuffled(
      random,
      world.figures.filter((figure) => !kept.has(figure))
    );
  }

  write(): { blocks: Block[]; contradictions: [string, string][]; gaps: Truth['gaps'] } {
    const { contradictions, defects, depth } = this.#brief;
    const zh = this.#world.language === 'zh';
    const originals = Array.from({ length: contradictions }, () => this.#figure());
    const others = Array.from({ length: 5 + this.#random.below(4) }, () => this.#figure());
    if (defects.includes('p7')) others[0] = this.#inForm(3, others[0]!);
    const rare = this.#world.pages.find(({ kind }) => costly.includes(kind));
    if (rare) others[1]!.sentence.sources = [rare.url];
    const restated = originals.map(({ figure, form, sentence }) => ({
      sentence,
      contrary: figureSentence(this.#world, figure, this.#otherForm(form), sentence.sources, figure.contrary)
    }));
    const body = shuffled(this.#random, [...originals, ...others]).map(({ sentence }) => sentence);
    const sections: Block[][] = [
      this.#section(zh ? '统计结果' : 'What was counted', this.#paragraphs(body)),
      this.#section(zh ? '障碍' : 'What stands in the way', this.#obstacles()),
      this.#section(zh ? '其他观察' : 'Further observations', this.#uncited()),
      this.#section(zh ? '清单' : 'What was asked for', this.#delivered()),
      this.#section(zh ? '解读' : 'What follows from it', [this.#analysis(totalOf(depth))]),
      this.#section(zh ? '结论' : 'In short', [
        ...this.#paragraphs([...restated.map(({ contrary }) => contrary), ...this.#echo(others)]),
        this.#aside()
      ])
    ];
    // A conclusion in front of everything, and the obstacles last (p1).
    if (defects.includes('p1')) sections.unshift(sections.pop()!, sections.splice(3, 1)[0]!);
    const blocks = [this.#aside(), ...sections.flat()];
    if (this.#world.qid.endsWith('3') || this.#world.qid.endsWith('6')) this.#addTable(blocks);
    const clashes = restated.map(({ sentence, contrary }): [string, string] => [sentence.text, contrary.text]);
    this.#spoil(blocks, new Set(clashes.flat()));
    return { blocks, contradictions: clashes, gaps: this.#gaps };
  }

  #section(title: string, blocks: Block[]): Block[] {
    return blocks.length === 0 ? [] : [{ kind: 'heading', title }, ...blocks];
  }

  #aside(): Block {
    const text = pick(this.#random, words.asides[this.#world.language]).replace(/[.。]$/, '');
    return { kind: 'paragraph', sentences: [{ text, statement: null, numeric: false, sources: [] }] };
  }

  #analysis(points: number): Block {
    const lines = shuffled(this.#random, words.analysis[this.#world.language]).slice(0, 1 + Math.floor(points / 4));
    return {
      kind: 'paragraph',
      sentences: lines.map((line) => ({
        text: line.replace(/[.。]$/, ''),
        statement: null,
        numeric: false,
        sources: []
      }))
    };
  }

  /** The next figure of the pool, with the pages that it cites. */
  #figure(): Told {
    const borne = this.#random.unit() < 0.8;
    const fits = (figure: Figure): boolean => this.#readable.some((page) => bears(this.#world, page, figure)) === borne;
    const at = Math.max(0, this.#pool.findIndex(fits));
    const figure = this.#pool.splice(at, 1)[0]!;
    const form = 1 + this.#random.below(4);
    return { figure, form, sentence: figureSentence(this.#world, figure, form, this.#sources(figure)) };
  }

  #inForm(form: number, { figure, sentence }: Told): Told {
    return { figure, form, sentence: figureSentence(this.#world, figure, form, sentence.sources) };
  }

  #sources(figure: Figure): string[] {
    const chance = this.#random.unit();
    const bearing = this.#readable.filter((page) => bears(this.#world, page, figure));
    const good = pick(this.#random, bearing.length > 0 ? bearing : this.#readable).url;
    if (this.#broken.length > 0 && chance < this.#brief.broken) {
      const bad = pick(this.#random, this.#broken).url;
      return chance < this.#brief.broken / 3 ? [bad, good] : [bad];
    }
    if (chance < 0.82) return [good];
    return [...new Set([good, pick(this.#random, this.#readable).url])];
  }

  /** A form of sentence other than the one that the figure was first put in. */
  #otherForm(used: number): number {
    return 1 + ((used + this.#random.below(3)) % 4);
  }

  /** Agrees with what was said before: no contradiction. */
  #echo([first]: readonly Told[]): Written[] {
    if (!first) return [];
    return [figureSentence(this.#world, first.figure, this.#otherForm(first.form), first.sentence.sources)];
  }

  #obstacles(): Block[] {
    const sentences = [...this.#causes]
      .slice(0, 2)
      .map(([place, { cause, source }]) =>
        causeSentence(this.#world, place, cause, 1 + this.#random.below(2), [source])
      );
    return this.#paragraphs(sentences);
  }

  /** Paragraphs of two to four sentences, now and then a list. Where addresses stand at the end, they stand for all. */
  #paragraphs(sentences: readonly Written[]): Block[] {
    const blocks: Block[] = [];
    for (let from = 0; from < sentences.length;) {
      const size = 2 + this.#random.below(3);
      const some = sentences.slice(from, from + size).map((sentence) => ({ ...sentence }));
      from += size;
      const list = this.#random.unit() < 0.15 && some.length > 1;
      if (this.#brief.style === 'paragraph-urls' && !list)
        for (const sentence of some) sentence.sources = [...some[0]!.sources];
      const aside = this.#random.unit() < 0.2 && !list ? this.#aside() : null;
      const before = aside?.kind === 'paragraph' ? aside.sentences : [];
      // A citation that closes a paragraph covers all sentences since the citation before it, also those that assert nothing.
      const closes = this.#brief.style === 'paragraph-urls' || some.length === 1;
      for (const sentence of before) sentence.covered = closes ? some[0]!.sources : [];
      blocks.push(list ? { kind: 'list', items: some } : { kind: 'paragraph', sentences: [...before, ...some] });
    }
    return blocks;
  }

  /** Claims without a citation, or with one that has plainly nothing to do with them. */
  #uncited(): Block[] {
    const stray = this.#world.pages.find(({ kind, disguised }) => kind === 'stray' && !disguised)!;
    const blocks: Block[] = [];
    for (let n = 0; n < this.#brief.gaps; n++) {
      const inWords = n % 6 === 3;
      const mismatched = n % 5 === 1;
      const bare = this.#bareClaim(inWords ? (n - 3) / 6 : null, mismatched ? [stray.url] : []);
      this.#gaps.push({ quote: bare.text, gap: inWords ? 'words' : mismatched ? 'mismatched' : 'numeric' });
      const afterCited = !inWords && !mismatched && n % 3 === 2 && this.#brief.style !== 'paragraph-urls';
      const cited = afterCited ? [this.#figure().sentence] : [];
      blocks.push({ kind: 'paragraph', sentences: [...cited, bare] });
    }
    return blocks;
  }

  /** A figure, or the obstacle of a place of which nothing was said so far. */
  #bareClaim(obstacle: number | null, sources: string[]): Written {
    if (obstacle === null) return { ...this.#figure().sentence, sources };
    const [place, { cause }] = [...this.#causes][2 + obstacle]!;
    return causeSentence(this.#world, place, cause, 2, []);
  }

  #delivered(): Block[] {
    const figures = itemFigures(this.#world, this.#brief.coverage.length);
    const told: Written[] = [];
    const excuses: Written[] = [];
    figures.forEach((figure, at) => {
      const how = this.#brief.coverage[at]!;
      if (how === 'met')
        told.push(figureSentence(this.#world, figure, 1 + this.#random.below(4), this.#sources(figure)));
      if (how === 'half') told.push(figureSentence(this.#world, figure, null, this.#sources(figure)));
      if (how === 'planned' || how === 'not-available')
        excuses.push({ text: excuse(this.#world, figure, how), statement: null, numeric: false, sources: [] });
    });
    return [
      ...this.#paragraphs(told),
      ...(excuses.length > 0 ? [{ kind: 'paragraph' as const, sentences: excuses }] : [])
    ];
  }

  /** A table whose rows cite: what it says is said in sentences elsewhere as well. */
  #addTable(blocks: Block[]): void {
    if (this.#brief.style === 'paragraph-urls' || this.#brief.style === 'footnotes' || this.#brief.style === 'none')
      return;
    const zh = this.#world.language === 'zh';
    const rows = [...this.#causes].slice(0, 3).map(([place, { cause }]): Row => {
      const cells = [place, words.causes[this.#world.language][cause]!];
      const { statement } = causeSentence(this.#world, place, cause, 0, []);
      const source = pick(this.#random, this.#readable).url;
      return { cells, text: cells.join(' '), statement, numeric: false, sources: [source] };
    });
    const header = zh ? ['地点', '主要障碍', '来源'] : ['Place', 'Main obstacle', 'Source'];
    const at = blocks.findIndex((block) => block.kind === 'heading' && /way$|障碍/.test(block.title));
    blocks.splice(at + 2, 0, { kind: 'table', header, rows });
  }

  /** @param clashes Sentences that are quoted as a whole: no mark may stand inside them. */
  #spoil(blocks: Block[], clashes: ReadonlySet<string>): void {
    const { defects, style } = this.#brief;
    const zh = this.#world.language === 'zh';
    const has = (key: string): boolean => defects.includes(key);
    if (has('p2')) {
      const text = (zh ? words.misspeltChinese : pick(this.#random, words.misspelt)).replace(/[.。]$/, '');
      blocks.splice(1, 0, { kind: 'paragraph', sentences: [{ text, statement: null, numeric: false, sources: [] }] });
    }
    const marked = blocks
      .filter(({ kind }) => kind !== 'table')
      .flatMap((block) => sentencesOf([block]))
      .filter(({ sources }) => sources.length > 0);
    if (has('p4')) (marked.find(({ text }) => !text.startsWith('The ')) ?? marked[0]!).dangling = true;
    if (has('p6')) marked.forEach((sentence, at) => (sentence.odd = at % 3 === 0));
    if (has('p7')) {
      const sentence = marked.find(({ text, dangling }) => text.startsWith('The ') && !dangling && !clashes.has(text));
      if (!sentence) throw new Error(`no sentence of ${this.#world.qid} begins with an article`);
      sentence.interrupted = true;
      sentence.odd = false;
    }
    if (has('p8')) {
      const header = zh ? ['地点', '预测'] : ['Place', 'Outlook'];
      const rows = this.#world.places.slice(0, 2).map((place): Row => {
        const cells = [place, zh ? '待补充' : 'TBD'];
        return { cells, text: cells.join(' '), statement: null, numeric: false, sources: [] };
      });
      blocks.push({ kind: 'table', header, rows });
    }
    if (has('p9')) {
      const form = style === 'links' || style === 'brackets' ? 'bold' : 'glued';
      const headings = blocks.filter((block) => block.kind === 'heading').slice(1, 3);
      for (const heading of headings) heading.form = form;
    }
  }
}
