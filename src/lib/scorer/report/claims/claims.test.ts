import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import fc from 'fast-check';
import { pairClaims } from './claims.ts';
import { renderReport } from '../html/render.ts';
import { cited, pairs, REFERENCES } from './claims.fixture.ts';
import { processorTime } from '../../../../../tests/timing.ts';

describe('a citation belongs to the sentence that it stands in or follows', () => {
  test.each([
    ['bracket before the stop', 'Ships carried 5 tonnes [1]. Nobody counted ferries.'],
    ['bracket after the stop', 'Ships carried 5 tonnes. [1] Nobody counted ferries.'],
    ['bracket glued to the stop', 'Ships carried 5 tonnes.[1] Nobody counted ferries.'],
    ['superscript', 'Ships carried 5 tonnes.<sup>1</sup> Nobody counted ferries.'],
    ['raised digit', 'Ships carried 5 tonnes.¹ Nobody counted ferries.'],
    ['numbered link', 'Ships carried 5 tonnes [1](https://a.example/one). Nobody counted ferries.'],
    ['bare URL', 'Ships carried 5 tonnes (https://a.example/one). Nobody counted ferries.'],
    ['link in brackets', 'Ships carried 5 tonnes ([Harbour Board](https://a.example/one)). Nobody counted ferries.'],
    ['corner brackets', 'Ships carried 5 tonnes【1】. Nobody counted ferries.']
  ])('%s', (_, text) => {
    expect(cited(text)).toEqual(['Ships carried 5 tonnes. <= https://a.example/one']);
  });

  it('resolves footnotes and definitions', () => {
    expect(pairs('Ships carried 5 tonnes.[^1]\n\n[^1]: Board, https://a.example/x')).toEqual([
      'Ships carried 5 tonnes. <= https://a.example/x'
    ]);
    expect(pairs('Ships carried 5 tonnes [1].\n\n[1]: https://a.example/x')).toEqual([
      'Ships carried 5 tonnes. <= https://a.example/x'
    ]);
  });

  it('reads digits behind stops as marks if a whole report cites by them, as Gemini’s exports do', () => {
    const list = '\n\n## Works cited\n\n1. A. https://a.example/\n2. B. https://b.example/\n3. C. https://c.example/\n';
    const text =
      'Ships carried 5 tonnes in 2023.1 Gemini 2.5 Pro counted the ships.\n\n- **Ferries were full in May.**2 Ports stayed open all year.1, 3\n- Tides rose by 3.2 Meters on most days';
    expect(pairs(`${text}${list}`)).toEqual([
      'Ships carried 5 tonnes in 2023. <= https://a.example/',
      'Ferries were full in May. <= https://b.example/',
      'Ports stayed open all year. <= https://a.example/',
      'Ports stayed open all year. <= https://c.example/'
    ]);
  });

  it.each([
    ['there are fewer than three', [1, 2]],
    ['they do not ascend', [3, 2, 1]],
    ['one has no entry', [1, 2, 9]],
    ['others are marks in brackets', [1, 2, 3, '[1]']]
  ])('does not read digits behind stops as marks if %s', (_, marks) => {
    const list = '\n\n## Works cited\n\n1. A. https://a.example/\n2. B. https://b.example/\n3. C. https://c.example/\n';
    const text = marks.map((one) => `Ports stayed open all year.${one}`).join(' ');
    expect(pairs(`${text}\n\nFerries were full in May.${list}`)).toHaveLength(marks.includes('[1]') ? 1 : 0);
  });

  it('reads citations in front of their sentences if they are in front of the first and behind none', () => {
    const [ships, ferries] = ['Ships carried 5 tonnes.', 'Ferries were full in May.'];
    const [one, two] = ['https://a.example/one', 'https://b.example/two'];
    expect(cited(`[1] ${ships} [2] ${ferries}`)).toEqual([`${ships} <= ${one}`, `${ferries} <= ${two}`]);
    expect(cited(`[1] ${ships} Ports stayed open all year. [2] ${ferries}`)).toEqual([
      `${ships} <= ${one}`,
      `${ferries} <= ${two}`
    ]);
    expect(cited(`[1] says so. ${ships} [2] Ports stayed open all year.`)).toEqual([`${ships} <= ${two}`]);
  });

  it('resolves author and year if the entry has an address', () => {
    const list =
      '\n\n## References\n\n- Miller, J., & Voss, K. (2021). Ferries. https://a.example/m\n- Okafor, P. (2019). Ports.\n';
    expect(pairs(`Ferries lost a third of their riders (Miller & Voss, 2021).${list}`)).toEqual([
      'Ferries lost a third of their riders. <= https://a.example/m'
    ]);
    expect(pairs(`Miller et al. (2021) counted ferries twice a day.${list}`)).toEqual([
      'Miller et al. (2021) counted ferries twice a day. <= https://a.example/m'
    ]);
  });

  it('makes one claim for each page, and none for entries without an address or numbers without an entry', () => {
    expect(cited('Ships carried 5 tonnes [1, 2], said the board [3][9].')).toEqual([
      'Ships carried 5 tonnes, said the board. <= https://a.example/one',
      'Ships carried 5 tonnes, said the board. <= https://b.example/two'
    ]);
  });

  it('counts a page once if link and number name the same one', () => {
    expect(cited('Ships carried 5 tonnes ([Board](https://a.example/one#p3))[1].')).toEqual([
      'Ships carried 5 tonnes. <= https://a.example/one#p3'
    ]);
  });

  it('keeps the words of a link that are part of the sentence', () => {
    expect(cited('According to the [Harbour Board](https://x.example/b), ships carried 5 tonnes.')).toEqual([
      'According to the Harbour Board, ships carried 5 tonnes. <= https://x.example/b'
    ]);
  });

  it('gives clauses parted by semicolons their own citations', () => {
    expect(cited('Cargo grew by 4 percent in May [1]; ferry riders fell by half [2].')).toEqual([
      'Cargo grew by 4 percent in May <= https://a.example/one',
      'ferry riders fell by half. <= https://b.example/two'
    ]);
  });
});

