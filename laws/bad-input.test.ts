import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { hasProcess } from '@keyan/kernel/base.ts';
import { paper } from '@keyan/product/achievement/paper/paper.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { abroad, home, password, startApplication } from './support/application.ts';
import { type Answer, Client } from './support/client.ts';
import { complete, sample } from './support/inputs.ts';

/**
 * Hostile input on every call that the server describes, derived from its own description: a new
 * call joins by being mounted. The answer is a clear refusal with its code or a harmless success,
 * never a 500, and a refusal stores nothing.
 */
const app = await startApplication([home, abroad]);
afterAll(() => app.close());

interface JsonSchema {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly schema: JsonSchema }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  };
  readonly security?: readonly object[];
}
interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly names: readonly string[];
  /** Of these, what names records or is a whole number. */
  readonly counted: readonly string[];
}

/** Calls whose answer never ends, or that end the session which asks. */
const apart: ReadonlySet<string> = new Set([
  'kh-edu-research/message/stream',
  'blade-auth/oauth/logout',
  'blade-auth/logout',
]);

const description = JSON.parse((await app.nobody.get('openapi.json')).raw.toString()) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const schemasOf = (operation: Operation): Readonly<Record<string, JsonSchema>> =>
  Object.assign(
    Object.fromEntries((operation.parameters ?? []).map(({ name, schema }) => [name, schema])),
    ...Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema.properties),
  );

const calls: readonly Call[] = Object.entries(description.paths)
  .flatMap(([address, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const schemas = Object.entries(schemasOf(operation));
      return {
        method: method.toUpperCase() as Call['method'],
        path: address.replace(/^\/(?:api\/)?/, ''),
        names: schemas.map(([name]) => name),
        counted: schemas
          .filter(
            ([name, { type }]) => type === 'integer' || /(^|[a-z])ids?$|^version$/i.test(name),
          )
          .map(([name]) => name),
      };
    }),
  )
  .filter((call) => !apart.has(call.path));

const writes = calls.filter((call) => call.method === 'POST');
const named = (list: readonly Call[]) =>
  list.map((call) => [`${call.method} ${call.path}`, call] as const);

