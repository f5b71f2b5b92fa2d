import { describe, expect, test } from 'vitest';
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
