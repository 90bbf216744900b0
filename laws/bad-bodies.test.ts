import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { paper } from '@keyan/product/achievement/paper/paper.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { home, startApplication } from './support/application.ts';
import { check, watchWrites } from './support/calls.ts';
import { Client } from './support/client.ts';
import { password } from './support/world.ts';

/**
 * Bodies that cannot be read or are too large. One parser reads the bodies of every call before the
 * call is looked at: one of each sort stands for all, with a derived call, one written by hand, an
 * upload and an import.
 */
const app = await startApplication();
afterAll(() => app.close());

const admin = await app.as('admin');
const writes = await watchWrites(app);

describe.each([
  [`${paper.path}/save`],
  ['blade-flow/work/complete-task'],
  ['blade-resource/oss/endpoint/ext/put-file'],
  [`${paper.path}/import`],
])('POST %s', (path) => {
  test('refuses a body that is none, and stores nothing', async () => {
    await writes.since();
    const send = (payload: string | Buffer, type: string) =>
      admin.call('POST', path, { payload, headers: { 'content-type': type } });
    const malformed = await send('{"id": ', 'application/json');
    expect([malformed.status, malformed.msg]).toEqual([400, '请求内容无法解析']);
    const foreign = await send('<id>1</id>', 'application/xml');
    expect([foreign.status, foreign.msg]).toEqual([415, '不支持当前媒体类型']);
    const cut = await send('--x\r\ncontent-disp', 'multipart/form-data; boundary=x');
    check('a multipart body that breaks off', cut);
    const half = await send(
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf of',
      'multipart/form-data; boundary=x',
    );
    check('a file that breaks off', half);
    expect(half.status).not.toBe(200);
    const large = await send(`{"a":"${'x'.repeat(4_300_000)}"}`, 'application/json');
    expect([large.status, large.msg]).toEqual([413, '请求内容过大']);
    expect(await writes.since()).toEqual([]);
  });
});

let address: string;
let token: string;
beforeAll(async () => {
  address = await app.server.listen({ host: '127.0.0.1', port: 0 });
  token = (await new Client(app.server).signIn(home, 'teacher', password)).token ?? '';
});

describe('a body that is too large, on a real line', () => {
  const json = 'application/json';
  const form = 'multipart/form-data; boundary=x';
  const field = '--x\r\ncontent-disposition: form-data; name="artName"\r\n\r\n';
  const file = '--x\r\ncontent-disposition: form-data; name="f"; filename="f.txt"\r\n\r\n';
  const save = `${paper.path}/save`;
  const upload = 'blade-resource/oss/endpoint/ext/put-file';
  const tail = '\r\n--x--\r\n';
  const megabyte = 1024 * 1024;

  interface Sending {
    readonly type: string;
    /** Beginning of the body; the rest of it is filling. */
    readonly head: string;
    readonly megabytes: number;
    /** Tells of the length; else it is sent in chunks. */
    readonly says: boolean;
    readonly header?: string;
  }

  /**
   * Sends as a plain program does, which writes all it has before it reads: the first line and the
   * text of the answer, or how the line failed; and how many megabytes it took.
   */
  const send = (path: string, { type, head, megabytes, says, header = '' }: Sending) =>
    new Promise<{ readonly told: string; readonly sent: number }>((resolve) => {
      const { hostname, port } = new URL(address);
      const line = connect(Number(port), hostname);
      let answer = '';
      let sent = 0;
      const done = (told: string): void => {
        resolve({ told, sent });
        line.destroy();
      };
      line.on('error', (error: NodeJS.ErrnoException) => done(String(error.code)));
      const piece = (content: Buffer): boolean => {
        if (says) return line.write(content);
        line.write(`${content.length.toString(16)}\r\n`);
        line.write(content);
        return line.write('\r\n');
      };
      const read = (): void => {
        line.on('data', (chunk) => {
          answer += chunk.toString();
          const [, status, msg] = /^HTTP\S+ (\d+).*"msg":"([^"]*)"/s.exec(answer) ?? [];
          if (status) done(`${status} ${msg}`);
        });
      };
      const write = (): void => {
        while (sent < megabytes) {
          sent += 1;
          if (!piece(Buffer.alloc(megabyte, 'a'))) {
            line.once('drain', write);
            return;
          }
        }
        piece(Buffer.from(tail));
        if (!says) line.write('0\r\n\r\n');
        read();
      };
      const length = Buffer.byteLength(head) + megabytes * megabyte + Buffer.byteLength(tail);
      line.write(
        `POST /api/${path} HTTP/1.1\r\nhost: keyan\r\nblade-auth: bearer ${token}\r\ncontent-type: ${type}\r\n` +
          `${header}${says ? `content-length: ${length}` : 'transfer-encoding: chunked'}\r\n\r\n`,
      );
      piece(Buffer.from(head));
      write();
    });

  test.each([
    [save, json, '{"artName":"', '请求内容过大'],
    [save, form, field, '请求内容过大'],
    [save, form, file, '请求内容过大'],
    [upload, form, field, '请求内容过大'],
  ])(
    '%s %s %s: the answer reaches the sender, with a length and in chunks',
    async (path, type, head, msg) => {
      for (const header of ['', 'connection: close\r\n']) {
        for (const says of [true, false]) {
          const { told } = await send(path, { type, head, megabytes: 20, says, header });
          expect(told).toBe(`413 ${msg}`);
        }
      }
    },
  );

  test('of which a length is told is refused before it is sent', async () => {
    for (const [path, type, expected] of [
      [save, json, '请求内容过大'],
      [save, form, '请求内容过大'],
      [upload, form, '上传文件大小不能超过【100】MB!'],
    ] as const) {
      const answer = await new Promise<string>((resolve) => {
        const sending = request(`${address}/api/${path}`, {
          method: 'POST',
          headers: {
            'blade-auth': `bearer ${token}`,
            'content-type': type,
            'content-length': 150 * megabyte,
          },
        });
        sending.on('response', async (got) => {
          const { msg } = JSON.parse(await text(got)) as { msg: string };
          sending.destroy();
          resolve(`${got.statusCode} ${msg}`);
        });
        sending.on('error', () => undefined);
        sending.flushHeaders();
      });
      expect(answer).toBe(`413 ${expected}`);
    }
  });

  test('that goes on and on is cut off', async () => {
    const given = { type: json, head: '{"artName":"', megabytes: 300, says: false };
    const { told, sent } = await send(save, given);
    expect(told).toMatch(/^E(PIPE|CONNRESET)$/);
    expect(sent).toBeLessThan(200);
  });
});

