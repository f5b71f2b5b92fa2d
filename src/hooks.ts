import type { Transport } from '@sveltejs/kit';
import { HtmlInPage, readFromPage } from '$lib/components/shared/html-in-page.ts';

export const transport: Transport = {
  HtmlInPage: {
    encode: (value) => value instanceof HtmlInPage && [value.nth],
    decode: ([nth]: [number]) => readFromPage(nth)
  }
};
