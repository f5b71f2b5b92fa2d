/** Scopes of personal tokens, within the roles of their owners. Every token has `read`. */
export const tokenScopes = ['read', 'work', 'manage'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** By access (`authorize.ts`); reading needs `read` alone. */
const needed: Readonly<Record<string, TokenScope>> = {
  annotate: 'work',
  review: 'work',
  adjudicate: 'work',
  manage: 'manage',
  administer: 'manage'
};

/** The scope that a token needs for an access. */
export const scopeFor = (access: string): TokenScope => needed[access] ?? 'read';

/** Days for which a token can be valid, and the default. */
export const tokenDays = [7, 30, 90, 365] as const;
export const USUAL_TOKEN_DAYS = 30;
