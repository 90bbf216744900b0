import { expect, test } from 'vitest';
import { receivedCookies, sentCookies } from './cookies.ts';

const everywhere = 'keyan-a=1; Path=/; Max-Age=60; HttpOnly; SameSite=Strict';
const somewhere = 'keyan-b=2; Path=/api/x; Max-Age=60; HttpOnly; SameSite=Strict';

test('over TLS a cookie of every path belongs to this host, another one to TLS', () => {
  expect(sentCookies([everywhere, somewhere], true)).toEqual([
    `__Host-${everywhere}; Secure`,
    `__Secure-${somewhere}; Secure`,
  ]);
  expect(sentCookies([everywhere, somewhere], false)).toEqual([everywhere, somewhere]);
});

test('over TLS no cookie counts that could have come without it', () => {
  const header = 'keyan-a=planted; __Host-keyan-a=1; other=3;__Secure-keyan-b=2';
  expect(receivedCookies(header, true)).toBe('keyan-a=1; keyan-b=2');
  expect(receivedCookies('keyan-a=planted', true)).toBe('');
  expect(receivedCookies(header, false)).toBe(header);
  expect(receivedCookies(undefined, true)).toBeUndefined();
});
