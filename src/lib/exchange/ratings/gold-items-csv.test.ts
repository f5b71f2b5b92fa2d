import { expect, it } from 'vitest';
import { parseGoldItems } from './gold-items-csv.ts';

it('reads gold items, whatever the order of the columns and with or without the optional ones', async () => {
  const parsed = await parseGoldItems(
    'query;system;purpose;answer;why;words\nq1;aurora;Training;yes;It says so.;\nq2;corona;attention;no;;Is it in verse?\n\n'
  );
  expect(parsed).toMatchObject({
    ok: true,
    value: [
      { purpose: 'training', qid: 'q1', system: 'aurora', item: '', answer: 'yes', reason: 'It says so.' },
      { purpose: 'attention', qid: 'q2', answer: 'no', reason: '', text: 'Is it in verse?' }
    ]
  });
  expect(await parseGoldItems('')).toMatchObject({ ok: true, value: [] });
});

it('says what is wrong where: a purpose that is none, a name or column that is missing', async () => {
  const of = async (text: string) => {
    const parsed = await parseGoldItems(text);
    return parsed.ok ? [] : parsed.problems.map(({ row, column }) => [row, column]);
  };
  expect(await of('purpose,query,system,answer\nsilver,q1,a,yes\ngold,,a,yes\n')).toEqual([
    [2, 'purpose'],
    [3, 'qid']
  ]);
  expect(await of('purpose,query,item\ngold,q1,a\n')).toEqual([
    [1, 'system'],
    [1, 'answer']
  ]);
});
