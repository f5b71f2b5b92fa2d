/** Images of a report by a click: loaded with the first report that has any. */
import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';

/** Where this page's images are loaded; null if they are not: their links remain. */
function imagesAt(path: string): string | null {
  const [, project = '', report] = /^(\/p\/[^/]+)(?:\/runs\/[^/]+)?(\/(?:reports|work)\/[^/]+)/.exec(path) ?? [];
  return report === undefined ? null : `${project}${report}/image`;
}

const isNamed = (button: HTMLButtonElement): boolean => button.ariaLabel !== null;

/** Names the buttons of a report's images, and loads an image when its button is pressed, never before. */
export function offerImages(pane: Element, say: Words<Messages['reading']>): void {
  const at = imagesAt(location.pathname);
  if (at === null) return;
  for (const button of pane.querySelectorAll<HTMLButtonElement>('button.image')) {
    if (isNamed(button)) continue;
    const { src = '' } = button.dataset;
    button.ariaLabel = src === '' ? say.showImage : say.loadImage({ host: URL.parse(src)?.host ?? '' });
    button.addEventListener('click', () => void load(button, at, say));
  }
}

async function load(button: HTMLButtonElement, at: string, say: Words<Messages['reading']>): Promise<void> {
  if (button.ariaBusy === 'true') return;
  button.ariaBusy = 'true';
  button.ariaLabel = say.loadingImage;
  const answer = await fetch(at, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ image: button.dataset['image'] })
  }).catch(() => null);
  const { src, fault } = ((await answer?.json().catch(() => null)) ?? {}) as { src?: string; fault?: string };
  button.ariaBusy = 'false';
  if (src === undefined) {
    button.ariaLabel = say.imageFault({ why: fault ?? 'unreachable' });
    return;
  }
  const image = Object.assign(new Image(), { src, className: 'loaded' });
  // The words right before it are the description that the report gives.
  image.alt = button.previousSibling?.textContent ?? '';
  button.replaceWith(image);
}
