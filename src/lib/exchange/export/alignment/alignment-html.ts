import type { AlignmentDocument } from '../../../alignment/document/document.ts';
import { messagesIn } from '../../../messages/words.ts';
import { escapeXml } from '../../../alignment/charts/svg.ts';
import { factListHtml, sectionHtml } from '../html/document-blocks.ts';
import { documentStyle } from '../html/document-style.ts';
import { htmlPage } from '../html/html-page.ts';

/** The report as one HTML file. It opens from a disk, follows the system's theme and prints light. */
export function writeAlignmentHtml({ language, title, facts, sections }: AlignmentDocument): string {
  const words = messagesIn(language, 'documentParts');
  return htmlPage({
    language,
    title,
    style: documentStyle,
    body: `<main>
<header>
<h1>${escapeXml(title)}</h1>
${factListHtml(facts)}
<nav aria-label="${escapeXml(words.contents)}"><ul>
${sections.map(({ id, title: name }) => `<li><a href="#${escapeXml(id)}">${escapeXml(name)}</a></li>`).join('\n')}
</ul></nav>
</header>
${sections.map((section) => sectionHtml(section, words)).join('\n')}
</main>`
  });
}
