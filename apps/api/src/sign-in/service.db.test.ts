import type { AddressInfo } from 'node:net';
import { toWire } from '@keyan/engine/identity/password.ts';
import { startTestSystem, testTenant as tenantId, testPassword } from '@keyan/product/testing.ts';
import { afterAll, expect, test } from 'vitest';
import { demoSettings, demoSignIn } from './service.ts';

const site = 'http://ky.test';
const server = demoSignIn(site, [
  { account: 'teacher', name: '林晓岚' },
  { account: 'newcomer', name: '新来者 <b>' },
]);
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const system = await startTestSystem(() => [], { external: demoSettings(site, service) });
afterAll(async () => {
  await system.close();
  server.closeAllConnections();
  server.close();
});

const token = async (given: object, cookie = ''): Promise<Record<string, string>> => {
  const { raw } = await system.call('POST', 'blade-auth/oauth/token', {
    body: { tenantId, ...given },
    headers: { cookie },
  });
  return JSON.parse(raw.toString()) as Record<string, string>;
};

/** A browser that leaves for the service, chooses somebody there and comes back. */
const visit = async (source: string, who: string): Promise<Record<string, string>> => {
  const left = await system.call('GET', `blade-auth/oauth/render/${source}`);
  const cookie = String([left.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  const there = new URL(String(left.headers.location));
  expect(await (await fetch(there)).text()).toContain('林晓岚');
  there.searchParams.set('who', who);
  const chosen = await fetch(there, { redirect: 'manual' });
  let back = new URL(chosen.headers.get('location') ?? '');
  if (source === 'social') {
    const { headers } = await system.call('GET', back.href.slice(`${site}/api/`.length));
    back = new URL(String(headers.location), site);
  }
  const code = back.searchParams.get(source === 'cas' ? 'ticket' : 'code');
  const state = back.searchParams.get('state');
  return token({ grant_type: source, source, code, state }, cookie);
};

test.each(['cas', 'social'])('%s: whoever is chosen at the service is in', async (source) => {
  expect((await visit(source, 'teacher')).account).toBe('teacher');
});

test.each(['cas', 'social'])('%s: somebody new binds an account to it', async (source) => {
  const guest = await visit(source, 'newcomer');
  expect(guest.user_id).toBe('-1');
  const password = { grant_type: 'password', username: 'second', password: toWire(testPassword) };
  expect((await token({ ...password, oauth_id: guest.oauth_id })).account).toBe('second');
  expect((await visit(source, 'newcomer')).account).toBe('second');
});

test.each([
  ['cas/login?service=http://elsewhere.test/login', 400],
  [`oauth/authorize?redirect_uri=${site}/elsewhere`, 400],
  ['oauth/me', 401],
  ['elsewhere', 404],
])('%s is refused', async (path, status) => {
  expect((await fetch(`${service}/${path}`)).status).toBe(status);
});

test('a code is good once, for the client and the browser that asked', async () => {
  const exchange = (form: Record<string, string>) =>
    fetch(`${service}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  expect((await exchange({ code: 'x', client_id: 'other' })).status).toBe(401);
  const client = { client_id: 'keyan', client_secret: 'keyan-demo-sign-in' };
  const redirect = `${site}/api/blade-auth/oauth/callback/social`;
  const asked = new URLSearchParams({
    redirect_uri: redirect,
    code_challenge: 'x',
    who: 'teacher',
  });
  const back = await fetch(`${service}/oauth/authorize?${asked}`, { redirect: 'manual' });
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const form = { ...client, code, redirect_uri: redirect, code_verifier: 'another' };
  expect((await exchange(form)).status).toBe(400);
});
