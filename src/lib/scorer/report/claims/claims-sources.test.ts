import { describe, expect, it, test } from 'vitest';
import { pairClaims } from './claims.ts';
import { urls, REFERENCES, pairs } from './claims.fixture.ts';

describe('sources', () => {
  it('are the cited pages in the order of the text, then those that only the list holds', () => {
    expect(urls(`Ferries lost riders [2]. Cargo grew [1].${REFERENCES}`)).toEqual([
      'https://b.example/two',
      'https://a.example/one',
      'https://d.example/four'
    ]);
  });

  it('differ if only the query string does', () => {
    expect(
      pairs(
        'Paper one counts 5 ships (https://x.example/forum?id=A). Paper two counts 6 ships (https://x.example/forum?id=B).'
      )
    ).toEqual([
      'Paper one counts 5 ships. <= https://x.example/forum?id=A',
      'Paper two counts 6 ships. <= https://x.example/forum?id=B'
    ]);
  });

  test.each([
    ['(see https://x.example/wiki/Foo_(bar))'],
    ['https://x.example/wiki/Foo_(bar)'],
    ['[Foo](https://x.example/wiki/Foo_(bar))'],
    ['[1]\n\n## References\n\n[1] Foo. https://x.example/wiki/Foo_(bar)'],
    ['[1]\n\n## References\n\n1. [Foo](https://x.example/wiki/Foo_(bar))']
  ])('keep the brackets of their address: %s', (citation) => {
    expect(urls(`Ships carried 5 tonnes ${citation}`)).toEqual(['https://x.example/wiki/Foo_(bar)']);
  });

  test.each([
    ['[](https://x.example/1)[](https://x.example/2)', ['https://x.example/1', 'https://x.example/2']],
    ['[\\[1\\]](https://x.example/1)', ['https://x.example/1']],
    ['[[2]](#ref-2)', ['https://b.example/two']],
    ['[cite: 1, 2]', ['https://a.example/one', 'https://b.example/two']],
    ['[citation:2][citation:1]', ['https://b.example/two', 'https://a.example/one']]
  ])('are cited in the form %s, of which the claim keeps nothing', (citation, addresses) => {
    const [list] = citation.includes('://') ? [''] : [REFERENCES];
    expect(pairs(`Ships carried 5 tonnes ${citation}.${list}`)).toEqual(
      addresses.map((url) => `Ships carried 5 tonnes. <= ${url}`)
    );
  });

  it('have the address that is meant, without the backslashes of Markdown', () => {
    expect(pairs('Ships carried 5 tonnes: https://x.example/Age\\_of\\_Sail.pdf')).toEqual([]);
    expect(pairs('Ships carried 5 tonnes (https://x.example/Age\\_of\\_Sail.pdf).')).toEqual([
      'Ships carried 5 tonnes. <= https://x.example/Age_of_Sail.pdf'
    ]);
    expect(urls('Ships [carried](https://x.example/a\\_b?x=1&amp;y=2) 5 tonnes.')).toEqual([
      'https://x.example/a_b?x=1&y=2'
    ]);
  });

  it('of a number that two lists use are those of the list that follows', () => {
    const markdown =
      '## One\n\nShips carried 5 tonnes [1].\n\n### References\n\n[1] A https://a.example/1\n[2] B https://a.example/2\n\n## Two\n\nShips carried 6 tonnes [1].\n\n### References\n\n[1] C https://c.example/1\n[2] D https://c.example/2\n';
    expect(pairs(markdown)).toEqual([
      'Ships carried 5 tonnes. <= https://a.example/1',
      'Ships carried 6 tonnes. <= https://c.example/1'
    ]);
  });

  it('are none if the report has no address, and then there is no claim', () => {
    expect(pairClaims('Ships carried 5 tonnes [1].')).toEqual({ sources: [], claims: [] });
    expect(pairClaims('')).toEqual({ sources: [], claims: [] });
  });

  it('are not images, and not what stands in code', () => {
    expect(
      urls('![5 ships](https://x.example/a.png)\n\n`https://x.example/b`\n\n```\nhttps://x.example/c\n```')
    ).toEqual([]);
  });
});

