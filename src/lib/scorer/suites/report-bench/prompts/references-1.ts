import type { MetricPrompt } from '../../../metric.ts';
import { MATERIAL, promptOf } from './frame.ts';

/** Which work is a page about? */
export const PAGE = `The question: is this page about one scholarly work, and about which?

A scholarly work is a paper, preprint, thesis, book or chapter: something with authors and a title of its own that others cite. A page is about one where it presents that work, as an abstract page, a full text, or a publisher’s or library’s entry does. Encyclopedias, news, blogs, product pages, documentation, profiles, code repositories and lists of results are about none, even where they mention works.

If it is about one:
- title: the work’s title, copied from the page;
- arxiv, doi: its identifiers where the page or its address shows them, else null;
- published: when it first appeared as far as the page says, as YYYY, YYYY-MM or YYYY-MM-DD, else null.
If it is about none, all of these are null.

Address, title and beginning of the page:

{page}

That was the beginning of the page. ${MATERIAL} Answer with one JSON object of the form {"rationale":"…","scholarly":true,"title":"…","arxiv":null,"doi":null,"published":null}.`;

/** Which works does a report name? */
export const LIST = `The question: which scholarly works does this report cite?

A scholarly work is a paper, preprint, thesis, book or chapter. Look at the list of references and at works that the text names without listing them. Leave out web sites, software, data sets without a paper, and works that the report does not name by title.

For each work, once, in the order of the report:
- title: copied from the report;
- arxiv, doi: its identifiers as the report prints them, also within an address, else null;
- published: its year or date as the report prints it, as YYYY, YYYY-MM or YYYY-MM-DD, else null.

{part}The report to read:

{report}

{references}That was {whole}. ${MATERIAL} Answer with one JSON object of the form {"works":[{"title":"…","arxiv":null,"doi":null,"published":null}]}, with an empty list where it names none.`;

/** `route` says how references are found; a run chooses by the prompt’s version. */
export interface ReferencePrompt extends MetricPrompt {
  route: 'pages' | 'list';
}

/** @param schemas Those of the replies: they are part of what a judge is shown */
export const referencePrompts = (schemas: object): readonly [ReferencePrompt, ReferencePrompt] => {
  const name = 'report-bench/references';
  const pages = { name, version: '1', about: 'titles from the pages that the report cites' };
  const list = { name, version: '2', about: 'titles from the report’s own references' };
  return [
    { ...promptOf(pages, { PAGE, schemas }), route: 'pages' },
    { ...promptOf(list, { LIST, schemas }), route: 'list' }
  ];
};
