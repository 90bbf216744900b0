import type { RowLike } from '@keyan/kernel/values/row.ts';
import { expect } from 'vitest';
import { fixtures, type LawApplication } from './application.ts';
import { chosen } from './chosen.ts';
import type { Answer, Client } from './client.ts';

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
}

/** Call as the server describes it. */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** Path below `/api/`. */
  readonly path: string;
  /** JSON schemas of its parameters by name. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly names: readonly string[];
  /** Names of parameters that are ids or whole numbers. */
  readonly counted: readonly string[];
}

/** Calls whose response never ends, or that end the session of the caller. */
const apart: ReadonlySet<string> = new Set([
  'kh-edu-research/message/stream',
  'blade-auth/oauth/logout',
  'blade-auth/logout',
]);

const schemasOf = (operation: Operation): Readonly<Record<string, JsonSchema>> =>
  Object.assign(
    Object.fromEntries((operation.parameters ?? []).map(({ name, schema }) => [name, schema])),
    ...Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema.properties),
  );

/** Returns every call that the server describes, so new calls are covered once they are mounted. */
export const describedCalls = async (app: LawApplication): Promise<readonly Call[]> => {
  const description = JSON.parse((await app.nobody.get('openapi.json')).raw.toString()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  return Object.entries(description.paths)
    .flatMap(([address, operations]) =>
      Object.entries(operations).map(([method, operation]): Call => {
        const schemas = schemasOf(operation);
        const names = Object.keys(schemas);
        return {
          method: method.toUpperCase() as Call['method'],
          path: address.replace(/^\/(?:api\/)?/, ''),
          schemas,
          names,
          counted: names.filter(
            (name) => schemas[name]?.type === 'integer' || /(^|[a-z])ids?$|^version$/i.test(name),
          ),
        };
      }),
    )
    .filter((call) => !apart.has(call.path));
};

/**
 * Returns the hand-written calls, and the derived calls of a few resources, since one
 * implementation serves them all.
 */
export const chosenCalls = (app: LawApplication, calls: readonly Call[]): readonly Call[] => {
  // Calls of the made-up resources, all of which are derived.
  const derived = new Set(
    fixtures.flatMap(({ path }) =>
      calls
        .filter((call) => call.path.startsWith(`${path}/`))
        .map((call) => call.path.slice(path.length)),
    ),
  );
  const few = new Set(chosen(app.resources));
  const left = app.resources.filter((resource) => !few.has(resource));
  return calls.filter(
    (call) =>
      !left.some(
        ({ path }) => call.path.startsWith(path) && derived.has(call.path.slice(path.length)),
      ),
  );
};

/** Returns titles and calls for `describe.each`. */
export const named = (list: readonly Call[]) =>
  list.map((call) => [`${call.method} ${call.path}`, call] as const);

const refusals = [400, 401, 403, 404, 405, 409, 413, 415, 429];

/**
 * Asserts that a call is refused with a clear message or done without harm, and never fails with
 * 5xx.
 */
export const check = (what: string, answer: Answer): void => {
  expect([what, answer.status]).toEqual([
    what,
    expect.toSatisfy((status: number) => status === 200 || refusals.includes(status)),
  ]);
  if (answer.status === 200) return;
  // This message means that only the database refused the value, not an earlier check.
  expect([what, answer.msg]).not.toEqual([what, '请求参数格式错误']);
  // Sign-in responses are flat, with the text of BladeX for an unknown grant; the open interface
  // answers as OAuth does.
  const text = answer.msg || answer.raw.toString();
  expect([what, text]).toEqual([
    what,
    expect.stringMatching(
      /\p{Script=Han}|no grantType was found|"error":"\w+","error_description":"\w/u,
    ),
  ]);
  expect(answer.raw.toString()).not.toMatch(/node_modules|\.ts:\d|select .* from|syntax error/i);
};

/** Sends values as query or body, by the method. */
export const ask = (by: Client, { method, path }: Call, input: RowLike): Promise<Answer> =>
  method === 'POST'
    ? by.post(path, input)
    : by.get(
        path,
        Object.fromEntries(
          Object.entries(input).map(([name, value]) => [
            name,
            typeof value === 'string' ? value : JSON.stringify(value),
          ]),
        ),
      );

/** Tables that a refused request or the clock writes, or that hold reserved numbers. */
const traces: readonly string[] = [
  'security_event',
  'sign_in_attempt',
  'call_rate',
  'api_log',
  'usual_log',
  'session',
  'captcha',
  'id_worker',
  'number_sequence',
  'process_lease',
];

/** Number of rows written, by table; reading resets the counters. */
export interface Writes {
  since(): Promise<readonly string[]>;
}

/**
 * Counts written rows in every table by triggers, so that rows stored by a refused request are
 * found with one short query.
 */
export const watchWrites = async ({ database }: LawApplication): Promise<Writes> => {
  await database.query('create unlogged table law_write (name text not null)');
  await database.query(
    `create function law_note() returns trigger language plpgsql security definer as
       $$ begin insert into public.law_write values (tg_table_name); return null; end $$`,
  );
  const tables = await database.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and not c.relname = any($1)`,
    [[...traces, 'law_write']],
  );
  const triggers = tables.map(
    ({ name }) =>
      `create trigger law_note after insert or update or delete on ${name}
         for each row execute function law_note()`,
  );
  await database.query(triggers.join(';'));
  return {
    since: async () =>
      (
        await database.query<{ name: string }>(
          'with gone as (delete from law_write returning name) select distinct name from gone order by 1',
        )
      ).map(({ name }) => name),
  };
};
