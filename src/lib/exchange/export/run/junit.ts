/** One case of a JUnit report. */
export interface JunitCase {
  classname: string;
  name: string;
  /** Absent: passed. `failure`: a condition is not fulfilled; `error`: it could not be checked. */
  problem?: { kind: 'failure' | 'error'; message: string };
  /** Further details of it. */
  output?: string;
}

interface JunitSuite {
  name: string;
  cases: readonly JunitCase[];
}

/** Control characters: XML 1.0 has no way to write most of them, not even escaped. */
const NOT_IN_XML = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const text = (value: string): string =>
  value
    .toWellFormed()
    .replace(NOT_IN_XML, '\ufffd')
    .replace(/[&<>"]/g, (sign) => ESCAPED[sign]!);

/** An attribute; line ends and tabs are kept, which an XML reader would turn into blanks. */
const attribute = (value: string): string => text(value).replace(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const problemXml = ({ kind, message }: NonNullable<JunitCase['problem']>): string =>
  `      <${kind} message="${attribute(message)}"/>\n`;

function caseXml({ classname, name, problem, output }: JunitCase): string {
  const inside = [
    ...(problem ? [problemXml(problem)] : []),
    ...(output === undefined ? [] : [`      <system-out>${text(output)}</system-out>\n`])
  ].join('');
  const head = `    <testcase classname="${attribute(classname)}" name="${attribute(name)}" time="0"`;
  return inside === '' ? `${head}/>\n` : `${head}>\n${inside}    </testcase>\n`;
}

const count = (cases: readonly JunitCase[], kind: 'failure' | 'error'): number =>
  cases.filter(({ problem }) => problem?.kind === kind).length;

const counts = (cases: readonly JunitCase[]): string =>
  `tests="${cases.length}" failures="${count(cases, 'failure')}" errors="${count(cases, 'error')}"`;

/** Cases in the JUnit XML form that CI servers read. Suites without a case are left out. */
export function writeJunit(name: string, suites: readonly JunitSuite[]): string {
  const filled = suites.filter(({ cases }) => cases.length > 0);
  const body = filled.map(
    (suite) =>
      `  <testsuite name="${attribute(suite.name)}" ${counts(suite.cases)}>\n${suite.cases.map(caseXml).join('')}  </testsuite>\n`
  );
  const all = filled.flatMap(({ cases }) => cases);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${attribute(name)}" ${counts(all)}>\n${body.join('')}</testsuites>\n`;
}
