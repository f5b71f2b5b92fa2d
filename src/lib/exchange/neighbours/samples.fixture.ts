import { zstdCompressSync } from 'node:zlib';
import { crc32 } from 'node:zlib';

/** Small files in the shape of each tool's own, written for these tests. */
const lines = (...values: object[]): string => values.map((one) => JSON.stringify(one)).join('\n') + '\n';
const at = '2026-10-02T09:00:00Z';

const choice = (name: string, value: string): object => ({ from_name: name, to_name: 'r', type: 'choices', value: { choices: [value] } }); // prettier-ignore
const rating = (value: number): object => ({ from_name: 'overall', to_name: 'r', type: 'rating', value: { rating: value } }); // prettier-ignore
const annotation = (by: unknown, result: object[], more: object = {}): object => ({ id: 1, completed_by: by, result, was_cancelled: false, created_at: at, ...more }); // prettier-ignore
const note = { from_name: 'why', to_name: 'r', type: 'textarea', value: { text: ['a cost is missing'] } };
const span = { from_name: 'quote', to_name: 'r', type: 'labels', value: { start: 1, end: 4, labels: ['cost'] } };
const ana = { id: 4, email: 'ana@lab.example' };
const ben = { id: 5, email: 'ben@lab.example' };

/** Two tasks; 15 answers, of which one is cancelled, two are replaced, one is a text, one a passage and one a draft. */
export const labelStudioTasks: object[] = [
  {
    ...{
      id: 11,
      data: { qid: 't1', system: 'alpha', report: 'Line one.\nLine two.' },
      drafts: [{ result: [rating(1)] }]
    },
    annotations: [
      annotation(ana, [choice('met', 'no'), rating(2)], { created_at: '2026-10-01T09:00:00Z' }),
      annotation(ana, [choice('met', 'yes'), rating(3), note, span], { lead_time: 31.2 }),
      annotation(ben, [choice('met', 'yes'), rating(4)])
    ],
    predictions: [{ id: 9, model_version: 'judge-a', score: 0.8, result: [choice('met', 'no')] }]
  },
  {
    ...{ id: 12, data: { qid: 't2', system: 'beta', report: 'Short.' }, drafts: [] },
    annotations: [
      annotation(4, [choice('met', 'no'), rating(5)]),
      annotation(ben, [choice('met', 'yes')], { was_cancelled: true })
    ],
    predictions: [{ id: 10, model_version: 'judge-a', result: [choice('met', 'no')] }]
  }
];

const argillaFlat = [
  {
    ...{
      id: 'r1',
      status: 'completed',
      qid: 't1',
      'met.responses': ['no', 'yes'],
      'met.responses.users': ['u1', 'u2']
    },
    ...{ 'met.responses.status': ['submitted', 'draft'], 'met.suggestion': 'no', 'met.suggestion.score': 0.8 },
    ...{ 'met.suggestion.agent': 'judge-a', 'best.responses': [[{ value: 'x', rank: 1 }]] },
    ...{ 'best.responses.users': ['u1'], 'best.responses.status': ['submitted'] }
  }
];

const state = (user: string, name: string): object => ({
  ...{ user_id: user, instance_id_to_behavioral_data: { i1: { total_time_ms: 9 } } },
  instance_id_to_label_to_value: {
    i1: [
      [{ schema: 'met', name }, 'true'],
      [{ schema: 'overall', name: '3' }, '3']
    ]
  },
  instance_id_to_span_to_value: { i1: [[{ schema: 'quote', name: 'cost', start: 1, end: 2 }, 'true']] }
});

const score = (id: string, source: string, value: unknown, more: object): object => ({
  ...{ id, name: 'met', value, dataType: 'CATEGORICAL', source, metadata: {}, authorUserId: null, updatedAt: at },
  ...{ subject: { kind: 'trace', id: 'tr1' }, ...more }
});
const feedback = (id: string, source: object, more: object): object => ({
  ...{ id, run_id: 'run1', key: 'met', score: 0, value: null, created_at: at, feedback_source: source, ...more }
});
const spanNote = (kind: string, identifier: string, label: string | null): object => ({
  ...{ id: identifier, name: 'met', annotator_kind: kind, identifier, span_id: 's1', user_id: null, updated_at: at },
  result: { label, score: null, explanation: 'because' }
});

