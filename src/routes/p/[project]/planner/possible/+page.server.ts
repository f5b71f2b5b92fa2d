import type { PageServerLoad } from './$types';
import { figuresTogether, possibleFigures } from '$lib/alignment/reported/possible-figures.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';

/** Longest input in an address: about a hundred lines. */
const longest = 6000;

const examples = ['87.1% of 200', '92.5% of 40', 'mean 3.28 of 15 on 1 to 4'];

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project } = grantFor(event, 'read-results');
    const { language } = event.locals;
    const words = messagesIn(language, 'figureVerdicts');
    const base = `/p/${project.slug}`;
    const asked = event.url.searchParams.get('figures');
    const text = (asked ?? examples.join('\n')).slice(0, longest);
    return {
      crumbs: [
        { label: project.name, href: base },
        { label: messagesIn(language, 'rooms').alignment, href: `${base}/alignment` },
        { label: messagesIn(language, 'planner').crumb, href: `${base}/planner` },
        { label: messagesIn(language, 'possibleFigures').pageTitle }
      ],
      text,
      cut: (asked ?? '').length > longest,
      example: asked === null,
      together: figuresTogether(text, words)?.text ?? null,
      verdicts: possibleFigures(text, words).map(({ line, possible, text: said }) => ({ line, possible, said }))
    };
  });
