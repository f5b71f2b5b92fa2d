import { expect, test } from 'vitest';
import { readStructure } from '../../../report/structure/structure.ts';
import { citationsListed } from './citations-listed.ts';

const on = (text: string) => citationsListed(readStructure(text));
const list = '\n\n## 参考文献\n\n1. 潮汐：https://tides.example\n2. 月亮，2019。\n';

test('passes if every citation has its entry, and says which entries name no URL', () => {
  expect(on(`水位上升[1]，随月亮变化[2]。${list}`)).toEqual({
    label: 'yes',
    rationale: 'Every one of the 2 citations has an entry in the list. 1 entry names no URL: [2].',
    quotes: []
  });
});

test('fails and quotes the lines whose numbers have no entry', () => {
  expect(on(`水位上升[1]。\n\n随风变化[7, 9]。${list}`)).toEqual({
    label: 'no',
    rationale: '1 citation points to [7] and [9], and the list has no such entries. 1 entry names no URL: [2].',
    quotes: ['随风变化[7, 9]。']
  });
});

test('fails if numbers are cited and there is no list', () => {
  expect(on('Water rises [1], wind helps [2].')).toMatchObject({
    label: 'no',
    rationale: 'The text has 2 citations and the report no list of references.'
  });
});

test('fails if a mark was never filled in', () => {
  expect(on(`Water rises [citation needed] or [1].${list}`)).toMatchObject({
    label: 'no',
    quotes: ['Water rises [citation needed] or [1].']
  });
  expect(on(`Water rises [tides](https://tides.example)[…].${list}`).label).toBe('no');
  expect(on(`She said “water […] rises” [1].${list}`).label).toBe('yes');
});

test('fails if author and year match no entry', () => {
  const named = '\n\n## References\n\n- Okoro, A. Tides. 2018. https://tides.example\n';
  expect(on(`Water rises (Okoro et al., 2018).${named}`).label).toBe('yes');
  expect(on(`Water rises (Lindqvist et al., 2018).${named}`)).toMatchObject({
    label: 'no',
    quotes: ['Water rises (Lindqvist et al., 2018).']
  });
  expect(on(`Water rises (Oko et al., 2018).${named}`).label).toBe('no');
});

test('abstains if a cited number stands for several sources', () => {
  expect(on('Water rises [1].\n\n## References\n\n- [1] https://a.example\n- [1] https://b.example')).toMatchObject({
    label: 'abstain',
    quotes: ['- [1] https://a.example', '- [1] https://b.example']
  });
});

test('abstains if the entries have no numbers to match, unless there are too few of them', () => {
  const bullets = '\n\n## References\n\n- Tides, https://tides.example\n- Moon, https://moon.example\n';
  expect(on(`Water rises [1].${bullets}`).label).toBe('abstain');
  expect(on(`Water rises [5].${bullets}`).label).toBe('no');
});

test('abstains if links carry their own addresses', () => {
  expect(on('Water [rises](https://tides.example).').label).toBe('abstain');
  expect(on('Water rises [1](https://tides.example).').label).toBe('abstain');
});

test('abstains if nothing is cited', () => {
  expect(on('Water rises.').label).toBe('abstain');
  expect(on(`Water rises.${list}`).label).toBe('abstain');
});
