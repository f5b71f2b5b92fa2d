import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { startOidc, type OidcAttack, type OidcStandIn } from '../../../../../tests/stand-ins/oidc.ts';
import { schema } from '../../db/client.ts';
import { memoryDatabase } from '../../db/memory.fixture.ts';
import { createProject, listMembers } from '../../projects.ts';
import { addUser } from '../accounts/accounts.ts';
import { inviteMany } from '../accounts/inviting-many.ts';
import { disablePerson } from '../accounts/standing.ts';
import { authorize, instance, operator } from '../authorize.ts';
import { readSession, startSession } from '../sign-in/sessions.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { siteAddress } from '../sign-in/site-address.ts';
import { providerAccount } from './oidc-account.ts';
import { keepFlow, takeFlow } from './oidc-flows.ts';
import { beginOidc, finishOidc, type OidcClaims } from './oidc-provider.ts';
import { oidcSettings, type OidcSettings } from './oidc-settings.ts';

const callback = 'http://127.0.0.1:3000/sign-in/oidc/callback';
const password = 'four unrelated words';
const admin = authorize(operator, instance, 'administer');

let provider: OidcStandIn;
let settings: OidcSettings;
const settingsOf = (at: OidcStandIn): OidcSettings =>
  oidcSettings({
    VOIRDIRE_OIDC_ISSUER: at.issuer,
    VOIRDIRE_OIDC_CLIENT_ID: at.clientId,
    VOIRDIRE_OIDC_CLIENT_SECRET: at.clientSecret
  })!;
beforeAll(async () => {
  provider = await startOidc();
  settings = settingsOf(provider);
});
afterAll(() => provider.stop());
beforeEach(() => {
  provider.attack = {};
  provider.person = { sub: 'subject-1', email: 'ana@lab.example', email_verified: true, name: 'Ana\u202e Ito' };
});

/** A sign-in from beginning to end. */
async function claimsOf(attack: OidcAttack = {}, at = provider): Promise<OidcClaims> {
  const from = settingsOf(at);
  const { address, flow } = await beginOidc(from, callback, { next: '/', invitation: null });
  at.attack = attack;
  return finishOidc(from, await at.visit(address), flow);
}

describe('a sign-in with an identity provider', () => {
  it('uses the authorization code flow with PKCE, state and nonce', async () => {
    const claims = await claimsOf();
    expect(claims).toEqual({
      ...{ issuer: provider.issuer, subject: 'subject-1', verifiedEmail: 'ana@lab.example', name: 'Ana Ito' }
    });
    const asked = Object.fromEntries(provider.asked.at(-1)!);
    expect(asked).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', redirect_uri: callback });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]!.length).toBeGreaterThan(40);
    expect(asked['scope']).toBe('openid email profile');
  });
  const now = Math.floor(Date.now() / 1000);
  const attacks: Record<string, OidcAttack> = {
    'a wrong state': { state: 'of-another-browser' },
    'an issuer of another provider (mix-up)': { iss: 'https://evil.example' },
    'no issuer, although the provider announces it': { iss: null },
    'a wrong nonce': { claims: { nonce: 'of-another-sign-in' } },
    'no nonce': { claims: { nonce: undefined } },
    'an ID token for another client': { claims: { aud: 'another-client' } },
    'an ID token of another issuer': { claims: { iss: 'https://evil.example' } },
    'an expired ID token': { claims: { exp: now - 3600, iat: now - 7200 } },
    'an ID token without a subject': { claims: { sub: undefined } },
    'an unsigned ID token': { signature: 'none' },
    'an ID token signed by another key': { signature: 'other-key' },
    'a broken signature': { signature: 'broken' },
    'a signature by the public key as a shared secret': { signature: 'hmac-with-public-key' },
    'an answer without end': { spaces: 2_000_000 }
  };
  it.each(Object.entries(attacks))('is refused with %s', async (_, attack) => {
    await expect(claimsOf(attack)).rejects.toThrow();
  });
  it('is refused if its code is used again, or by another browser', async () => {
    const { address, flow } = await beginOidc(settings, callback, { next: '/', invitation: null });
    const back = await provider.visit(address);
    const other = await beginOidc(settings, callback, { next: '/', invitation: null });
    await expect(finishOidc(settings, back, other.flow)).rejects.toThrow();
    // PKCE: a stolen code with its state is worth nothing without the verifier of the browser that began.
    await expect(finishOidc(settings, back, { ...flow, verifier: other.flow.verifier })).rejects.toThrow();
    const again = await beginOidc(settings, callback, { next: '/', invitation: null });
    const used = await provider.visit(again.address);
    expect((await finishOidc(settings, used, again.flow)).subject).toBe('subject-1');
    await expect(finishOidc(settings, used, again.flow)).rejects.toThrow();
    expect(provider.refused).toEqual(['invalid_grant', 'invalid_grant']);
  });
  it('works with a provider that reads the secret in the form only, and names the person at its UserInfo endpoint only', async () => {
    const other = await startOidc({ methods: ['client_secret_post'], thin: true });
    try {
      expect(await claimsOf({}, other)).toMatchObject({ verifiedEmail: 'ana@lab.example', name: 'Ana Ito' });
    } finally {
      await other.stop();
    }
  });
  it('takes no verified e-mail that an account could not have', async () => {
    for (const email of ['ana', 'ana@lab.example\u202e', 'ana@lab\nexample', `${'a'.repeat(300)}@lab.example`]) {
      provider.person = { ...provider.person, email };
      expect((await claimsOf()).verifiedEmail, email).toBeNull();
    }
  });
  it('takes an e-mail as verified only if the provider says true itself', async () => {
    for (const verified of ['true', 'false', 1, undefined, null]) {
      provider.person = { ...provider.person, email_verified: verified };
      expect((await claimsOf()).verifiedEmail, String(verified)).toBeNull();
    }
  });
});

