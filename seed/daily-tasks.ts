import { dailyTask, type DailyTask } from '../src/lib/scorer/suites/daily-report/material.ts';
import type { ImportedTopic } from '../src/lib/verification/topics/topics.ts';

const topic = (
  given: Pick<ImportedTopic, 'key' | 'text' | 'date' | 'comments'> &
    Partial<Pick<ImportedTopic, 'state' | 'reason' | 'note'>>
): ImportedTopic => ({
  ...{ platform: 'Town forum (invented)', url: `https://forum.example/${given.key}`, language: 'en' },
  ...{ state: 'waiting', reason: null, note: '' },
  ...given
});

/** Invented posts with comments: two became tasks, one was rejected, two are to be screened. */
export const demoTopics: readonly ImportedTopic[] = [
  topic({
    ...{ key: 'overflows', date: '2026-03-02', state: 'accepted' },
    text: 'The harbour beach was closed again after the rain last night. That is the fourth time this spring. The council talks of a tunnel, of rain gardens and of gates in the old sewers, and gives no numbers.',
    comments: [
      { text: 'Would rain gardens not do the same for less?', count: 57 },
      { text: 'How many spills would be left with each of them?', count: 31 },
      { text: 'Who pays if it gets dearer than planned?', count: 12 }
    ]
  }),
  topic({
    ...{ key: 'co-op-heating', date: '2026-02-17', state: 'accepted' },
    text: 'Our co-operative votes on the heating in autumn: heat pumps or the new heat network. The board gave us two leaflets and no numbers.',
    comments: [
      { text: 'What would it cost each flat per year?', count: 44 },
      { text: 'My radiators are from 1968. Do they still do?', count: 23 }
    ]
  }),
  topic({
    ...{
      key: 'lost-cat',
      date: '2026-03-11',
      state: 'rejected',
      reason: 'too-narrow',
      note: 'One household’s question.'
    },
    text: 'Has anybody seen a grey cat near Quay Street?',
    comments: [{ text: 'Try the shelter.', count: 4 }]
  }),
  topic({
    ...{ key: 'night-trains', date: '2026-03-20' },
    text: 'The night train is back, three times a week, and sold out until July. Is it really cheaper than flying once you count everything?',
    comments: [
      { text: 'What does it emit compared with the plane?', count: 63 },
      { text: 'Do they refund you when it is late?', count: 19 }
    ]
  }),
  topic({
    ...{ key: 'school-phones', date: '2026-03-24' },
    text: 'From August no phones at school at all, not even in the breaks. Half of the class chat is angry and half relieved.',
    comments: [{ text: 'Did marks or sleep get better where they did this?', count: 88 }]
  })
];

/** Tasks of the demo by the query that they belong to. */
export const demoTasks: Readonly<Record<string, DailyTask>> = {
  water01: dailyTask.parse({
    ...{ type: 'analysis', topic: 'overflows', evidenceLimit: '2026-03-31' },
    subtasks: [
      {
        ...{
          key: 's1',
          text: 'Compares the three measures by the spills that they avoid',
          constraint: 'content',
          importance: 'P0'
        },
        rubrics: {
          ins: 'The report compares tunnel, rain gardens with permeable surfaces, and real-time control by the number or share of spills avoided.',
          fac: 'The spills that each measure is said to avoid are those of the sources that the report cites.',
          rat: 'The comparison holds all three to the same measure and draws no conclusion against its own figures.'
        }
      },
      {
        ...{
          key: 's2',
          text: 'Gives the cost of each measure per cubic metre',
          constraint: 'quantity',
          importance: 'P1'
        },
        rubrics: {
          ins: 'The report gives a cost per cubic metre stored or kept out of the sewer for each of the three.',
          fac: 'The costs are correct for the year and place that the report names.'
        }
      },
      {
        ...{ key: 's3', text: 'Recommends a sequence of the measures', constraint: 'function', importance: 'P1' },
        rubrics: {
          ins: 'The report recommends an order in which the town should take the measures.',
          rat: 'The order follows from the comparison before it.'
        }
      },
      {
        ...{
          key: 's4',
          text: 'Says how long each measure takes until it has an effect',
          constraint: 'content',
          importance: 'P2',
          group: 'a'
        },
        rubrics: { ins: 'The report gives for each of the three the time from the decision to the effect.' }
      },
      {
        ...{
          key: 's5',
          text: 'Says how each measure would fare under heavier rain',
          constraint: 'content',
          importance: 'P2',
          group: 'a'
        },
        rubrics: {
          ins: 'The report says for each of the three what heavier rain would change.',
          rat: 'What it expects under heavier rain is argued from how the measure works.'
        }
      }
    ]
  }),
  buildings01: dailyTask.parse({
    ...{ type: 'retrieval', topic: 'co-op-heating', evidenceLimit: '2026-03-31' },
    subtasks: [
      {
        ...{
          key: 's1',
          text: 'Gives the cost of both options over twenty years',
          constraint: 'quantity',
          modifiers: ['scope']
        },
        rubrics: {
          ins: 'The report gives a cost over twenty years for heat pumps and for the heat network.',
          fac: 'Prices and running costs are correct for the year that the report names.'
        },
        importance: 'P0'
      },
      {
        ...{ key: 's2', text: 'Says whether the old radiators still do', constraint: 'content', importance: 'P1' },
        rubrics: {
          ins: 'The report says with which flow temperature the radiators would have to work, and how to find out.',
          fac: 'The flow temperatures are those that such radiators and heat pumps have.',
          rat: 'What the report concludes for the block follows from the temperatures that it gives.'
        }
      },
      {
        ...{
          key: 's3',
          text: 'Names what residents would notice',
          constraint: 'content',
          modifiers: ['completeness'],
          importance: 'P2'
        },
        rubrics: { ins: 'The report names at least noise, space and the time of the works.' }
      }
    ]
  })
};
