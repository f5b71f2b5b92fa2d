import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A judge for measuring: it speaks OpenAI's chat completions on loopback, answers yes to every checklist item, lists two
 * issues with a passage of the report each if it is asked for issues, and does next to nothing else, so that what is measured is the scorer. `node tests/bench/judge.ts LATENCY_MS`: an answer is sent that
 * long after its question arrived. Prints its base URL.
 */
const latencyMs = Number(process.argv[2] ?? 0);

const answerTo = (ids: readonly string[]): string =>
  JSON.stringify({
    items: ids.map((id) => ({
      id,
      label: 'yes',
      rationale: `The report meets item ${id} from its first line to its last.`,
      quotes: ['heat grid storage demand winter district supply pump']
    }))
  });

/** Two passages of the report that a question holds, from about its middle and its end. */
const issuesIn = (question: string): string => {
  const begin = question.indexOf('<<<report ');
  const length = question.lastIndexOf('<<<end of report') - begin;
  return JSON.stringify({
    issues: [0.5, 0.9].map((share) => {
      const from = begin + Math.floor(length * share);
      const at = question.lastIndexOf('. ', from) + 2;
      const quote = question.slice(at, question.indexOf('.', at)).replaceAll(/\\n|\\/g, ' ');
      return { quotes: [quote], explanation: `The passage at ${share} contradicts what was said before it.` };
    })
  });
};

const completion = (content: string, asked: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      id: 'chatcmpl-bench',
      object: 'chat.completion',
      created: 1_760_000_000,
      model: 'bench-1',
      choices: [{ index: 0, message: { role: 'assistant', content, refusal: null }, finish_reason: 'stop' }],
      usage: { prompt_tokens: asked, completion_tokens: 400, total_tokens: asked + 400 }
    })
  );

const completions = new Map<string, Buffer>();

/** The same questions have the same answer: a judge elsewhere would take nothing from the scorer's processors. */
const completionOf = (question: string): Buffer => {
  if (question.includes('issues')) return completion(issuesIn(question), Math.ceil(question.length / 400) * 100);
  const ids = [...question.matchAll(/\\"id\\": \\"(\w+)\\"/g)].map((match) => match[1] ?? '');
  const asked = Math.ceil(question.length / 400) * 100;
  const name = `${asked} ${ids.join(' ')}`;
  const body = completions.get(name) ?? completion(answerTo(ids), asked);
  completions.set(name, body);
  return body;
};

const server = createServer((request, response) => {
  const arrived = performance.now();
  let question = '';
  request.setEncoding('latin1');
  request.on('data', (chunk: string) => (question += chunk));
  request.on('end', () => {
    const body = completionOf(question);
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const send = (): void => void response.writeHead(200, headers).end(body);
    // Timers fire up to a millisecond late; what was spent on reading the question is part of the latency.
    const left = latencyMs - (performance.now() - arrived) - 0.5;
    if (left > 0) setTimeout(send, left);
    else send();
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }));
});
process.on('SIGTERM', () => process.exit(0));