describe('citations at the end', () => {
  it('of a paragraph cover the sentences since the citation before', () => {
    expect(
      cited('Ports are very old places. Cargo grew in May [1]. Ferries lost many riders. Nobody knows quite why. [2]')
    ).toEqual([
      'Cargo grew in May. <= https://a.example/one',
      'Ferries lost many riders. <= https://b.example/two',
      'Nobody knows quite why. <= https://b.example/two'
    ]);
  });

  it('cover a whole paragraph that cites nothing else', () => {
    expect(cited('Cargo grew by 5 tonnes. Ferries lost 9 riders a day.\nhttps://x.example/p')).toEqual([
      'Cargo grew by 5 tonnes. <= https://x.example/p',
      'Ferries lost 9 riders a day. <= https://x.example/p'
    ]);
  });

  it('do not reach back from the middle of the last sentence', () => {
    expect(cited('Cargo grew by 5 tonnes. As counted in [1], ferries lost 9 riders a day.')).toEqual([
      'As counted in, ferries lost 9 riders a day. <= https://a.example/one'
    ]);
  });

  it('alone on a line cover the paragraph above', () => {
    expect(cited('Cargo grew by 5 tonnes.\n\nSources: [1], [2]')).toEqual([
      'Cargo grew by 5 tonnes. <= https://a.example/one',
      'Cargo grew by 5 tonnes. <= https://b.example/two'
    ]);
  });

  it('alone in a last item cover the items of that level without their own', () => {
    expect(
      cited('- Port of Kiel\n  - Cargo: 5 tonnes\n  - Riders: 9 a day [2]\n  - Fish: 4 boxes\n  - Source: [1]')
    ).toEqual(['Riders: 9 a day <= https://b.example/two', 'Fish: 4 boxes <= https://a.example/one']);
  });

  it('do not cover what stands under another heading', () => {
    expect(cited('Cargo grew by 5 tonnes.\n\n## Links\n\nSources: [1]')).toEqual([]);
  });

  it('of a lead-in cover the items below that have none', () => {
    expect(cited('Figures for 2024 [1]:\n\n- Cargo: 5 tonnes\n- Riders: 9 a day [2]')).toEqual([
      'Cargo: 5 tonnes <= https://a.example/one',
      'Riders: 9 a day <= https://b.example/two'
    ]);
  });
});

