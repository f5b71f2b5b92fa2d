import type { GoldList } from '../src/lib/scorer/suites/report-bench/gold-list.ts';

const work = (key: string, title: string, year: string, citations: number): GoldList['references'][number] => ({
  ...{ key, title, authors: null, year, arxiv: null, doi: null, citations }
});

/** An invented survey with the works that it cites, so that the demo shows material of a suite. */
export const demoGoldList: GoldList = {
  survey: {
    arxiv: '0000.00000',
    title: 'Storm overflows in harbour towns: an invented survey',
    authors: 'A. Demo and B. Demo',
    versions: ['2024-05-02', '2024-09-17']
  },
  cutOff: '2024-09',
  level: 'sentence',
  references: [
    work('overflow-2015', 'Counting overflows of combined sewers', '2015', 212),
    work('greenroofs-2018', 'Green roofs and the first ten millimetres of rain', '2018', 96),
    work('tanks-2019', 'What storage tanks cost over thirty years', '2019', 41),
    work('bathing-2021', 'Bathing water after heavy rain: eleven harbours', '2021', 17),
    work('forecast-2023', 'Forecasting spills six hours ahead', '2023', 3)
  ]
};
