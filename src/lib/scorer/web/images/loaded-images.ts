import { LRUCache } from 'lru-cache';
import { politeness } from '../fetching/politeness.ts';
import type { LoadedImage } from './image-fetcher.ts';

/** Bytes of images that are kept; those shown longest ago are forgotten and have to be asked for again. */
const MOST_BYTES = 100_000_000;

export interface LoadedImages {
  /** The image at an address, asked for once while it is kept, however many people ask. Rejects with `ImageFailure`. */
  load(address: string, place: string): Promise<LoadedImage>;
  /** An image that was loaded for this place (a report, an assignment), by its hash. */
  kept(hash: string, place: string): LoadedImage | undefined;
}

/** Images that people asked for, by their addresses and, for the place in which they asked, by their hashes. */
export function loadedImages(fetchImage: (address: string) => Promise<LoadedImage>): LoadedImages {
  const cache = () =>
    new LRUCache<string, LoadedImage>({ maxSize: MOST_BYTES, sizeCalculation: (image) => image.bytes.length });
  const byAddress = cache();
  const byHash = cache();
  const loading = new Map<string, Promise<LoadedImage>>();
  const turn = politeness({ perHost: 2, total: 6 });

  async function fetched(address: string): Promise<LoadedImage> {
    const leave = await turn(URL.parse(address)?.host ?? '', new AbortController().signal);
    try {
      return await fetchImage(address);
    } finally {
      leave();
      loading.delete(address);
    }
  }

  return {
    load: async (address, place) => {
      let asked = loading.get(address);
      const known = byAddress.get(address);
      if (!known && !asked) loading.set(address, (asked = fetched(address)));
      const image = known ?? (await asked!);
      byAddress.set(address, image);
      byHash.set(`${place} ${image.hash}`, image);
      return image;
    },
    kept: (hash, place) => byHash.get(`${place} ${hash}`)
  };
}