describe('the flow of a browser', () => {
  it('is taken once, and by its token only', async () => {
    const { flow } = await beginOidc(settings, callback, { next: '/p/heat', invitation: null });
    const token = keepFlow(flow, null);
    expect(takeFlow('x'.repeat(43), flow.state)).toBeNull();
    expect(takeFlow(null, flow.state)).toBeNull();
    expect(takeFlow(token, null)).toBeNull();
    expect(takeFlow(token, 'of-another-sign-in')).toBeNull();
    expect(takeFlow(token, flow.state)).toEqual(flow);
    expect(takeFlow(token, flow.state)).toBeNull();
  });
  it('is one for each of its tabs, under one token, and none for a token that another made up', async () => {
    const [first, second] = [1, 2].map((n) => ({ state: `s${n}`, nonce: 'n', verifier: 'v', next: `/${n}`, invitation: null })); // prettier-ignore
    const token = keepFlow(first!, null);
    expect(keepFlow(second!, token)).toBe(token);
    expect(takeFlow(token, 's1')).toEqual(first);
    expect(takeFlow(token, 's1')).toBeNull();
    expect(takeFlow(token, 's2')).toEqual(second);
    const madeUp = 'x'.repeat(43);
    expect(keepFlow(first!, madeUp)).not.toBe(madeUp);
    const many = Array.from({ length: 12 }, (_, n) => ({ ...first!, state: `m${n}` }));
    let full: string | null = null;
    for (const flow of many) full = keepFlow(flow, full);
    expect(many.map(({ state }) => takeFlow(full, state) !== null)).toEqual(many.map((_, n) => n > 1));
  });
  it('leads to this site only', () => {
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/.//evil.example',
      'javascript:1'
    ])
      expect(siteAddress(next), next).toBe('/');
    expect(siteAddress('/p/heat?run=1')).toBe('/p/heat?run=1');
  });
});

function scene() {
  const { db } = memoryDatabase();
  const { id: projectId } = createProject(db, admin, { name: 'Heat' });
  const manage = authorize(operator, { kind: 'project', id: projectId }, 'manage');
  const claims = (change: Partial<OidcClaims> = {}): OidcClaims => ({
    ...{ issuer: 'https://id.example', subject: 's1', verifiedEmail: 'ana@lab.example', name: 'Ana Ito' },
    ...change
  });
  const enter = (change: Partial<OidcClaims> = {}, invitation: string | null = null) =>
    providerAccount(db, claims(change), { invitation }).userId;
  const add = (email: string) => addUser(db, { name: 'Ana', email, password, admin: false });
  const invited = (email: string) => inviteMany(db, manage, [{ row: 1, email, name: '', role: 'annotator' }])[0]!.token;
  return { db, manage, enter, add, invited };
}

