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

/** A call as the server describes it. */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** Below `/api/`. */
  readonly path: string;
  /** Names of its parameters, and the schema of each. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly names: readonly string[];
  /** Subset of these names that names records or is a whole number. */
  readonly counted: readonly string[];
}

/** Calls whose answer never ends, or that end the session which asks. */
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

/** Every call that the server describes: a new one joins by being mounted. */
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
 * Subset of these calls: those written by hand and, of the calls that derive from a definition, the ones of a few
 * resources: the same code answers the others.
 */
export const chosenCalls = (app: LawApplication, calls: readonly Call[]): readonly Call[] => {
  // The made-up resources have no calls but derived ones.
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

/** Titles and resources for `describe.each`. */
export const named = (list: readonly Call[]) =>
  list.map((call) => [`${call.method} ${call.path}`, call] as const);

const refusals = [400, 401, 403, 404, 405, 409, 413, 415, 429];

/** Refused with a clear text, or done without harm; never a failure of the server. */
export const check = (what: string, answer: Answer): void => {
  expect([what, answer.status]).toEqual([
    what,
    expect.toSatisfy((status: number) => status === 200 || refusals.includes(status)),
  ]);
  if (answer.status === 200) return;
  // The database saw what a check before it should have refused.
  expect([what, answer.msg]).not.toEqual([what, '请求参数格式错误']);
  // Sign-in answers flat, and with the family's own text for an unknown grant; the open interface as OAuth does.
  const text = answer.msg || answer.raw.toString();
  expect([what, text]).toEqual([
    what,
    expect.stringMatching(
      /\p{Script=Han}|no grantType was found|"error":"\w+","error_description":"\w/u,
    ),
  ]);
  expect(answer.raw.toString()).not.toMatch(/node_modules|\.ts:\d|select .* from|syntax error/i);
};

/** Sends values as the method carries them. */
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

/** Tables that a refused request itself writes, or the clock, or that hold numbers leased ahead. */
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

/** Rows that were written and kept, table by table; asking begins anew. */
export interface Writes {
  since(): Promise<readonly string[]>;
}

/**
 * Counts rows as they are written, in every table there is: what a refusal stores is seen at the cost
 * of one short question, however many tables there are.
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