const inspectSample = (id: string, judge: unknown, person: string): object => ({
  ...{ id, epoch: 1, input: 'q', metadata: { qid: id }, output: { model: 'alpha' } },
  scores: {
    graded: { value: judge, history: [] },
    edited: {
      value: person,
      history: [
        { value: 'C', provenance: null },
        { value: person, provenance: { author: 'ana', timestamp: at } }
      ]
    }
  }
});
const inspectLog = { version: 2, status: 'success', eval: { task: 't', model: 'none/none' }, plan: { name: 'p' } };
const inspectSamples = [inspectSample('t1', 'C', 'I'), inspectSample('t2', NaN, 'I')];
/** As Python writes it: with NaN. */
const python = (value: object): string =>
  JSON.stringify(value, (_name, one: unknown) => (Number.isNaN(one) ? '~NaN~' : one)).replaceAll('"~NaN~"', 'NaN');

const component = (type: string, pass: boolean, more: object = {}): object => ({ pass, score: Number(pass), assertion: { type, metric: 'met' }, ...more }); // prettier-ignore
const promptfooRow = (testIdx: number, components: object[]): object => ({
  ...{ promptIdx: 0, testIdx, vars: { qid: `t${testIdx}` }, provider: { id: 'alpha' }, success: true },
  gradingResult: { pass: true, score: 1, componentResults: components }
});

const vote = (winner: string, judge: unknown, turn: number, more: object = {}): object => ({ question_id: 81, model_a: 'alpha', model_b: 'beta', winner, judge, turn, ...more }); // prettier-ignore
const swapped = { model_a: 'beta', model_b: 'alpha' };

/** A task in the form in which Label Studio imports it. */
const idless = (value: string): object => ({ data: { report: value }, annotations: [annotation(4, [choice('met', value)])] }); // prettier-ignore

/** A record of Argilla's API: the responses of two users, one of them discarded. */
const argillaByUser = {
  ...{ id: 'r1', fields: { report: 'x' }, metadata: {} },
  responses: [
    { user_id: 'u1', status: 'submitted', values: { met: { value: 'yes' }, overall: { value: 4 } } },
    { user_id: 'u2', status: 'discarded', values: { met: { value: 'no' } } }
  ],
  suggestions: [{ question_name: 'met', value: 'no', agent: 'j' }]
};

const evalsLog = (system: string, correct: boolean): string =>
  lines(
    { spec: { eval_name: 'coverage', completion_fns: [system] } },
    { run_id: 'r', event_id: 0, sample_id: 's1', type: 'match', data: { correct } }
  );

/** A state of Potato with a matrix, each row of which has its own rating. */
const potatoMatrix = {
  user_id: 'ana',
  instance_id_to_label_to_value: {
    i1: [
      [{ schema: 'quality', name: 'fluency' }, '4'],
      [{ schema: 'quality', name: 'coherence' }, '4'],
      [{ schema: 'overall', name: 'slider' }, '55']
    ]
  }
};

/** Lines of Potato's export with objects of labels; the second is by a model. */
const potatoNested = [
  {
    ...{ instance_id: 'i1', user_id: 'ana', links: {} },
    labels: {
      met: { 'No. A cost is missing.': 'true', yes: false },
      overall: { '3': '3' },
      note: { text_box: 'dear' }
    },
    spans: { quote: [{ start: 1, end: 2 }] }
  },
  { instance_id: 'i1', user_id: 'm', annotator_origin: { kind: 'llm' }, labels: { met: { yes: 'true' } }, spans: {} }
];

interface NeighbourSample {
  name: string;
  tool: string;
  content: Uint8Array;
  /** Labels that are taken, as `item rater kind question=value`. */
  taken: string[];
  /** Answers in the file, counted by hand: those taken and those not. */
  answers: number;
  /** Reasons with their counts, without fields. */
  notTaken: Record<string, number>;
}

const sample = (
  name: string,
  tool: string,
  content: string | Uint8Array,
  taken: string[],
  notTaken: Record<string, number> = {}
): NeighbourSample => ({
  ...{
    name,
    tool,
    taken,
    notTaken,
    content: typeof content === 'string' ? new TextEncoder().encode(content) : content
  },
  answers: taken.length + Object.values(notTaken).reduce((sum, n) => sum + n, 0)
});

