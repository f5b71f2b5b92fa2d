import { escapeXml } from '../../../alignment/charts/svg.ts';
import { documentStyle } from '../html/document-style.ts';
import { htmlPage } from '../html/html-page.ts';
import { runPageStyle } from '../run/page/run-page-style.ts';
import { messagesIn } from '../../../messages/words.ts';
import { indexFile, metricFile, type SiteContent } from './site-content.ts';

const siteStyle = `main { max-width: 84rem; }
.top { display: block; background: var(--desk); border-bottom: 1px solid var(--line); padding: 0.75rem 1.5rem; font-size: 0.8125rem; }
.top > div { max-width: 81rem; margin: 0 auto; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 1.5rem; }
.brand { font: italic 400 1.125rem / 1.2 var(--serif); }
.top [aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; }
thead th.num a { white-space: normal; }
td.p { width: 28%; min-width: 9rem; line-height: 0; padding-top: 0.25rem; padding-bottom: 0.25rem; vertical-align: middle; }
.hair { stroke: var(--line); }
.ci { stroke: var(--ink); }
.full { fill: var(--ink); stroke: var(--ink); }
.hollow { fill: var(--sheet); stroke: var(--ink); }
.ax { fill: var(--ink-3); }
.pages { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; font-size: 0.8125rem; }
@media screen and (max-width: 56rem) { .top { padding: 0.75rem 1rem; } td.p { min-width: 7rem; } }
`;

/** A page of a site: the names of its pages above, and its own content. */
export function sitePage(
  content: SiteContent,
  { title, at, body }: { title: string; at: string; body: string }
): string {
  const words = messagesIn(content.language, 'siteFile');
  const links = [
    { file: indexFile(), text: words.leaderboard },
    ...content.metrics.map((metric) => ({ file: metricFile(metric.name), text: metric.title }))
  ];
  const own = at.replace(/-\d+(\.html)$/, '$1');
  const link = ({ file, text }: (typeof links)[number]): string =>
    `<li><a href="${escapeXml(file)}"${file === own || file === at ? ' aria-current="page"' : ''}>${escapeXml(text)}</a></li>`;
  return htmlPage({
    language: content.language,
    title: `${title} · ${content.project}`,
    style: documentStyle + runPageStyle + siteStyle,
    body: `<header class="top"><div><span class="brand">Voirdire</span><span>${escapeXml(content.project)}</span>
<nav aria-label="${escapeXml(words.pages)}"><ul>
${links.map(link).join('\n')}
</ul></nav></div></header>
<main>
${body}
</main>`
  });
}

export const siteSection = (id: string, title: string, html: string): string =>
  `<section id="${id}" aria-labelledby="${id}-head">\n<h2 id="${id}-head">${escapeXml(title)}</h2>\n${html}\n</section>`;

/** Links between the pages of one list in a language; empty if one page holds all of it. */
export function pageLinks(files: readonly string[], at: number, of: string, language: string): string {
  if (files.length < 2) return '';
  const words = messagesIn(language, 'siteFile');
  const links = files.map(
    (file, n) =>
      `<a href="${escapeXml(file)}"${n === at ? ' aria-current="page"' : ''}>${escapeXml(words.page({ n: n + 1 }))}</a>`
  );
  return `<nav class="pages" aria-label="${escapeXml(of)}">${links.join('\n')}</nav>`;
}
