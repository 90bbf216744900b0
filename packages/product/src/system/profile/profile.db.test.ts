import { toWire } from '@keyan/engine/identity/password.ts';
import { fileEndpoints } from '@keyan/engine/wire/files/endpoints.ts';
import { closedPolicy } from '@keyan/engine/wire/headers.ts';
import { afterAll, expect, test } from 'vitest';
import { startTestSystem, type TestAnswer, testPassword } from '../../testing.ts';
import { accountEndpoints } from '../accounts/account.server.ts';
import { avatarRules } from '../accounts/profile.ts';
import { avatarEndpoints } from './avatar.server.ts';
import { profileEndpoints } from './profile.server.ts';

const system = await startTestSystem(({ identity, accounts, files }) => [
  ...profileEndpoints(identity, accounts, files),
  ...accountEndpoints(identity, accounts),
  ...avatarEndpoints(files, identity),
  ...fileEndpoints(files),
]);
afterAll(() => system.close());

const teacher = (await system.token('teacher')) ?? '';

/** One pixel, and the same with a size that only its head claims. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const huge = Buffer.from(onePixel);
huge.writeUInt32BE(50_000, 16);

const upload = (name: string, content: Buffer, path = 'blade-user/avatar'): Promise<TestAnswer> => {
  const boundary = 'keyan';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return system.call('POST', path, {
    token: teacher,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
};

const mine = async () => (await system.call('GET', 'blade-user/info', { token: teacher })).data;
const at = (link: unknown): Promise<TestAnswer> =>
  system.call('GET', String(link).replace(/^\/api\//, ''));

test('a picture is kept, readable by its address alone, and gone with the next one', async () => {
  const first = await upload('a.png', onePixel);
  expect(first).toMatchObject({ status: 200, msg: '更新成功' });
  expect(await mine()).toMatchObject({ avatar: first.data.avatar });
  const shown = await at(first.data.avatar);
  expect([shown.status, shown.raw.equals(onePixel)]).toEqual([200, true]);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    ...closedPolicy('self', 'sandbox'),
  });
  const second = await upload('b.png', onePixel);
  expect((await at(first.data.avatar)).status).toBe(404);
  expect((await at(second.data.avatar)).status).toBe(200);
  const [kept] = await system.database.query<{ n: number }>(
    `select count(*)::int as n from attachment where catalog = 'avatar' and is_deleted = 0`,
  );
  expect(kept?.n).toBe(1);
});

test('a picture that a client of the family uploaded as a file is seen by everybody', async () => {
  const put = (name: string, content: Buffer) =>
    upload(name, content, 'blade-resource/oss/endpoint/put-file');
  const update = (body: object) =>
    system.call('POST', 'blade-user/update-info', { token: teacher, body });
  const { link } = (await put('a.png', onePixel)).data;
  expect((await update({ avatar: link, name: '晓岚' })).status).toBe(200);
  const { avatar, name } = await mine();
  expect([name, avatar === link]).toEqual(['晓岚', false]);
  expect((await at(avatar)).raw.equals(onePixel)).toBe(true);
  // The row goes back as it came.
  expect((await update({ avatar, name: '晓岚' })).status).toBe(200);
  expect((await at(avatar)).status).toBe(200);
  const { version } = await mine();
  const large = await put('b.png', Buffer.concat([onePixel, Buffer.alloc(avatarRules.bytes)]));
  const refused = await update({ avatar: large.data.link, name: '大图', version });
  expect([refused.status, refused.msg]).toEqual([400, '头像大小不能超过 500KB']);
  expect(await mine()).toMatchObject({ avatar, name: '晓岚' });
  const next = (await put('b.png', onePixel)).data;
  expect((await update({ avatar: next.link, name: '林晓岚', version })).status).toBe(200);
  expect((await at(avatar)).status).toBe(404);
});

test.each([
  ['a.gif', onePixel, '头像只能是 JPG 或 PNG 格式的图片'],
  ['a.png', Buffer.from('<svg onload="alert(1)"/>'), '头像只能是 JPG 或 PNG 格式的图片'],
  ['a.png', Buffer.alloc(0), '头像只能是 JPG 或 PNG 格式的图片'],
  ['a.png', Buffer.concat([onePixel, Buffer.alloc(avatarRules.bytes)]), '头像大小不能超过 500KB'],
  ['a.png', huge, '头像的边长不能超过 4096 像素'],
])('%s is refused: %#', async (name, content, message) => {
  const before = await mine();
  expect(await upload(name, content)).toMatchObject({ status: 400, msg: message });
  expect(await mine()).toEqual(before);
});

test('a picture of somebody else is not readable as one’s own, nor by a guess', async () => {
  const { avatar } = (await upload('a.png', onePixel)).data;
  const other = String(avatar).replace(/\d(\d*)$/, (digits) => String(BigInt(digits) - 1n));
  expect((await at(other)).status).toBe(404);
  expect((await at(String(avatar).replace('000000', '100000'))).status).toBe(404);
});

test('a profile takes what is sent, tells every fault, and notices a newer version', async () => {
  const update = (body: object) =>
    system.call('POST', 'blade-user/update-info', { token: teacher, body });
  const faulty = await update({ name: '\u202eadmin', phone: '138', email: 'a@b' });
  expect(faulty.status).toBe(400);
  expect((faulty.data.errors as { path: string }[]).map(({ path }) => path)).toEqual([
    'name',
    'phone',
    'email',
  ]);
  const { version } = await mine();
  expect((await update({ email: 'x@y.example', version })).status).toBe(200);
  const late = await update({ email: 'z@y.example', version });
  expect([late.status, late.data.current]).toEqual([
    409,
    expect.objectContaining({ email: 'x@y.example' }),
  ]);
  // Stock clients send no version, and a blank takes a value away.
  expect((await update({ email: ' ' })).status).toBe(200);
  expect(await mine()).toMatchObject({ email: '' });
});

test('changing the password ends the other sessions and keeps this one', async () => {
  const other = (await system.token('second')) ?? '';
  const here = (await system.token('second')) ?? '';
  const change = (from: string, to: string) =>
    system.call('POST', 'blade-user/update-password-v2', {
      token: here,
      body: { oldPassword: toWire(from), newPassword: toWire(to), newPassword1: toWire(to) },
    });
  expect(await change('wrong', 'Tanyuan-2026')).toMatchObject({
    status: 400,
    msg: '原密码不正确!',
  });
  expect((await change(testPassword, 'Tanyuan-2026')).status).toBe(200);
  const reads = async (token: string) =>
    (await system.call('GET', 'blade-user/info', { token })).status;
  expect([await reads(here), await reads(other)]).toEqual([200, 401]);
  expect(await system.token('second')).toBeUndefined();
});

test('a file opens by its id and by its link, with a token in the address too', async () => {
  const { data } = await upload('一.png', onePixel, 'blade-resource/oss/endpoint/ext/put-file');
  const link = String(data.link);
  const open = async (url: string, token = ''): Promise<number> => {
    const query = new URLSearchParams({ url, name: '一.png', token });
    return (await system.call('GET', `blade-resource/common/file/preview?${query}`)).status;
  };
  expect(await open(String(data.id), teacher)).toBe(200);
  expect(await open(link, teacher)).toBe(200);
  expect(await open(link, `${teacher}x`)).toBe(404);
  expect(await open(link)).toBe(404);
  expect(await open('http://127.0.0.1/secret', teacher)).toBe(404);
  const removed = await system.call('POST', 'blade-resource/oss/endpoint/ext/remove-files-by-ids', {
    token: teacher,
    body: { ids: [data.id] },
  });
  expect(removed.status).toBe(200);
  expect(await open(link, teacher)).toBe(404);
});

test('a ticket opens its file in the session in which it was asked for, and ends with that', async () => {
  const { data } = await upload('二.png', onePixel, 'blade-resource/oss/endpoint/ext/put-file');
  const here = (await system.token('teacher')) ?? '';
  const asked = await system.call('GET', `blade-resource/common/file/token?url=${data.id}`, {
    token: here,
  });
  const query = new URLSearchParams({ url: String(data.id), token: String(asked.data.token) });
  const open = async () =>
    (await system.call('GET', `blade-resource/common/file/preview?${query}`)).status;
  expect(await open()).toBe(200);
  await system.call('GET', 'blade-auth/oauth/logout', { token: here });
  // The person is signed in elsewhere still.
  expect((await system.call('GET', 'blade-user/info', { token: teacher })).status).toBe(200);
  expect(await open()).toBe(404);
});
