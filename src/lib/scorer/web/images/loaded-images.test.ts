import { expect, test } from 'vitest';
import type { LoadedImage } from './image-fetcher.ts';
import { loadedImages } from './loaded-images.ts';

const image: LoadedImage = { type: 'image/png', bytes: Buffer.from('an image'), hash: 'abc' };
const counting = (): { asked: string[]; fetchImage: (address: string) => Promise<LoadedImage> } => {
  const asked: string[] = [];
  return {
    asked,
    fetchImage: async (address) => {
      asked.push(address);
      await Promise.resolve();
      if (address.includes('absent')) throw new Error('absent');
      return image;
    }
  };
};

test('an image is asked for once, by people at the same time and one after the other', async () => {
  const { asked, fetchImage } = counting();
  const images = loadedImages(fetchImage);
  await Promise.all([images.load('https://a.example/1', 'x'), images.load('https://a.example/1', 'y')]);
  await images.load('https://a.example/1', 'z');
  expect(asked).toEqual(['https://a.example/1']);
});

test('an image is given out only in the place in which it was loaded', async () => {
  const images = loadedImages(counting().fetchImage);
  await images.load('https://a.example/1', 'assignment 1');
  expect(images.kept('abc', 'assignment 1')).toBe(image);
  expect(images.kept('abc', 'assignment 2')).toBeUndefined();
});

test('a failure is not kept: the next press asks again', async () => {
  const { asked, fetchImage } = counting();
  const images = loadedImages(fetchImage);
  for (let time = 0; time < 2; time++)
    await expect(images.load('https://a.example/absent', 'x')).rejects.toThrow('absent');
  expect(asked).toHaveLength(2);
});
