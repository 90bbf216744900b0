import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto';
import { Secrets } from '@keyan/engine/base/secrets.ts';
import { expect, test } from 'vitest';
import { areBrowserKeys, encryptedFor, serverKeys, vapidHeader } from './push-crypto.server.ts';

const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

test('the example of RFC 8291 is encrypted byte by byte', () => {
  const body = encryptedFor('When I grow up, I want to be a watermelon', keys, {
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    key: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
  });
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('each message has a key of its own, and the browser reads it', () => {
  const browser = createECDH('prime256v1');
  browser.setPrivateKey(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'));
  const [one, other] = ['您有一条新消息', '您有一条新消息'].map((text) => encryptedFor(text, keys));
  expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false);
  if (!one) throw new Error('nothing was encrypted');
  const point = one.subarray(21, 86);
  const secretOf = (key: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, info, length));
  const secret = secretOf(
    browser.computeSecret(point),
    Buffer.from(keys.auth, 'base64url'),
    Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), point]),
    32,
  );
  const salt = one.subarray(0, 16);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    secretOf(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    secretOf(secret, salt, 'Content-Encoding: nonce\0', 12),
  );
  decipher.setAuthTag(one.subarray(-16));
  const text = Buffer.concat([decipher.update(one.subarray(86, -16)), decipher.final()]);
  expect(text.toString()).toBe('您有一条新消息\u0002');
});

test('every process of an installation has the same pair, and signs for one service alone', () => {
  const [one, other] = [9, 8].map((fill) => serverKeys(new Secrets(Buffer.alloc(32, fill))));
  expect(serverKeys(new Secrets(Buffer.alloc(32, 9)))).toEqual(one);
  expect(other).not.toEqual(one);
  if (!one) throw new Error('no keys');
  const header = vapidHeader(
    new URL('https://push.example.org/send/1?a=b'),
    'https://ky.example.edu.cn',
    one,
    new Date('2026-01-01T00:00:00Z'),
  );
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    aud: 'https://push.example.org',
    exp: 1_767_225_600 + 12 * 3600,
    sub: 'https://ky.example.edu.cn',
  });
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  expect(
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ),
  ).toBe(true);
});

test.each([
  ['keys of a browser', {}, true],
  ['a point that is none', { p256dh: Buffer.alloc(65, 4).toString('base64url') }, false],
  ['a short point', { p256dh: 'AAAA' }, false],
  ['a short secret', { auth: 'AAAA' }, false],
])('%s', (_what, change, expected) => {
  expect(areBrowserKeys({ ...keys, ...change })).toBe(expected);
});
