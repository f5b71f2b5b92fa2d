import { describe, expect, test } from 'vitest';
import { notFoundOf } from '../fetching/soft-404.ts';
import { gateByHeaders, wallOf, type Shown } from './walls.ts';

const page = (given: Partial<Omit<Shown, 'asked' | 'final'>> & { asked?: string; final?: string }): Shown => {
  const asked = new URL(given.asked ?? 'https://journal.example/article/12');
  return {
    title: null,
    text: '',
    signs: { password: false, refresh: false, challenge: false },
    ...given,
    asked,
    final: given.final === undefined ? asked : new URL(given.final)
  };
};
const form = { password: true, refresh: false, challenge: false };
const article = 'The plant produced 4,120 tonnes of hydrogen. '.repeat(40);

describe('a robot check', () => {
  test.each([
    'Just a moment...',
    'Just a moment…',
    'Attention Required! | Cloudflare',
    'Access Denied',
    'Access to this page has been denied',
    'Robot Check',
    'Amazon.com Robot Check',
    'Bloomberg - Are you a robot?',
    'Verifying you are human',
    'Checking your browser before accessing a.example',
    'Vercel Security Checkpoint',
    'DDoS-Guard',
    'Pardon Our Interruption',
    'Making sure you’re not a bot!',
    '百度安全验证',
    '请稍候…'
  ])('is known by its title “%s”, if it has little text', (title) => {
    expect(wallOf(page({ title, text: 'Verify you are human by completing the action below.' }))?.outcome).toBe(
      'blocked'
    );
    expect(wallOf(page({ title, text: article }))).toBeNull();
  });

  test('is known by its opening or by its scripts', () => {
    expect(wallOf(page({ text: 'Request unsuccessful. Incapsula incident ID: 12-3' }))?.outcome).toBe('blocked');
    expect(wallOf(page({ text: 'Enable JavaScript and cookies to continue' }))?.outcome).toBe('blocked');
    const signs = { password: false, refresh: false, challenge: true };
    expect(wallOf(page({ text: 'Wait.', signs }))?.outcome).toBe('blocked');
    expect(wallOf(page({ text: article, signs }))).toBeNull();
  });

  test.each([
    'What is a captcha?',
    'Access denied: how visa rules changed',
    'Security checks at airports',
    'A moment just for you',
    'How to verify you are human online'
  ])('is not a short page about something like it: “%s”', (title) => {
    expect(wallOf(page({ title, text: 'Two short sentences. On a subject.' }))).toBeNull();
  });

  test('is known by the marks of gates in the head', () => {
    expect(gateByHeaders({ 'cf-mitigated': 'challenge' })?.outcome).toBe('blocked');
    expect(gateByHeaders({ 'x-vercel-mitigated': 'challenge' })?.outcome).toBe('blocked');
    expect(gateByHeaders({ 'x-amzn-waf-action': 'captcha' })?.outcome).toBe('blocked');
    expect(gateByHeaders({ server: 'cloudflare', 'cf-ray': '1' })).toBeNull();
  });
});

describe('a sign-in page', () => {
  test.each([
    'Sign in',
    'Log in - Wiki',
    'Login | Journal',
    'Sign in to your account',
    'Journal – Log in',
    '登录',
    '用户登录 - 站'
  ])('is known by its title “%s”, if it has hardly any text', (title) => {
    expect(wallOf(page({ title, text: 'E-mail Password' }))?.outcome).toBe('needs-sign-in');
    expect(wallOf(page({ title, text: article }))).toBeNull();
  });

  test('is a form for a password and nothing else', () => {
    expect(wallOf(page({ title: 'Members', text: 'Name Password Forgot it?', signs: form }))?.outcome).toBe(
      'needs-sign-in'
    );
  });

  test('is where a redirect leads that was not asked for', () => {
    const led = (final: string, asked?: string): string | undefined =>
      wallOf(page({ text: 'Choose your institution. '.repeat(20), final, ...(asked ? { asked } : {}) }))?.outcome;
    expect(led('https://journal.example/login?next=/article/12')).toBe('needs-sign-in');
    expect(led('https://accounts.example.com/ServiceLogin')).toBe('needs-sign-in');
    expect(led('https://journal.example/sign-in/')).toBe('needs-sign-in');
    expect(led('https://journal.example/login.aspx')).toBe('needs-sign-in');
    expect(led('https://journal.example/article/12/full')).toBeUndefined();
    expect(led('https://journal.example/blog/loginov-interview')).toBeUndefined();
    expect(led('https://docs.example/login/', 'https://docs.example/login')).toBeUndefined();
  });

  test('is not a page that merely offers to sign in', () => {
    expect(wallOf(page({ title: 'Hydrogen', text: article, signs: form }))).toBeNull();
    expect(
      wallOf(page({ title: 'Hydrogen', text: 'A short but real statement of some length. '.repeat(8), signs: form }))
    ).toBeNull();
    expect(wallOf(page({ title: 'Logistics', text: 'Short.' }))).toBeNull();
    expect(wallOf(page({ text: article, final: 'https://journal.example/login/article' }))).toBeNull();
  });
});

