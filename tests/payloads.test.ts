import { describe, expect, it } from 'vitest';
import { renderReport } from '../src/lib/scorer/report/html/render.ts';
import { loadTypesetter } from '../src/lib/scorer/report/html/typeset.ts';
import { readHtml } from '../src/lib/scorer/web/reading/html.ts';
import { places } from './payload-places.ts';
import { payloads, shells } from './payloads.ts';

/** The part of jsdom that is used here: it has no types. */
interface Jsdom {
  JSDOM: new (html: string, options: object) => { window: Window & typeof globalThis };
  VirtualConsole: new () => object;
}
const { JSDOM, VirtualConsole } = (await import('jsdom' as string)) as Jsdom;

/** Events that a person, or a browser by itself, may cause on an element. */
const events = ['load', 'error', 'click', 'mouseover', 'focus', 'blur', 'toggle', 'begin', 'beginEvent', 'start'];

/** How often code ran in a page with this HTML, when it was parsed and then when everything happened to each element. */
function executions(html: string): number {
  let ran = 0;
  const { window } = new JSDOM('<!doctype html><main></main>', {
    runScripts: 'dangerously',
    url: 'https://voirdire.example/p/demo/work/1',
    virtualConsole: new VirtualConsole(),
    beforeParse: (made: object) => Object.assign(made, { alert: () => (ran += 1) })
  });
  try {
    const { document } = window;
    document.open();
    document.write(`<!doctype html><main>${html}</main>`);
    document.close();
    for (const element of [...document.querySelectorAll('*')])
      for (const name of events) element.dispatchEvent(new window.Event(name, { bubbles: false, cancelable: true }));
    for (const link of [...document.querySelectorAll('[href], [src], [action], [formaction], [data]')])
      for (const { value } of link.attributes) if (/^[\s\0-\x20]*(?:javascript|vbscript|data):/i.test(value)) ran += 1;
    return ran;
  } finally {
    window.close();
  }
}

describe('payloads of a stranger', () => {
  it('run in this test’s pages if they are not cleaned: the counts below could be other than 0', () => {
    const some = payloads.filter((_, at) => at % 5 === 1);
    expect(some.filter((payload) => executions(payload) > 0).length).toBeGreaterThan(some.length / 2);
  });

  it('in reports, at four places each, run nothing', async () => {
    await loadTypesetter();
    // One page for all: it is the making of pages that takes time.
    const ran = executions(payloads.flatMap(places).map((text) => renderReport(text).html).join('\n')); // prettier-ignore
    console.log(`${payloads.length} payloads, each at ${places('').length} places of a report: ${ran} executions.`);
    expect(payloads.length).toBeGreaterThanOrEqual(69);
    expect(ran).toBe(0);
  });

  it('in cited web pages run nothing while their text is taken, and nothing where it is shown', async () => {
    const marked = globalThis as { alert?: unknown };
    const before = marked.alert;
    let ran = 0;
    marked.alert = () => (ran += 1);
    try {
      const pages = shells.flatMap((shell) => payloads.map(shell));
      const texts = (await Promise.all(pages.map(readHtml))).map((read) => read?.text ?? '');
      const shown = texts.map((text) => renderReport(text).html).join('\n');
      const executed = ran + executions(shown);
      console.log(`${pages.length} hostile pages: ${executed} executions.`);
      expect(pages.length).toBeGreaterThanOrEqual(170);
      // Of some the payload swallows the rest of the page.
      expect(texts.filter((text) => text.length < 100).length).toBeLessThan(10);
      expect(executed).toBe(0);
    } finally {
      if (before === undefined) delete marked.alert;
      else marked.alert = before;
    }
  });
});
