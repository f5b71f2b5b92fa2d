import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arxivIdIn, arxivIdOf, doiIn, doiKey } from './identifiers.ts';
import { areNear, titleKey } from './titles.ts';

describe('a normalised title', () => {
  it.each([
    ['Graph {N}eural {N}etworks: \\emph{A} Survey', 'graphneuralnetworksasurvey'],
    ['Sch\\"{o}n & M{\\"u}ller \\& {\\O}re', 'schonandmullerandore'],
    ['Schön & Müller and Øre', 'schonandmullerandore'],
    ['Stra\\ss e und Straße', 'strasseundstrasse'],
    ['ﬁne–tuning  the  Ｗｏｒｌｄ', 'finetuningtheworld'],
    ['$\\beta$-VAE', 'βvae'],
    ['β-VAE', 'βvae'],
    ['\\v{C}ech \\c{c} $H_2O$', 'cechch2o'],
    ['深度学习：综述', '深度学习综述'],
    ['— … !', '']
  ])('%s becomes %s', (title, key) => expect(titleKey(title)).toBe(key));

  it('is the same after a second pass, and whatever blanks, case and punctuation stand in the title', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (title) => titleKey(titleKey(title)) === titleKey(title)));
    const words = fc.array(fc.stringMatching(/^[A-Za-z]{1,8}$/), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(words, fc.constantFrom(' ', ' - ', '. ', '\n', '  {'), (all, gap) => {
        expect(titleKey(all.join(gap))).toBe(all.join('').toLowerCase());
        expect(titleKey(all.join(gap).toUpperCase())).toBe(all.join('').toLowerCase());
      })
    );
  });

  it('is near another one that lacks its subtitle, in both directions, and no match', () => {
    const [whole, short] = ['BERT: Pre-training of deep transformers', 'Bert'];
    expect([areNear(whole, short), areNear(short, whole), titleKey(whole) === titleKey(short)]).toEqual([true, true, false]);
    expect(areNear('Kites – a survey', 'Kites')).toBe(true);
    expect([areNear('Kites', 'Kites!'), areNear('Kites on strings', 'Kites'), areNear('', 'Kites')]).toEqual([
      false,
      false,
      false
    ]);
    expect(areNear('Kites: a survey', 'Kites: a review')).toBe(false);
  }); // prettier-ignore
});

describe('identifiers in what people write', () => {
  it.each([
    ['arXiv preprint arXiv:1812.10528v3', '1812.10528'],
    ['https://arxiv.org/abs/2301.07499', '2301.07499'],
    ['http://www.arxiv.org/pdf/2301.07499v2.pdf', '2301.07499'],
    ['CoRR, abs/1409.1556', '1409.1556'],
    ['arXiv:hep-th/9901001', 'hep-th/9901001'],
    ['10.48550/arXiv.2301.07499', '2301.07499'],
    ['pages 1234.5678', null],
    ['arXiv preprint', null],
    ['arXiv preprint arXiv:2205. 09383', null]
  ])('%s holds the arXiv id %s', (text, id) => expect(arxivIdIn(text)).toBe(id));

  it.each([
    ['https://doi.org/10.1109/TITS.2025.3554781.', '10.1109/TITS.2025.3554781'],
    ['(doi: 10.1000/x(1)2)', '10.1000/x(1)2'],
    ['10.1/short', null]
  ])('%s holds the DOI %s', (text, doi) => expect(doiIn(text)).toBe(doi));

  it('are the same in any case, and a bare number is an arXiv id only in a field made for one', () => {
    expect(doiKey('https://doi.org/10.1000/ABC')).toBe(doiKey('10.1000/abc'));
    expect([arxivIdOf(' 1409.1556v6 '), arxivIdIn('1409.1556')]).toEqual(['1409.1556', null]);
  });
});
