const titles: Record<number, string> = {
  400: 'That can’t be done like this',
  401: 'Sign in first',
  403: 'This page is not open to you',
  404: 'There is nothing here',
  405: 'This is not a page',
  409: 'Not in this state',
  410: 'This link has ended',
  413: 'Too large',
  429: 'A pause',
  503: 'Not available now',
  507: 'The disk is full'
};

/** Heading of the page that shows a refusal, by its HTTP status. */
export const refusalTitle = (status: number): string => titles[status] ?? 'Something went wrong';