describe('the account of a provider’s person', () => {
  it('is linked by a verified e-mail once, and found by issuer and subject from then on', async () => {
    const { db, enter, add } = scene();
    const id = await add('ana@lab.example');
    expect(enter()).toBe(id);
    // The e-mail at the provider can change, and then belong to another person.
    expect(enter({ verifiedEmail: 'married@lab.example' })).toBe(id);
    expect(() => enter({ subject: 's2', verifiedEmail: 'other@lab.example' })).toThrow(/No active account/);
    expect(() => enter({ issuer: 'https://evil.example', verifiedEmail: null })).toThrow(/not verified/);
    expect(db.select().from(schema.oidcIdentity).all()).toHaveLength(1);
  });
  it('is not opened by another person of the provider who was given its e-mail, also with an invitation', async () => {
    const { db, enter, add, invited } = scene();
    const id = await add('ana@lab.example');
    enter();
    const own = startSession(db, id);
    expect(() => enter({ subject: 's2' })).toThrow(/another person of the identity provider/);
    expect(() => enter({ subject: 's2' }, invited('b@lab.example'))).toThrow(/another person of the identity provider/);
    expect(readSession(db, own.token)?.person.id).toBe(id);
    const refused = db.select().from(schema.audit).where(eq(schema.audit.action, 'sign-in.refuse')).all();
    expect(refused).toMatchObject([{ actorName: 'system', entity: 'account', detail: { reason: 'not-permitted' } }]);
    expect(JSON.stringify(refused)).not.toContain('ana@lab.example');
    expect(enter()).toBe(id);
    // A provider that replaces the one before has persons of its own.
    expect(enter({ issuer: 'https://new.example', subject: 's9' })).toBe(id);
  });
  it('is never found by an unverified e-mail, also with an invitation addressed to it', async () => {
    const { db, enter, add, invited } = scene();
    await add('ana@lab.example');
    expect(() => enter({ verifiedEmail: null })).toThrow(/not verified/);
    expect(() => enter({ verifiedEmail: null }, invited('ana@lab.example'))).toThrow(/not verified/);
    expect(db.select().from(schema.oidcIdentity).all()).toEqual([]);
  });
  it('is made by an invitation, which works once', () => {
    const { db, manage, enter, invited } = scene();
    const token = invited('guest@lab.example');
    const id = enter({ verifiedEmail: null, name: 'Guest' }, token);
    expect(listMembers(db, manage)).toMatchObject([{ userId: id, email: 'guest@lab.example', roles: ['annotator'] }]);
    expect(enter({ verifiedEmail: null })).toBe(id);
    expect(() => enter({ subject: 's2', verifiedEmail: 'x@lab.example' }, token)).toThrow(/already been used/);
  });
  it('loses password, sessions and tokens of a person who made it with the e-mail before', async () => {
    const { db, enter, add } = scene();
    const id = await add('ana@lab.example');
    const squatter = startSession(db, id);
    enter();
    expect(readSession(db, squatter.token)).toBeNull();
    await expect(signIn(db, { email: 'ana@lab.example', password, address: '::1', device: null })).rejects.toThrow();
    // A later sign-in ends nothing.
    const own = startSession(db, id);
    enter();
    expect(readSession(db, own.token)?.person.id).toBe(id);
  });
  it('is signed in, for the audit trail, only once the code of its second factor was right', async () => {
    const { db, enter, add } = scene();
    const userId = await add('ana@lab.example');
    const signIns = () => db.select().from(schema.audit).where(eq(schema.audit.action, 'sign-in')).all().length;
    enter();
    expect(signIns()).toBe(1);
    db.insert(schema.secondFactor).values({ userId, secret: 'A', confirmedAt: 1, createdAt: 1 }).run();
    enter();
    expect(signIns()).toBe(1);
  });
  it('stays closed when it is disabled', async () => {
    const { db, enter, add } = scene();
    const id = await add('ana@lab.example');
    enter();
    disablePerson(db, admin, id);
    expect(() => enter()).toThrow(/No active account/);
    expect(db.select().from(schema.session).where(eq(schema.session.userId, id)).all()).toEqual([]);
  });
});

describe('the settings of a provider', () => {
  const all = {
    ...{ VOIRDIRE_OIDC_ISSUER: 'https://id.example', VOIRDIRE_OIDC_CLIENT_ID: 'a', VOIRDIRE_OIDC_CLIENT_SECRET: 'b' }
  };
  it('are all or none, and https except on loopback', () => {
    expect(oidcSettings({})).toBeNull();
    expect(oidcSettings(all)).toMatchObject({ name: 'id.example' });
    for (const name of Object.keys(all)) expect(() => oidcSettings({ ...all, [name]: '' })).toThrow(name);
    for (const issuer of ['http://id.example', 'ftp://id.example', 'id.example'])
      expect(() => oidcSettings({ ...all, VOIRDIRE_OIDC_ISSUER: issuer })).toThrow(/https/);
  });
});