describe('a file of 101 MB', () => {
  const upload = async (path: string): Promise<{ status: number; body: { msg: string } }> => {
    const part = Buffer.alloc(1024 * 1024, 'a');
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        stream.enqueue(
          Buffer.from(
            '--x\r\ncontent-disposition: form-data; name="file"; filename="large.txt"\r\ncontent-type: text/plain\r\n\r\n',
          ),
        );
      },
      pull(stream) {
        count += 1;
        if (count <= 101) stream.enqueue(part);
        else {
          stream.enqueue(Buffer.from('\r\n--x--\r\n'));
          stream.close();
        }
      },
    });
    let count = 0;
    const answer = await fetch(`${address}/api/${path}`, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: {
        'blade-auth': `bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
    } as RequestInit);
    return { status: answer.status, body: (await answer.json()) as { msg: string } };
  };

  test.each([
    ['before', ['catalog', 'file']],
    ['behind', ['file', 'catalog']],
  ])('of a small one the category counts %s its content', async (_where, order) => {
    const form = new FormData();
    const parts = { file: new Blob(['%PDF-1.4\ntrailer<<>>\n%%EOF\n']), catalog: '13' };
    for (const name of order) {
      if (name === 'file') form.append('file', parts.file, '论文全文.pdf');
      else form.append('catalog', parts.catalog);
    }
    const answer = await fetch(`${address}/api/blade-resource/oss/endpoint/ext/put-file`, {
      method: 'POST',
      body: form,
      headers: { 'blade-auth': `bearer ${token}` },
    });
    const { data } = (await answer.json()) as { data: { catalog: string } };
    expect([answer.status, data.catalog]).toEqual([200, '13']);
    await writes.since();
  });

  test('is refused while it streams, and leaves nothing behind', async () => {
    await writes.since();
    const { status, body } = await upload('blade-resource/oss/endpoint/ext/put-file');
    expect([status, body.msg]).toEqual([413, '上传文件大小不能超过【100】MB!']);
    expect(await writes.since()).toEqual([]);
  });

  test('is no workbook either', async () => {
    const { status, body } = await upload(`${paper.path}/import`);
    expect([status, body.msg]).toEqual([400, '导入文件不能超过 20 MB']);
  });
});
