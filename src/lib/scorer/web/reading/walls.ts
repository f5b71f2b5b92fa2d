import type { IncomingHttpHeaders } from 'node:http';
import type { HtmlSigns } from './html.ts';

/** A page as it came, for telling what stands in front of it. */
export interface Shown {
  title: string | null;
  text: string;
  signs: HtmlSigns;
  asked: URL;
  final: URL;
}

export interface Wall {
  outcome: 'blocked' | 'needs-sign-in';
  note: string;
}

/** A page with more text than this is a page, whatever its title says. */
const LITTLE_TEXT = 1_200;
/** A page of which only a form is shown has hardly any; if only the form's field for a password says so, even less. */
const HARDLY_ANY_TEXT = 600;
const LABELS_ONLY = 250;

/** Titles of robot checks, whole or (if they name the site) from the start. */
const challengeTitles = [
  /^just a moment(\.\.\.|…)?$/,
  /^one moment, please(\.\.\.|…)?$/,
  /^attention required!( \| cloudflare)?$/,
  /^access denied( \|.*)?$/,
  /^access to this page has been denied\.?$/,
  /^(amazon\.\S+ )?robot check$/,
  /^(\S+ - )?are you a (robot|human)\??$/,
  /^(please )?verify(ing)?( that)? you are (a )?human(\.\.\.|…)?$/,
  /^(checking|verifying) your browser( before accessing.*)?(\.\.\.|…)?$/,
  /^human verification$/,
  /^(site )?security (check|checkpoint|verification)$/,
  /^vercel security checkpoint$/,
  /^ddos-guard$/,
  /^pardon our interruption(\.\.\.|…)?$/,
  /^client challenge$/,
  /^radware (bot manager )?captcha( page)?$/,
  /^making sure you're not a bot!?$/,
  /^validate(\s)?captcha$/,
  /^captcha$/,
  /^request rejected$/,
  /^请稍候(\.\.\.|…)?$/,
  /^(百度)?安全验证$/,
  /^(人机|滑动)?验证(码|中心)?$/
];

const challengeOpenings = [
  /^request unsuccessful\. incapsula incident id/,
  /^(enable|please enable) javascript and cookies to continue/,
  /^our systems have detected unusual traffic from your computer network/,
  /^to discuss automated access to amazon data please contact/
];

const signInTitles =
  /^((sign|log)[ -]?in|login|log on|登录|用户登录|登入|ログイン|로그인|anmelden|connexion|iniciar sesión)(\s*([-|–—:·]|to\b|with\b).*)?$/;
const signInTitleEnds = /[-|–—:·]\s*((sign|log)[ -]?in|login|登录|登入|ログイン)$/;

const signInSegments = /\/(log-?in|sign-?in|logon|servicelogin|signon|sso|saml2?|authorize|wayf)(\.\w{2,5})?(\/|$)/i;
const signInHosts = /^(login|log-in|signin|sign-in|sso|auth|idp|accounts?)\./i;

const leadsToSignIn = (url: URL): boolean => signInSegments.test(url.pathname) || signInHosts.test(url.hostname);

/** Marks that known gates put into the head of an answer. */
export const gateByHeaders = (headers: IncomingHttpHeaders): Wall | null => {
  const says = (name: string): string => String(headers[name] ?? '').toLowerCase();
  const gated =
    says('cf-mitigated') === 'challenge' ||
    ['challenge', 'deny'].includes(says('x-vercel-mitigated')) ||
    ['challenge', 'captcha'].includes(says('x-amzn-waf-action'));
  return gated ? { outcome: 'blocked', note: 'it asks to prove that one is no robot' } : null;
};

/**
 * Wall in front of a page that was served as if it were the page: a robot check or a sign-in form. Conservative:
 * only pages with little text, and only known marks. A page that merely offers to sign in is a page.
 */
export const wallOf = (shown: Shown): Wall | null => {
  const { text, signs, asked, final } = shown;
  const title = (shown.title ?? '').toLowerCase().replace(/’/g, "'").trim();
  const opening = text.slice(0, 200).toLowerCase();
  const check =
    challengeTitles.some((known) => known.test(title)) ||
    challengeOpenings.some((known) => known.test(opening)) ||
    (signs.challenge && text.length <= HARDLY_ANY_TEXT);
  if (check && text.length <= LITTLE_TEXT)
    return { outcome: 'blocked', note: 'it only asks to prove that one is no robot' };
  const titled = signInTitles.test(title) || signInTitleEnds.test(title);
  const led = asked.href !== final.href && leadsToSignIn(final) && !leadsToSignIn(asked);
  if (led && text.length <= LITTLE_TEXT)
    return { outcome: 'needs-sign-in', note: `it leads to a sign-in page at ${final.hostname}` };
  if ((titled && text.length <= HARDLY_ANY_TEXT) || (signs.password && text.length <= LABELS_ONLY))
    return { outcome: 'needs-sign-in', note: 'it shows only a sign-in form' };
  return null;
};
