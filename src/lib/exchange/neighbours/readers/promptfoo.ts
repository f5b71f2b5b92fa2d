import { isObject, type JsonObject } from '../../format/json-value.ts';
import { labelText, LONGEST_LABEL, objectUnder, objectsUnder, shortFields, type ForeignLabel, type NotTaken } from './foreign-label.ts'; // prettier-ignore
import { hasAll, type Neighbour } from './neighbour.ts';
import { shortened } from '../../../messages/shortened.ts';

const ofResult = new Set(['id', 'testIdx', 'promptIdx', 'promptId', 'provider', 'vars', 'success', 'gradingResult', 'failureReason']); // prettier-ignore
const ofGrading = new Set(['pass', 'score', 'componentResults']);
const ofComponent = new Set(['pass', 'score', 'assertion', 'metadata']);

/**
 * promptfoo's results (src/types/index.ts, EvaluateResult), `.json` and `.jsonl`. A person's rating overrules `success`, so that
 * the judges' verdict is read from the other components.
 */
export const promptfoo: Neighbour = {
  name: 'promptfoo',
  recognises: ({ first, path }) =>
    hasAll(first, 'gradingResult', 'promptIdx') || (path === 'results.results' && hasAll(first, 'testIdx')) ? 1 : 0,
  reader: () => ({
    labels: ({ isElement, value }, notTaken) => (isElement && isObject(value) ? result(value, notTaken) : []),
    scale: () => 'binary:pass,fail'
  })
};

function* result(value: JsonObject, notTaken: NotTaken): Generator<ForeignLabel> {
  notTaken.fields(value, ofResult);
  const vars = shortFields(value.vars, notTaken, 'vars.');
  const { id, label } = objectUnder(value, 'provider');
  const system = labelText(label) ?? labelText(id) ?? labelText(value.provider);
  const test = labelText(value.testIdx) ?? '0';
  const by = {
    item: `test ${test}, prompt ${labelText(value.promptIdx) ?? '0'}${system === null ? '' : `, ${system}`}`,
    at: null,
    about: { ...vars, qid: vars.qid ?? `test ${test}`, ...(system !== null && { system }) }
  };
  const grading = objectUnder(value, 'gradingResult');
  notTaken.fields(grading, ofGrading, 'gradingResult.');
  const components = objectsUnder(grading, 'componentResults');
  if (components.length === 0) {
    // Before version 3 an error has no reason, but nothing is graded.
    const isError = value.failureReason === 2 || (!isObject(value.gradingResult) && labelText(value.error) !== null);
    if (isError) notTaken.add('unscored', 'pass');
    else if (typeof value.success === 'boolean')
      yield { ...by, rater: 'assertions', kind: 'judge', question: 'pass', value: passed(value.success) };
    return;
  }
  const judged: boolean[] = [];
  let failed = 0;
  const seen = new Map<string, number>();
  for (const component of components) {
    const assertion = objectUnder(component, 'assertion');
    const type = labelText(assertion.type) ?? 'assertion';
    notTaken.fields(component, ofComponent, 'componentResults[].');
    if (typeof component.pass !== 'boolean' || objectUnder(component, 'metadata').graderError === true) {
      notTaken.add('unscored', type);
      failed += 1;
    } else if (type === 'human')
      yield { ...by, rater: 'human', kind: 'person', question: 'pass', value: passed(component.pass) };
    else {
      judged.push(component.pass);
      const named = labelText(assertion.metric) ?? labelText(assertion.value) ?? type;
      const question = named.length > LONGEST_LABEL ? shortened(named, 60) : named;
      // An assertion may name the model that grades it.
      const judge = labelText(assertion.provider) ?? type;
      const before = seen.get(`${judge} ${question}`) ?? 0;
      seen.set(`${judge} ${question}`, before + 1);
      const rater = before === 0 ? judge : `${judge} ${before + 1}`;
      yield { ...by, rater, kind: 'judge', question, value: passed(component.pass) };
    }
  }
  // One that failed leaves open whether all pass, unless another one says no.
  if (judged.length > 0 && (failed === 0 || judged.includes(false)))
    yield { ...by, rater: 'assertions', kind: 'judge', question: 'pass', value: passed(!judged.includes(false)) };
}

const passed = (pass: boolean): string => (pass ? 'pass' : 'fail');