describe('citations by author and year', () => {
  const [GREW, FELL] = ['Catches in the northern ports grew', 'Landings at the southern quays fell'];
  const list = (...entries: string[]): string => `\n\n## References\n\n${entries.map((one) => `- ${one}\n`).join('')}`;

  test.each([
    [
      'a longer name',
      '(Li et al., 2023)',
      ['Liu, X. (2023). https://x.example/other', 'Li, A. (2023). https://x.example/own']
    ],
    [
      'a further author',
      '(Chen et al., 2023)',
      ['Wang, X., & Chen, Y. (2023). https://x.example/other', 'Chen, A. (2023). https://x.example/own']
    ],
    [
      'a year in a title',
      '(Smith et al., 2020)',
      ['Smith, A. (2018). Vision 2020. https://x.example/other', 'Smith, A. (2020). Ports. https://x.example/own']
    ],
    [
      'another letter of the year',
      '(Smith et al., 2020b)',
      ['Smith, A. (2020a). https://x.example/other', 'Smith, A. (2020b). https://x.example/own']
    ],
    [
      'an unlike name, and years with 年',
      '(张伟等，2020)',
      ['李娜等. 2020年. https://x.example/other', '张伟等. 2020年. https://x.example/own']
    ]
  ])('are not paired with an entry that has %s', (_, citation, entries) => {
    expect(pairs(`${GREW} ${citation}.${list(...entries)}`)).toEqual([`${GREW}. <= https://x.example/own`]);
  });

  test.each([
    ['two entries fit', ['Smith, A. (2020). https://x.example/1', 'Smith, B. (2020). https://x.example/2']],
    [
      'only a title and an address name the author',
      ['Jones (2019). Reply to Smith on 2020. https://x.example/Smith-2020']
    ]
  ])('have no page if %s', (_, entries) => {
    expect(pairs(`${GREW} (Smith et al., 2020).${list(...entries)}`)).toEqual([]);
  });

  test.each([
    ['(Smith, 2020)', 'Smith, J. (2020). Ports.'],
    ['(see Smith, 2020, p. 4)', '[Smith, J. (2020). Ports.'],
    ['(World Bank, 2023)', 'World Bank. (2023). Lending.'],
    ['（国家统计局，2024）', '国家统计局. 2024. 人口.']
  ])('may name one author, with whom an entry begins: %s', (citation, entry) => {
    const others = ['World Health Organization. (2023). https://x.example/1', 'May, A. (2021). https://x.example/2'];
    expect(pairs(`${GREW} ${citation}.${list(...others, `${entry} https://x.example/own`)}`)).toEqual([
      `${GREW}. <= https://x.example/own`
    ]);
    expect(pairs(`${GREW} ${citation}.${list(...others)}`)).toEqual([]);
  });

  it('may name one author beside others or in the sentence; a month or law is no author', () => {
    const entries = ['Smith, J. (2020). https://x.example/1', 'Jones, A., & Brown, B. (2021). https://x.example/2'];
    expect(
      pairs(
        `${GREW} (Jones & Brown, 2021; Smith, 2020). As Smith (2020) shows, ships carried less. ` +
          `${FELL} (May, 2020). The Ports Act (2020) ended this.${list(...entries, 'Fees in May 2020. https://x.example/3')}`
      )
    ).toEqual([
      `${GREW}. <= https://x.example/2`,
      `${GREW}. <= https://x.example/1`,
      'As Smith (2020) shows, ships carried less. <= https://x.example/1'
    ]);
  });

  it('find an entry whose year has no letter, or that names the title first', () => {
    expect(
      pairs(
        `${GREW} (Smith et al., 2020a). ${FELL} (Berg & Holm, 2021).` +
          list(
            'Smith, A. (2020). https://x.example/1',
            'Fish, ships and quays. Berg and Holm, 2021. https://x.example/2'
          )
      )
    ).toEqual([`${GREW}. <= https://x.example/1`, `${FELL}. <= https://x.example/2`]);
  });
});

describe('links', () => {
  test.each([
    ['[Alpha](<https://x.example/a b.pdf>)', 'https://x.example/a%20b.pdf', 'Alpha'],
    ["[Alpha](https://x.example/a 'Its title')", 'https://x.example/a', 'Alpha'],
    ['[Alpha](https://x.example/a (Its title))', 'https://x.example/a', 'Alpha'],
    ['<a href="https://x.example/a" target="_blank">Alpha</a>', 'https://x.example/a', 'Alpha'],
    ["<sup><a href='https://x.example/a'>[1]</a></sup>", 'https://x.example/a', '']
  ])('are read with their whole target and without their marks: %s', (link, url, shown) => {
    const words = `Catches in the northern ports grew ${shown}`.trim();
    expect(pairs(`Catches in the northern ports grew ${link}.`)).toEqual([`${words}. <= ${url}`]);
  });

  it('are paired with the target that is defined under their name', () => {
    const [GREW, FELL, CLOSED] = [
      'Catches in all ports grew',
      'Landings at southern quays fell',
      'Storms closed all harbours'
    ];
    const definitions =
      '\n[alpha]: https://x.example/a "A title"\n[Beta]: <https://x.example/b>\n[Gamma  port study]: https://x.example/c\n';
    expect(
      pairs(
        `${GREW} [Alpha][]. ${FELL} [a study][beta]. ${CLOSED} [Gamma port study] [note]. Fog lasted for five weeks [1].\n\n[1]: https://x.example/1${definitions}`
      )
    ).toEqual([
      `${GREW} Alpha. <= https://x.example/a`,
      `${FELL} a study. <= https://x.example/b`,
      `${CLOSED} Gamma port study [note]. <= https://x.example/c`,
      'Fog lasted for five weeks. <= https://x.example/1'
    ]);
  });
});