describe('context and place', () => {
  it('tells under what a claim stands, and the sentence that it refers to', () => {
    const { claims } = pairClaims(
      '## Ports\n\nIn 2024:\n\n- Kiel\n  - Cargo grew by 5 tonnes. It fell in May. https://a.example/x'
    );
    expect(claims.map(({ text, under }) => [text, under])).toEqual([
      ['Cargo grew by 5 tonnes.', ['Ports', 'In 2024:', 'Kiel']],
      ['It fell in May.', ['Ports', 'In 2024:', 'Kiel', 'Cargo grew by 5 tonnes.']]
    ]);
  });

  it('is where readers find the words, also the second time that they stand there', () => {
    const markdown = `# R\n\nCargo **grew** by 5 [1] tonnes.\n\n- Fish\n- Cargo grew by 5 tonnes [2].\n\n| A | B |\n|---|---|\n| Riga | 7 tonnes [1] |\n${REFERENCES}`;
    const { blocks } = renderReport(markdown);
    const shown = pairClaims(markdown).claims.map(({ place }) => {
      const block = blocks.find(({ n }) => n === place?.block);
      return [place?.block, block?.text.slice(place?.start, place?.end)];
    });
    expect(shown).toEqual([
      [1, 'Cargo grew by 51 tonnes'],
      [2, 'Cargo grew by 5 tonnes'],
      [3, '7 tonnes']
    ]);
  });
});

test('hostile text costs time in proportion and never throws', () => {
  for (const piece of [
    '[1]',
    '[',
    '(',
    '**a',
    '_a ',
    'A b c d [1]; ',
    'x. ',
    '| a ',
    '<br>',
    '](https://x.example/',
    '\ue0001\ue001 '
  ]) {
    const took = processorTime(() => pairClaims(piece.repeat(4000) + REFERENCES));
    expect(took, piece).toBeLessThan(5000);
  }
});

test('any text of these pieces gives claims whose sources exist, with unique keys in order', () => {
  const piece = fc.constantFrom(
    'Cargo grew by 5 tonnes',
    '. ',
    ' [1]',
    '[2][4]',
    '; ',
    '\n\n',
    '\n- ',
    '\n  - ',
    '## ',
    '| a | b |\n|---|---|\n| ',
    ' | ',
    'https://x.example/a(b)',
    '[Board](https://x.example/c)',
    'Sources: ',
    ':',
    '。',
    '**',
    '\n'
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (parts) => {
      const markdown = parts.join('') + REFERENCES;
      const { sources, claims } = pairClaims(markdown);
      const keys = new Set(sources.map(({ key }) => key));
      expect(claims.map(({ key }) => key)).toEqual(claims.map((_, at) => `claim-${at + 1}`));
      expect(sources.map(({ key }) => key)).toEqual(sources.map((_, at) => `source-${at + 1}`));
      for (const { source, text } of claims) {
        expect(keys.has(source)).toBe(true);
        expect(text).not.toMatch(/[\ue000-\ue003]|\[\d+\]/);
      }
      expect(pairClaims(markdown)).toEqual({ sources, claims });
    }),
    { numRuns: 200 }
  );
});

const folder = join(process.env['VOIRDIRE_SHARED'] ?? '../shared', 'data/liveresearchbench/reports/open-deep-research');
if (!existsSync(folder)) console.log(`skipped: claims of the real reports, because ${folder} is absent`);

test.skipIf(!existsSync(folder))('in 41 real reports claims are plain words with a place in the report', () => {
  const found = readdirSync(folder).map((name) => pairClaims(readFileSync(join(folder, name), 'utf8')));
  const claims = found.flatMap((one) => one.claims);
  expect(claims.length).toBeGreaterThan(7000);
  expect(claims.filter(({ place }) => place === null).length / claims.length).toBeLessThan(0.001);
  expect(
    claims.filter(({ text }) => /\[\d+\]|https?:|\*\*|[\ue000-\ue003]/.test(text)).map(({ text }) => text)
  ).toEqual([]);
  expect(found.filter(({ sources }) => sources.length === 0)).toHaveLength(2);
});
