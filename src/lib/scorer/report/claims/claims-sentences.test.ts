import { describe, expect, it, test } from 'vitest';
import { cited, REFERENCES } from './claims.fixture.ts';
import { pairClaims } from './claims.ts';

describe('sentences', () => {
  test.each([
    ['decimals', 'Cargo grew 3.5 percent to 1.2 million tonnes [1].', 'Cargo grew 3.5 percent to 1.2 million tonnes.'],
    ['abbreviations', 'Ports, e.g. Dr. Smith’s in the U.S. state of Maine, grew vs. 2020 [1].', null],
    [
      'et al.',
      'As Voss et al. [1] showed, cargo grew in every port.',
      'As Voss et al. showed, cargo grew in every port.'
    ],
    ['months', 'The court ruled on Mar. 28 that cargo may be searched [1].', null]
  ])('do not end at %s', (_, text, expected) => {
    expect(cited(text)).toEqual([`${expected ?? text.replace(' [1]', '')} <= https://a.example/one`]);
  });

  it('end after an abbreviation if the next one plainly begins', () => {
    expect(cited('Cargo left the U.S. The law changed little for ferries in 2020. [1]')).toEqual([
      'Cargo left the U.S. <= https://a.example/one',
      'The law changed little for ferries in 2020. <= https://a.example/one'
    ]);
  });

  it('are found in Chinese', () => {
    expect(cited('港口货运量增长了百分之五。[1]渡轮乘客减少了一半[2]。渔业没有变化。')).toEqual([
      '港口货运量增长了百分之五。 <= https://a.example/one',
      '渡轮乘客减少了一半。 <= https://b.example/two'
    ]);
  });

  it('make no claim if they assert nothing: questions, lead-ins, pointers, crumbs', () => {
    for (const text of [
      'Who pays for all of the new ferries? [1]',
      'Here are the figures for the harbour in detail [1]:',
      'See the table in section 3 below [1].',
      'Yes, indeed [1].',
      '# Heading about five ships [1]'
    ])
      expect(cited(text)).toEqual([]);
  });

  it('lose their Markdown', () => {
    expect(cited('- **Cargo:** *grew* by `5` ~ percent\\* and <b>more</b> [1]')).toEqual([
      'Cargo: grew by 5 ~ percent* and more <= https://a.example/one'
    ]);
  });

  it('have the characters of entities, so that they are found in the report as it is shown', () => {
    const text = 'Kiel &amp; Riga ship &lt; 5&nbsp;tonnes a day [1]. See <https://c.example> on how the ports grew.';
    expect(cited(text)).toEqual([
      'Kiel & Riga ship < 5 tonnes a day. <= https://a.example/one',
      'See on how the ports grew. <= https://c.example'
    ]);
    expect(pairClaims(`${text}${REFERENCES}`).claims.map(({ place }) => place?.block)).toEqual([1, 1]);
  });

  it('keep the note in parentheses behind them that names their source in words', () => {
    expect(
      cited('Cargo grew in every port. (Source: Harbour survey, [1]) Ferries lost half of all riders [2].')
    ).toEqual([
      'Cargo grew in every port. <= https://a.example/one',
      'Ferries lost half of all riders. <= https://b.example/two'
    ]);
    expect(
      cited(
        'Cargo grew in every port. [Source: Survey, https://x.example/1] Ferries lost riders in May. [Source: https://y.example/2]'
      )
    ).toEqual([
      'Cargo grew in every port. <= https://x.example/1',
      'Ferries lost riders in May. <= https://y.example/2'
    ]);
  });

  it('lose raised ranges as a whole', () => {
    expect(cited('Cargo grew in every port.¹⁻² Ferries lost half of all riders.²')).toEqual([
      'Cargo grew in every port. <= https://a.example/one',
      'Cargo grew in every port. <= https://b.example/two',
      'Ferries lost half of all riders. <= https://b.example/two'
    ]);
  });
});
