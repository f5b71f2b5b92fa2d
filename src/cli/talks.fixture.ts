import type { Asked } from '../../tests/stand-ins/answers.ts';

export const KITES = `WEBVTT

00:00:01.000 --> 00:00:09.000
<v Ana Sol>Nobody has measured how long kite strings last in rain.

00:00:09.000 --> 00:00:15.000
<v Ben Oak>We could borrow fatigue tests from bridge engineering for that.
`;

const FAMILIES = ['literature-survey', 'trend-scan', 'method-blueprint', 'empirical-test', 'comparative-analysis'];
const TOPICS = [
  'the rate of wear in rain',
  'prices of twisted cotton',
  'a protocol of soaking',
  'loads before breaking',
  'cotton against nylon'
];

const inspiration = (text: string, type: string, qualities: string[], span: string) => ({
  text,
  type,
  qualities,
  span
});

/** Answers of a model about the talk above: two inspirations with quotes and one without, five tasks of which one is not feasible, and comparisons by length. */
export function answerAboutKites({ user, schema }: Asked): object {
  const properties = (schema?.['properties'] ?? {}) as object;
  if ('inspirations' in properties)
    return {
      inspirations: [
        inspiration(
          'How long strings last in rain is not known.',
          'limitation',
          ['challenge', 'explorability'],
          'Nobody has measured how long kite strings last'
        ),
        inspiration(
          'Fatigue tests of bridges could be used for strings.',
          'transdisciplinary',
          ['novelty', 'explorability'],
          'borrow fatigue tests from bridge engineering'
        ),
        inspiration(
          'Strings rot.',
          'hypothesis',
          ['verifiability', 'explorability'],
          'strings rot within one single year'
        )
      ]
    };
  if ('tasks' in properties)
    return {
      tasks: FAMILIES.map((family, at) => ({
        ...{ family, difficulty: 'basic', deliverable: 'a table', inspirations: [1 + (at % 2)] },
        task: `Study ${TOPICS[at]} for kite strings and hand in a table with sources and dates.`
      }))
    };
  if ('feasible' in properties) {
    const feasible = !user.includes('loads before breaking');
    return {
      research: true,
      coherent: true,
      standalone: true,
      feasible,
      deliverable: true,
      reason: feasible ? '' : 'It needs a machine.'
    };
  }
  const { A, B } = JSON.parse(user.split('\n\n')[0]!) as Record<'A' | 'B', { task: string }>;
  const points = (n: number) => ({ clarity: n, actionability: n, novelty: n, depthFit: n, consistency: n });
  const isLonger = A.task.length > B.task.length;
  return {
    a: points(isLonger ? 4 : 3),
    b: points(isLonger ? 3 : 4),
    better: isLonger ? 'a' : 'b',
    confidence: 0.8,
    reason: 'It says more.'
  };
}