/** A zip with members in two Zstandard frames each, as Inspect writes large ones. */
export function zstdZip(members: Record<string, string>): Uint8Array {
  const [parts, central]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [path, text] of Object.entries(members)) {
    const bytes = Buffer.from(text);
    const half = bytes.length >> 1;
    const packed = Buffer.concat([zstdCompressSync(bytes.subarray(0, half)), zstdCompressSync(bytes.subarray(half))]);
    const name = Buffer.from(path);
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50, 0);
    head.writeUInt16LE(93, 10);
    head.writeUInt32LE(crc32(bytes), 16);
    head.writeUInt32LE(packed.length, 20);
    head.writeUInt32LE(bytes.length, 24);
    head.writeUInt16LE(name.length, 28);
    head.writeUInt32LE(offset, 42);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    head.copy(local, 4, 6, 32);
    local.writeUInt16LE(name.length, 26);
    local.writeUInt16LE(0, 28);
    parts.push(local, name, packed);
    central.push(head, name);
    offset += 30 + name.length + packed.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(members).length, 8);
  end.writeUInt16LE(Object.keys(members).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}

const inspectTaken = ['t1 graded judge score=C', 't1 edited judge score=C', 't1 ana person score=I', 't2 edited judge score=C', 't2 ana person score=I']; // prettier-ignore

