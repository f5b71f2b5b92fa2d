import { refuse } from '$lib/errors.ts';
import { imageAddress } from '$lib/scorer/report/html/image-buttons.ts';
import type { ImageLoad } from '$lib/scorer/report/image-loads.server.ts';
import { parseFetchAllow } from '$lib/scorer/web/fetching/allow-list.ts';
import { ImageFailure, imageFetcher } from '$lib/scorer/web/images/image-fetcher.ts';
import { rendered } from './rendered.ts';
import { loadedImages, type LoadedImages } from '$lib/scorer/web/images/loaded-images.ts';

let made: LoadedImages | undefined;
const images = (): LoadedImages =>
  (made ??= loadedImages(imageFetcher({ allow: parseFetchAllow(process.env['VOIRDIRE_FETCH_ALLOW']) })));

/**
 * Loads an image because a person pressed its button. It is named by its key, so that only addresses that one of the texts holds are
 * asked for. Answers with the image's address, or with the fault.
 *
 * @param place of the image, such as `assignment 1`: it is given out there only
 * @param base address at which `keptImage` answers
 */
export async function loadImage(
  request: Request,
  texts: readonly string[],
  { place, base }: { place: string; base: string },
  note: (load: ImageLoad) => Promise<unknown>
): Promise<Response> {
  const body: unknown = await request.json().catch(() => null);
  const key = String((body as { image?: unknown } | null)?.image ?? '');
  let address: string | undefined;
  for (const markdown of texts) address ??= imageAddress({ html: (await rendered(markdown)).html, markdown }, key);
  if (address === undefined) return refuse.notFound('image');
  try {
    const { hash } = await images().load(address, place);
    await note({ address, hash, fault: null });
    return Response.json({ src: `${base}?hash=${hash}` });
  } catch (error) {
    if (!(error instanceof ImageFailure)) throw error;
    await note({ address, hash: null, fault: error.fault });
    return Response.json({ fault: error.fault }, { status: 422 });
  }
}

/** An image that was loaded, from our own origin: as the type of its content, in a page that may do nothing. */
export function keptImage(url: URL, place: string): Response {
  const image = images().kept(url.searchParams.get('hash') ?? '', place);
  if (!image) return refuse.notFound('image');
  return new Response(new Uint8Array(image.bytes), {
    headers: {
      'Content-Type': image.type,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Content-Disposition': 'inline; filename="image"',
      'Cache-Control': 'private, max-age=86400, immutable'
    }
  });
}
