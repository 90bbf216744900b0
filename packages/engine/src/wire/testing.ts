import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { InjectOptions } from 'fastify';
import pino from 'pino';
import { Type } from 'typebox';
import { receiveFile } from '../files/intake.ts';
import { createServer } from '../server/server.ts';
import { testDatabase } from '../testing/database.ts';
import { actorOf, furnishSamples, startEngine, stranger } from '../testing/sample.ts';
import { endpoint, RawAnswer } from './endpoint.ts';

export const actors: Readonly<Record<string, Actor>> = {
  writer: actorOf('31'),
  office: actorOf('34'),
  manager: actorOf('35'),
  alien: actorOf('35', stranger),
};

export const fullSample = { title: '样品', price: '12.50', colour: 'g' };

const echo = endpoint({
  method: 'POST',
  path: 'sample/echo',
  auth: 'public',
  summary: ['回声', 'Echo'],
  input: Type.Object({
    ids: Type.Array(Type.String(), { maxItems: 3 }),
    count: Type.Optional(Type.Integer()),
    flag: Type.Optional(Type.Boolean()),
  }),
  run: async (input) => input,
});

const picture = endpoint({
  method: 'GET',
  path: 'sample/picture',
  auth: 'user',
  pictured: true,
  summary: ['图片', 'A picture'],
  input: Type.Object({}),
  run: async (_input, { actor }) => actor.id,
});

const failing = endpoint({
  method: 'GET',
  path: 'sample/failing',
  auth: 'public',
  summary: ['失败', 'Fail'],
  input: Type.Object({}),
  run: async () => {
    throw new Error('secret details');
  },
});

const guarded = endpoint({
  method: 'GET',
  path: 'sample/guarded',
  auth: 'program',
  summary: ['客户端', 'Client'],
  input: Type.Object({}),
  run: async () => true,
});

const seldom = endpoint({
  method: 'GET',
  path: 'sample/seldom',
  auth: 'public',
  perMinute: 2,
  summary: ['少', 'Seldom'],
  input: Type.Object({}),
  run: async () => null,
});

/** Takes a file while a sink fails, as a full disk and a disk that is broken do. */
const taking = (room: string) =>
  endpoint({
    method: 'POST',
    path: 'sample/taking',
    auth: 'user',
    files: true,
    summary: ['收', 'Take'],
    input: Type.Object({ code: Type.String() }),
    run: async ({ code }, { files }) => {
      const sink = () =>
        new Writable({
          write: (_chunk, _encoding, done) =>
            done(Object.assign(new Error(`${code}: it cannot be written`), { code })),
        });
      for await (const { stream } of files) {
        await receiveFile(room, stream, undefined, sink);
      }
    },
  });
/** Gives less than it declared, as content does that turns out to be damaged. */
const breaking = endpoint({
  method: 'GET',
  path: 'sample/breaking',
  auth: 'user',
  summary: ['断', 'Break'],
  input: Type.Object({}),
  run: async () =>
    new RawAnswer(
      Readable.from(
        (async function* () {
          yield Buffer.alloc(100_000);
          await pause(20);
          throw new Error('the rest cannot be read');
        })(),
        { objectMode: false },
      ),
      { headers: { 'content-length': '200000' } },
    ),
});
/** Tells who came. */
const linked = endpoint({
  method: 'GET',
  path: 'sample/linked',
  auth: 'public',
  linked: true,
  summary: ['链接', 'Linked'],
  input: Type.Object({}),
  run: async (_input, { actor }) => ({ who: actor?.id ?? 'nobody' }),
});

/** A server over sample records with a call for each way in which a call may end, and the outcome of each. */
export const openWire = async () => {
  const database = await testDatabase();
  const logged: string[] = [];
  const failures: string[] = [];
  const warned: string[] = [];
  const isError = (line: string) => (JSON.parse(line) as { readonly level: number }).level >= 50;
  const write = (line: string) => void (isError(line) ? logged : warned).push(line);
  const log = pino({ level: 'warn' }, { write });
  const engine = startEngine(database, 1, { log });
  const room = mkdtempSync(join(tmpdir(), `keyan-test-${process.pid}-wire-`));
  await furnishSamples(database, engine);
  const server = await createServer({
    engine,
    endpoints: [echo, failing, guarded, seldom, taking(room), breaking, linked, picture],
    authenticate: async (token) => actors[token] ?? null,
    authenticatePicture: async (cookies) =>
      cookies === 'pictures=writer' ? (actors.writer ?? null) : null,
    trustProxy: true,
    knowsClient: async (id, secret) => id === 'saber' && secret === 'saber_secret',
    onFailure: (_actor, _attempt, error) => void failures.push((error as Error).name),
    title: 'Sample',
    version: '1',
  });
  await server.ready();
  const call = async (token: string | null, options: InjectOptions) => {
    const answer = await server.inject({
      ...options,
      headers: { ...(token ? { 'blade-auth': `bearer ${token}` } : {}), ...options.headers },
    });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  const get = (token: string | null, path: string, query: Record<string, string> = {}) =>
    call(token, { method: 'GET', url: `/api/${path}`, query });
  const post = (token: string | null, path: string, payload: object) =>
    call(token, { method: 'POST', url: `/api/${path}`, payload });
  return {
    call,
    get,
    post,
    server,
    logged,
    warned,
    failures,
    room,
    close: async (): Promise<void> => {
      await server.close();
      await engine.database.close();
      await database.drop();
      rmSync(room, { recursive: true, force: true });
    },
  };
};