export const neighbourSamples: NeighbourSample[] = [
  sample(
    'export.json',
    'Label Studio',
    JSON.stringify(labelStudioTasks, null, 1),
    [
      ...[
        '11 ana@lab.example person met=yes',
        '11 ana@lab.example person overall=3',
        '11 ben@lab.example person met=yes'
      ],
      ...['11 ben@lab.example person overall=4', '11 judge-a judge met=no', '12 ana@lab.example person met=no'],
      ...['12 ana@lab.example person overall=5', '12 judge-a judge met=no']
    ],
    { draft: 1, earlier: 2, text: 1, span: 1, cancelled: 1 }
  ),
  sample(
    'min.json',
    'Label Studio',
    JSON.stringify([{ qid: 't1', id: 11, met: 'no', overall: 3, annotator: 4, annotation_id: 1, created_at: at, lead_time: 3 }]), // prettier-ignore
    ['11 4 person met=no', '11 4 person overall=3']
  ),
  sample('tasks to import', 'Label Studio', JSON.stringify([idless('yes'), idless('no')]), [
    ...['task 1 4 person met=yes', 'task 2 4 person met=no']
  ]),
  sample(
    'records by user',
    'Argilla',
    JSON.stringify([argillaByUser]),
    ['r1 u1 person met=yes', 'r1 u1 person overall=4', 'r1 j judge met=no'],
    { draft: 1 }
  ),
  sample('flat.jsonl', 'Argilla', lines(...argillaFlat), ['r1 u1 person met=no', 'r1 judge-a judge met=no'], {
    ...{ draft: 1, ranking: 1 }
  }),
  sample(
    'records.json',
    'Argilla',
    JSON.stringify([
      {
        ...{
          id: 'r1',
          fields: { report: 'x' },
          metadata: { qid: 't1' },
          suggestions: { met: { value: 'no', agent: 'j' } }
        },
        responses: { met: [{ value: 'yes', user_id: 'u1' }] }
      }
    ]),
    ['r1 u1 person met=yes', 'r1 j judge met=no']
  ),
  sample('user_state.json', 'Potato', JSON.stringify(state('ana', 'no'), null, 2), ['i1 ana person met=no', 'i1 ana person overall=3'], { span: 1 }), // prettier-ignore
  sample(
    'annotation_output.zip',
    'Potato',
    zstdZip({
      'annotation_output/ana/user_state.json': JSON.stringify(state('ana', 'no')),
      'annotation_output/ben/user_state.json': JSON.stringify(state('ben', 'yes')),
      '__MACOSX/annotation_output/ben/._user_state.json': 'Mac OS X'
    }),
    ['i1 ana person met=no', 'i1 ana person overall=3', 'i1 ben person met=yes', 'i1 ben person overall=3'],
    { span: 2 }
  ),
  sample('a matrix', 'Potato', JSON.stringify(potatoMatrix), ['i1 ana person overall=55'], { several: 2 }),
  sample(
    'annotations.jsonl',
    'Potato',
    lines({ instance_id: 'i1', user_id: 'ana', 'met.no': 'true', 'overall.3': '3', 'quote._spans': '[{}]' }),
    ['i1 ana person met=no', 'i1 ana person overall=3'],
    { span: 1 }
  ),
  sample(
    'annotations.jsonl with objects',
    'Potato',
    lines(...potatoNested),
    [
      ...['i1 ana person met=No. A cost is missing.', 'i1 ana person overall=3', 'i1 ana person note=dear'],
      'i1 m judge met=yes'
    ],
    { span: 1 }
  ),
  sample(
    'annotations.jsonl, labels with dots',
    'Potato',
    lines(
      { instance_id: 'i1', user_id: 'ana', 'met.No. A cost is missing.': 'true', 'set.v2.3': '3' },
      { instance_id: 'i1', user_id: 'ben', 'met.a': 'a', 'met.b': 'b', met: 'b' }
    ),
    ['i1 ana person met=No. A cost is missing.', 'i1 ana person set.v2=3', 'i1 ben person met=b'],
    { earlier: 1 }
  ),
  sample('llm_labels.jsonl', 'Potato', lines({ model: 'judge-a', instance_id: 'i1', schema: 'met', modal_label: 'no', k: 5, samples: ['no'] }), ['i1 judge-a judge met=no']), // prettier-ignore
  sample(
    'scores.json',
    'Langfuse',
    JSON.stringify({
      data: [
        score('s1', 'ANNOTATION', 'no', { authorUserId: 'ana' }),
        score('s2', 'ANNOTATION', 'yes', { authorUserId: 'ana', updatedAt: '2026-10-01T09:00:00Z' }),
        score('s3', 'EVAL', 'no', {
          subject: { kind: 'observation', id: 'o', traceId: 'tr1' },
          metadata: { judge: 'j' }
        }),
        score('s4', 'API', 'a text', { dataType: 'TEXT' })
      ],
      meta: { limit: 50 }
    }),
    ['tr1 ana person met=no', 'tr1 j judge met=no'],
    { earlier: 1, text: 1 }
  ),
  sample(
    'scores of observations',
    'Langfuse',
    JSON.stringify({
      data: [
        score('s1', 'ANNOTATION', 'no', { subject: { kind: 'observation', id: 'o1', traceId: 'tr1' } }),
        score('s2', 'ANNOTATION', 'yes', { subject: { kind: 'observation', id: 'o2', traceId: 'tr1' } }),
        score('s3', 'ANNOTATION', 'yes', { subject: undefined, traceId: 'tr2', observationId: 'o3' }),
        score('s4', 'EVAL', 'no', { subject: undefined, traceId: 'tr2', observationId: null })
      ],
      meta: { page: 1, limit: 4, totalItems: 6, totalPages: 2 }
    }),
    [
      ...['tr1 o1 annotator person met=no', 'tr1 o2 annotator person met=yes'],
      ...['tr2 annotator person met=yes', 'tr2 evaluator judge met=no']
    ],
    { unknown: 1 }
  ),
  sample(
    'feedback with true, and raters in the metadata',
    'LangSmith',
    lines(
      feedback('f1', { type: 'api', user_id: 'k', metadata: { rater: 'Ana' } }, { score: true }),
      feedback('f2', { type: 'api', user_id: 'k', metadata: { rater: 'Ben' } }, { score: 1 })
    ),
    ['run1 Ana person met=1', 'run1 Ben person met=1']
  ),
  sample(
    'feedback.jsonl',
    'LangSmith',
    lines(
      feedback('f1', { type: 'app', user_name: 'Ana', metadata: {} }, { value: 'no' }),
      feedback('f2', { type: 'model', metadata: { judge: 'j' } }, {}),
      feedback('f3', { type: 'app', user_name: 'Ben', metadata: {} }, { score: null })
    ),
    ['run1 Ana person met=0', 'run1 j judge met=0'],
    { unscored: 1 }
  ),
  sample(
    'spans.json',
    'Phoenix',
    JSON.stringify({ data: [spanNote('HUMAN', 'ana', 'no'), spanNote('LLM', 'j', 'no'), spanNote('CODE', 'rules', null)], next_cursor: null }), // prettier-ignore
    ['s1 ana person met=no', 's1 j judge met=no'],
    { unscored: 1 }
  ),
  sample(
    'spans sent by one user',
    'Phoenix',
    JSON.stringify({
      data: [
        { ...spanNote('HUMAN', 'ana', 'no'), source: 'API', user_id: 'U1' },
        { ...spanNote('HUMAN', 'ben', 'yes'), source: 'API', user_id: 'U1' },
        { ...spanNote('HUMAN', 'px-app:U1', 'yes'), source: 'APP', user_id: 'U1' }
      ]
    }),
    ['s1 ana person met=no', 's1 ben person met=yes', 's1 U1 person met=yes']
  ),
  sample(
    'log.json with samples without scores',
    'Inspect',
    JSON.stringify({
      ...inspectLog,
      samples: [
        { id: 't1', epoch: 1, scores: null, error: { message: 'timeout' } },
        { id: 't2', epoch: 1, score: { value: 'C' } },
        { id: 't3', epoch: 1, scores: { graded: null } }
      ]
    }),
    ['t2 scorer judge score=C'],
    { unscored: 2 }
  ),
  sample('log.json', 'Inspect', python({ ...inspectLog, samples: inspectSamples }), inspectTaken, { unscored: 1 }),
  sample(
    'log.eval',
    'Inspect',
    zstdZip({
      'samples/t1_epoch_1.json': python(inspectSamples[0]!),
      'samples/t2_epoch_1.json': python(inspectSamples[1]!),
      'header.json': JSON.stringify(inspectLog)
    }),
    inspectTaken,
    { unscored: 1 }
  ),
  sample(
    'results.json',
    'promptfoo',
    JSON.stringify({
      evalId: 'e',
      results: {
        version: 3,
        results: [
          promptfooRow(0, [component('llm-rubric', false), component('human', true)]),
          promptfooRow(1, [component('llm-rubric', false, { metadata: { graderError: true } })])
        ]
      }
    }),
    [
      ...['test 0, prompt 0, alpha llm-rubric judge met=fail', 'test 0, prompt 0, alpha human person pass=pass'],
      'test 0, prompt 0, alpha assertions judge pass=fail'
    ],
    { unscored: 1 }
  ),
  sample(
    'results.json of version 2 with an error',
    'promptfoo',
    JSON.stringify({
      version: 2,
      results: {
        version: 2,
        results: [
          { ...promptfooRow(0, []), success: false, error: 'HTTP 500', gradingResult: null },
          { ...promptfooRow(1, []), success: false, gradingResult: { pass: false, score: 0, reason: 'too short' } }
        ]
      }
    }),
    ['test 1, prompt 0, alpha assertions judge pass=fail'],
    { unscored: 1 }
  ),
  sample(
    'experiment.json',
    'Braintrust',
    JSON.stringify({ events: [{ id: 'e1', root_span_id: 'e1', input: { qid: 't1' }, scores: { met: 0, 'Human met': 1, other: null } }] }), // prettier-ignore
    ['e1 scorer judge met=0', 'e1 human person met=1'],
    { unscored: 1 }
  ),
  sample(
    'evals.jsonl',
    'OpenAI evals',
    lines(
      { spec: { eval_name: 'coverage', completion_fns: ['alpha'] } },
      { run_id: 'r', event_id: 0, sample_id: 's1', type: 'match', data: { correct: true, picked: 'a' } },
      { final_report: { accuracy: 1 } }
    ),
    ['s1 coverage judge correct=true'],
    { aggregate: 1 }
  ),
  sample(
    'logs of two systems on one sample',
    'OpenAI evals',
    zstdZip({ 'a.jsonl': evalsLog('alpha', true), 'b.jsonl': evalsLog('beta', false) }),
    ['s1 alpha coverage judge correct=true', 's1 beta coverage judge correct=false']
  ),
  sample(
    'human_judgments.jsonl',
    'MT-Bench or Arena votes',
    lines(
      vote('model_a', 'author_2', 1),
      vote('tie (bothbad)', ['gpt-4', 'pair-v2'], 1),
      vote('neither', 'author_2', 2)
    ),
    [
      '81: alpha / beta, turn 1 author_2 person winner=model_a',
      '81: alpha / beta, turn 1 gpt-4 pair-v2 judge winner=tie'
    ],
    { unknown: 1 }
  ),
  sample(
    'pairs shown in both orders',
    'MT-Bench or Arena votes',
    lines(
      vote('model_a', 'author_2', 1),
      vote('model_b', 'expert_1', 1, swapped),
      vote('both_bad', 'expert_2', 1, swapped),
      vote('model_a', 'expert_3', 2, swapped)
    ),
    [
      ...[
        '81: alpha / beta, turn 1 author_2 person winner=model_a',
        '81: alpha / beta, turn 1 expert_1 person winner=model_a'
      ],
      ...[
        '81: alpha / beta, turn 1 expert_2 person winner=tie',
        '81: beta / alpha, turn 2 expert_3 person winner=model_a'
      ]
    ]
  ),
  sample(
    'aligned.jsonl',
    'SummEval',
    lines({ id: 'd1', model_id: 'M1', decoded: '…', expert_annotations: [{ fluency: 4 }, { fluency: 5 }] }),
    ['d1 M1 expert 1 person fluency=4', 'd1 M1 expert 2 person fluency=5']
  ),
  sample(
    'samples.jsonl',
    'Every Eval Ever',
    lines({ schema_version: '0.3.0', evaluation_id: 'e', model_id: 'alpha', evaluation_name: 'coverage', sample_id: 't1', evaluation: { score: 0.5 } }), // prettier-ignore
    ['t1 alpha e judge coverage=0.5']
  )
];