/** Every row there is, so that a refusal can be seen to have stored nothing. */
const fingerprint = async (): Promise<string> => {
  // Written by the turned-away request itself, or by the clock.
  const traces = [
    'security_event',
    'sign_in_attempt',
    'call_rate',
    'session',
    'captcha',
    'id_worker',
  ];
  const tables = await app.database.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and not c.relname = any($1) order by 1`,
    [traces],
  );
  const text = tables
    .map(
      ({ name }) =>
        `select '${name} ' || count(*) || ' ' || coalesce(sum(hashtext(t::text)), 0) as line from ${name} t`,
    )
    .join(' union all ');
  return (await app.database.query<{ line: string }>(text)).map((row) => row.line).join('\n');
};

const refusals = [400, 401, 403, 404, 405, 409, 413, 415, 429];

const check = (what: string, answer: Answer): void => {
  expect([what, answer.status]).toEqual([
    what,
    expect.toSatisfy((status: number) => status === 200 || refusals.includes(status)),
  ]);
  if (answer.status === 200) return;
  // The database saw what a check before it should have refused.
  expect([what, answer.msg]).not.toEqual([what, '请求参数格式错误']);
  // Sign-in answers flat, and with the family's own text for an unknown grant (contract §2).
  const told = answer.msg || answer.raw.toString();
  expect([what, told]).toEqual([
    what,
    expect.stringMatching(/\p{Script=Han}|no grantType was found/u),
  ]);
  expect(answer.raw.toString()).not.toMatch(/node_modules|\.ts:\d|select .* from|syntax error/i);
};

const admin = await app.as('admin');
const ask = ({ method, path }: Call, input: Readonly<Record<string, unknown>>): Promise<Answer> =>
  method === 'POST'
    ? admin.post(path, input)
    : admin.get(
        path,
        Object.fromEntries(
          Object.entries(input).map(([name, value]) => [
            name,
            typeof value === 'string' ? value : JSON.stringify(value),
          ]),
        ),
      );

const filled = (call: Call, value: unknown): Record<string, unknown> =>
  Object.fromEntries(call.names.map((name) => [name, value]));

const hostile: Readonly<Record<string, unknown>> = {
  'a number far too large': 1e20,
  'an object': { a: { b: [1] } },
  'a list of lists': [[[]], null, {}],
  'a text far too long': '长'.repeat(20_000),
  'SQL text': "1'; drop table paper; --",
  'a formula': "=cmd|' /C calc'!A0",
  'half characters and NUL': 'a\u0000\ud800b%',
  'a negative id': '-1',
  'a path': '../../../../etc/passwd',
};

describe.each(named(calls))('%s', (_name, call) => {
  test('refuses or bears what does not fit', async () => {
    check('nothing at all', await ask(call, {}));
    check('unknown keys', await ask(call, { hacker: 1, 'a.b': {}, 'x y': [] }));
    for (const [what, value] of Object.entries(hostile)) {
      // Addresses have an end; a body may be longer.
      if (call.method === 'GET' && what.endsWith('too long')) continue;
      check(what, await ask(call, filled(call, value)));
      expect((await app.database.query(`select to_regclass('paper') as t`))[0]).toEqual({
        t: 'paper',
      });
    }
  });
});

/**
 * Wrong shapes of what names a record or counts something. One at a time: beside another fault a
 * call would not come as far as using them. As JSON text, because `__proto__` survives only there.
 */
const misshapen: readonly string[] = [
  '{"a":1}',
  '{"toString":1,"valueOf":1,"toJSON":1}',
  '{"__proto__":{"length":1}}',
  '[{"toString":1}]',
  '[["1"],null]',
  '"abc"',
  '-1',
  '1.5',
  '2147483648',
  '"9223372036854775808"',
  'true',
];

describe.each(named(calls.filter((call) => call.counted.length > 0)))('%s', (_name, call) => {
  test('judges ids and numbers before it uses them', async () => {
    for (const name of call.counted) {
      for (const shape of misshapen) {
        const answer =
          call.method === 'POST'
            ? await admin.call('POST', call.path, {
                payload: `{"${name}":${shape}}`,
                headers: { 'content-type': 'application/json' },
              })
            : await admin.get(call.path, { [name]: shape.replace(/^"(.*)"$/, '$1') });
        check(`${name}: ${shape}`, answer);
      }
    }
  });
});

test('a version that no record can have is refused before the record is looked up', async () => {
  const mine = await app.as('teacher');
  const { data } = await mine.post(`${paper.path}/save`, { artName: '版本' });
  const id = String(data.id);
  for (const call of ['save', 'submit']) {
    for (const shape of misshapen) {
      const answer = await mine.call('POST', `${paper.path}/${call}`, {
        payload: `{"id":"${id}","artName":"版本","version":${shape}}`,
        headers: { 'content-type': 'application/json' },
      });
      // What would change the prototype of an object is no JSON of ours.
      const told = shape.includes('__proto__') ? '请求内容无法解析' : '请求参数格式错误: version';
      expect([shape, answer.status, answer.msg]).toEqual([shape, 400, told]);
    }
  }
});

test('every whole number that a call takes has its bounds', () => {
  const unbounded = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.values(operations).flatMap((operation) =>
      Object.entries(schemasOf(operation))
        .filter(
          ([, { type, minimum, maximum }]) =>
            type === 'integer' && !(Number(minimum) <= Number(maximum)),
        )
        .map(([name]) => `${path} ${name}`),
    ),
  );
  expect(unbounded).toEqual([]);
});

describe.each(named(writes))('%s', (_name, call) => {
  test('refuses a body that is none, and stores nothing', async () => {
    const before = await fingerprint();
    const send = (payload: string | Buffer, type: string) =>
      admin.call('POST', call.path, { payload, headers: { 'content-type': type } });
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
    expect(await fingerprint()).toBe(before);
  });
});

test('without a token every call that needs one says so, and nothing else', async () => {
  const open: string[] = [];
  for (const call of calls) {
    const answer = await app.nobody.call(call.method, call.path);
    if (answer.status !== 401) open.push(`${call.method} ${call.path} ${answer.status}`);
    expect(answer.status).toBeLessThan(500);
  }
  // Whoever adds a public call adds it here, on purpose.
  expect(open.map((line) => line.replace(/ \d+$/, '')).sort()).toMatchInlineSnapshot(`
    [
      "GET blade-auth/captcha",
      "GET blade-auth/oauth/captcha",
      "GET blade-auth/oauth/clear-cache",
      "GET blade-resource/common/file/download",
      "GET blade-resource/common/file/preview",
      "GET blade-system/menu/auth-routes",
      "GET blade-system/menu/routes",
      "GET blade-system/tenant/info",
      "GET blade-user/avatar",
      "GET blade-user/register-guest/departments",
      "GET common/file/download",
      "GET common/file/preview",
      "GET keyan/embedded",
      "GET keyan/site",
      "POST blade-auth/oauth/token",
      "POST blade-auth/token",
      "POST blade-user/register-guest",
    ]
  `);
});

describe('ids of others', () => {
  const hidden = '不可外泄的题名';
  let foreign: { readonly id: string; readonly taskId: string; readonly instanceId: string };
  let draftId: string;
  const of = async (id: string) => app.database.query('select * from paper where id = $1', [id]);

  beforeAll(async () => {
    const writer = await app.as('teacher', abroad);
    const [input = {}] = sample(complete(paper, app.targets(abroad)), 1);
    const file = await writer.upload(
      'blade-resource/oss/endpoint/ext/put-file',
      '正文.pdf',
      Buffer.from('%PDF-1.4\n%%EOF\n'),
      { catalog: '13' },
    );
    const answer = await writer.post(`${paper.path}/submit`, {
      ...input,
      artName: hidden,
      fkDeptId: app.departments[abroad]?.get('310'),
      secretLevel: '0',
      attachments: [{ id: file.data.id, catalog: '13' }],
    });
    expect([answer.status, answer.errors]).toEqual([200, []]);
    const id = String(answer.data.id);
    const [task] = await app.database.query<{ id: string; instance: string }>(
      'select id::text, instance_id::text as instance from wf_task where business_id = $1',
      [id],
    );
    foreign = { id, taskId: task?.id ?? '', instanceId: task?.instance ?? '' };
    const mine = await app.as('teacher');
    const draft = await mine.post(`${paper.path}/save`, { artName: hidden });
    draftId = String(draft.data.id);
  });

  const idsFor = (call: Call, ids: { id: string; taskId: string; instanceId: string }) =>
    Object.fromEntries(
      call.names
        .filter((name) => /id$|ids$|url$/i.test(name))
        .map((name) => [
          name,
          /task/i.test(name) && !/user/i.test(name)
            ? ids.taskId
            : /instance/i.test(name)
              ? ids.instanceId
              : ids.id,
        ]),
    );

  test('a foreign tenant’s are not there, whatever is asked', async () => {
    const before = await of(foreign.id);
    for (const call of calls.filter((one) => one.names.some((name) => /ids?$/i.test(name)))) {
      const answer = await ask(call, { ...idsFor(call, foreign), flag: 'ok', comment: '同意' });
      check(`${call.method} ${call.path}`, answer);
      expect([call.path, answer.raw.toString().includes(hidden)]).toEqual([call.path, false]);
    }
    expect(await of(foreign.id)).toEqual(before);
  });

  test('another person’s draft is not there either', async () => {
    const other = await app.as('teacher2');
    const before = await of(draftId);
    const ids = { id: draftId, taskId: draftId, instanceId: draftId };
    for (const call of calls.filter((one) => one.names.some((name) => /ids?$/i.test(name)))) {
      const input = idsFor(call, ids);
      const answer =
        call.method === 'POST'
          ? await other.post(call.path, input)
          : await other.get(call.path, input);
      check(`${call.method} ${call.path}`, answer);
      expect([call.path, answer.raw.toString().includes(hidden)]).toEqual([call.path, false]);
    }
    expect(await of(draftId)).toEqual(before);
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
    /** What the body begins with; the rest of it is filling. */
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

  test('is refused while it streams, and leaves nothing behind', async () => {
    const before = await fingerprint();
    const { status, body } = await upload('blade-resource/oss/endpoint/ext/put-file');
    expect([status, body.msg]).toEqual([413, '上传文件大小不能超过【100】MB!']);
    expect(await fingerprint()).toBe(before);
  });

  test('is no workbook either', async () => {
    const { status, body } = await upload(`${paper.path}/import`);
    expect([status, body.msg]).toEqual([400, '导入文件不能超过 20 MB']);
  });
});

describe('pasted references', () => {
  const paste = async (text: string): Promise<Answer> =>
    (await app.as('teacher')).post('kh-edu-research/papers/recognise', { text });
  const doubling = (times: number): string =>
    `@string{a="b"}\n${'@string{a=a # a}\n'.repeat(times)}${Array.from(
      { length: 100 },
      (_, index) => `@article{k${index}, title="${index}" # a, author=a, year=2026}\n`,
    ).join('')}`;

  test.each([
    ['abbreviations that double 24 times', doubling(24)],
    ['abbreviations that double 3,000 times', doubling(3000)],
    [
      'an abbreviation joined 3,000 times',
      `@string{a="b"${' # a # a}\n@string{a=a'.repeat(3000)}}`,
    ],
  ])('%s are refused with the reason', async (_, text) => {
    const answer = await paste(text);
    expect(answer.status).toBe(400);
    expect(answer.msg).toContain('@string');
  });

  test('a paste beyond the limit is refused, and its parameter named', async () => {
    const answer = await paste('a'.repeat(500_001));
    expect([answer.status, answer.errors[0]?.path]).toEqual([400, 'text']);
    expect(answer.msg).toContain('50 万字');
  });

  test('while long junk is read, others are answered', async () => {
    const other = await app.as('rd_admin');
    let reading = true;
    const junk = paste(`@article{a, title={A}, author={${'A and '.repeat(80_000)}}}`).finally(
      () => {
        reading = false;
      },
    );
    let answered = 0;
    while (reading) {
      expect((await other.get('keyan/site')).status).toBe(200);
      answered += 1;
    }
    expect([200, 400]).toContain((await junk).status);
    expect(answered).toBeGreaterThan(20);
  });

  test('one person has a number of pastes waiting, and others do not wait behind them', async () => {
    const long = `@article{a, title={A}, author={${'A and '.repeat(20_000)}}}`;
    const many = Promise.all(Array.from({ length: 12 }, () => paste(long)));
    const statuses = (await many).map((answer) => answer.status);
    expect(statuses).toContain(429);
    expect(statuses.filter((status) => status !== 429).length).toBeGreaterThanOrEqual(9);
  });
});

test('every call is among those that were tried', () => {
  const derived = app.resources.flatMap((resource) => [
    `${resource.path}/list`,
    `${resource.path}/submit`,
    ...(hasProcess(resource) ? [`${resource.path}/recall`] : []),
  ]);
  for (const path of derived) expect(calls.map((call) => call.path)).toContain(path);
});