describe('a page that says that there is none', () => {
  const words = 'Use the search or go to our home page.';
  test.each([
    'Page not found',
    'Page Not Found | CDC',
    'CDC - Page not found',
    'Lab · 404',
    '404 Not Found',
    'Error 404 (Not Found)!!1',
    '404 - File or directory not found.',
    'Sorry, this page isn’t available',
    'The page you requested cannot be found',
    'This page does not exist',
    'This article no longer exists – Journal',
    'Oops! That page can’t be found.',
    '页面不存在',
    '页面未找到 - 新华网',
    '抱歉，您访问的页面不存在',
    'ページが見つかりません',
    'Seite nicht gefunden | Stadt Bonn',
    'Page introuvable',
    'Página no encontrada',
    'Страница не найдена'
  ])('is known by its title “%s”, if it has little text', (title) => {
    expect(notFoundOf(page({ title, text: words }))).toContain(title.slice(0, 20));
    expect(notFoundOf(page({ title, text: article }))).toBeNull();
  });

  test.each([
    'Sorry, the page you are looking for could not be found. Go home.',
    '404\nThe page you were looking for doesn’t exist.',
    'Page not found\nIt may have moved.',
    '抱歉，您要查看的页面不存在或已被删除。返回首页'
  ])('is known by how it begins: “%s”', (text) => {
    expect(notFoundOf(page({ title: 'Journal', text }))).not.toBeNull();
    expect(notFoundOf(page({ title: 'Journal', text: `${text} ${article}` }))).toBeNull();
  });

  test('is where a redirect leads that was not asked for', () => {
    const at = (final: string, asked?: string): string | null =>
      notFoundOf(page({ title: 'Lab', text: words, final, ...(asked ? { asked } : {}) }));
    expect(at('https://journal.example/404')).not.toBeNull();
    expect(at('https://journal.example/errors/not-found.html')).not.toBeNull();
    expect(at('https://journal.example/article/12-404')).toBeNull();
    expect(at('https://journal.example/')).toContain('the home page of journal.example');
    expect(at('https://journal.example/article/13')).toBeNull();
    expect(at('https://docs.example/404/', 'https://docs.example/404')).toBeNull();
  });

  describe('or that leads to the home page of its site', () => {
    const led = (asked: string, final: string, title = 'Journal of Heat'): string | null =>
      notFoundOf(page({ title, text: article, asked, final }));

    test.each([
      ['https://journal.example/articles/2021/heat-pumps', 'https://journal.example/'],
      ['http://journal.example/articles/12', 'https://www.journal.example'],
      ['https://journal.example/report-2021.pdf', 'https://journal.example/index.html'],
      ['https://journal.example/en/news/12', 'https://journal.example/en/'],
      ['https://journal.example/news/12', 'https://journal.example/zh-CN/home'],
      ['https://journal.example/news/12', 'https://journal.example/?utm_source=old#top'],
      ['https://archive.journal.example/vol/3/heat', 'https://journal.example/']
    ])('is told, however long that page is, with both addresses: %s', (asked, final) => {
      const note = led(asked, final);
      expect(note).toMatch(/^it leads to the home page of \S+, not to a page of its own: \//);
      expect(note).toContain(new URL(asked).pathname.slice(-20));
    });

    test.each([
      ['the home page is what is cited', 'http://journal.example/', 'https://www.journal.example/'],
      ['by its file', 'https://journal.example/index.php', 'https://journal.example/'],
      ['by its language', 'https://journal.example/en-us/', 'https://journal.example/'],
      ['by one word', 'https://journal.example/about', 'https://journal.example/'],
      ['nothing redirects', 'https://journal.example/a/b', 'https://journal.example/a/b'],
      ['another page is reached', 'https://journal.example/a/b', 'https://journal.example/a/c'],
      ['the page is named after the question mark', 'https://journal.example/a/12', 'https://journal.example/?id=12'],
      ['the page is named after the hash', 'https://journal.example/a/12', 'https://journal.example/#/a/12'],
      ['a short address leads to a site', 'https://short.example/x7-q', 'https://journal.example/'],
      ['a page of a platform is a site of its own', 'https://pages.example/u/heat-lab', 'https://heat-lab.example/']
    ])('is not told if %s', (_, asked, final) => {
      expect(led(asked, final)).toBeNull();
    });

    test.each([
      ['https://doi.org/10.1016/j.heat.2021.01.003', 'https://journal.example/'],
      ['http://dx.doi.org/10.1016/j.heat.2021.01.003', 'https://journal.example/en/'],
      ['https://hdl.handle.net/2104/8899', 'https://archive.example/?lang=en'],
      ['https://bit.ly/heatpumps', 'https://www.journal.example/'],
      ['https://t.co/Ab3dEf', 'https://journal.example/en-gb/index.html'],
      ['https://bit.ly/3xYz', 'https://bitly.com/']
    ])('nor of another site, from a DOI or a short address: %s', (asked, final) => {
      const note = led(asked, final);
      expect(note).toMatch(/^it leads to the home page of \S+, not to a page of its own: \S+/);
      expect(note).toContain(`${new URL(asked).hostname}${new URL(asked).pathname}`);
      expect(note).toContain(new URL(final).hostname);
    });

    test.each([
      ['a DOI leads to a page', 'https://doi.org/10.1016/j.heat.2021.01.003', 'https://journal.example/article/3'],
      ['a short address leads to a page', 'https://bit.ly/3xYz', 'https://journal.example/article/3'],
      ['a short address leads to a page named after ?', 'https://bit.ly/3xYz', 'https://journal.example/?p=3'],
      ['a DOI without a digit names a journal', 'https://doi.org/10.1016/heat', 'https://journal.example/'],
      [
        'a book of DOIs has pages of its own',
        'https://www.doi.org/the-identifier/what-is-a-doi/',
        'https://doi.example/'
      ],
      ['the home page of such a service is cited', 'https://bit.ly/', 'https://bitly.com/'],
      ['a host only ends like such a service', 'https://rabbit.ly/3x', 'https://journal.example/']
    ])('but not if %s', (_, asked, final) => {
      expect(led(asked, final)).toBeNull();
    });

    test('is not told if the home page is titled as the cited page is named', () => {
      const asked = 'https://heat.example/project/living-with-heat.html';
      expect(led(asked, 'https://heat.example/', 'Living with heat – a study')).toBeNull();
      expect(led(asked, 'https://heat.example/', 'Heat')).not.toBeNull();
    });
  });

  test.each([
    ['HTTP 404', 'An HTTP status. It is sent where a page was not found.'],
    ['Missing persons not found in 2024', 'Two short sentences. On a subject.'],
    ['Peugeot 404', 'A car of 1960.'],
    ['Room 404: opening hours', 'Open from nine to five.'],
    ['Why is a page not found?', 'Servers answer 404.'],
    ['Life not found on Mars', 'Two sentences. Short.'],
    ['Journal', 'The study could not be found in the registry. Two others were.']
  ])('is not a short page about something like it: “%s”', (title, text) => {
    expect(notFoundOf(page({ title, text }))).toBeNull();
  });
});
