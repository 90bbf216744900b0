import type { RowLike } from '@keyan/kernel/values/row.ts';
import { expect } from 'vitest';
import type { Answer, StockClient } from './client.ts';
import { anything, page, row, type Shape } from './shapes.ts';

/** Values that a client remembers between steps, as its page does. */
export type Memory = Record<string, string>;

type From<T> = T | ((known: Memory) => T);

const said = <T>(from: From<T>, known: Memory): T =>
  typeof from === 'function' ? (from as (known: Memory) => T)(known) : from;

/** Request of a client, and the shape of the data that it reads. */
export interface Step {
  /** `GET` or `POST` and the path; `{users}` stands for the client's service of accounts. */
  readonly call: string;
  readonly send: (client: StockClient, path: string, known: Memory) => Promise<Answer>;
  /** Shape of the data, or, with `flat`, of the whole body. If omitted, only success is checked. */
  readonly reads?: Shape;
  readonly flat?: boolean;
  /** Check of the response by the step, instead of success. */
  readonly judge?: (answer: Answer, known: Memory) => void;
}

const byGet = (given: From<RowLike>) => (client: StockClient, path: string, known: Memory) =>
  client.get(path, said(given, known));

/** Makes a reading step, which sends empty filters as pages do. */
export const get = (
  path: string,
  given: From<RowLike>,
  reads: Shape,
  more: Partial<Step> = {},
): Step => ({
  call: `GET ${path}`,
  send: byGet(given),
  reads,
  ...more,
});

/** Makes a step that acts on ids. */
export const act = (path: string, given: From<RowLike>, more: Partial<Step> = {}): Step => ({
  call: `POST ${path}`,
  send: (client, at, known) => client.act(at, said(given, known)),
  ...more,
});

/** Makes a step that saves a row. */
export const save = (path: string, given: From<RowLike>, more: Partial<Step> = {}): Step => ({
  call: `POST ${path}`,
  send: (client, at, known) => client.save(at, said(given, known)),
  ...more,
});

/** Makes a step that grants rights, with lists as JSON. */
export const grant = (path: string, given: From<RowLike>): Step => ({
  call: `POST ${path}`,
  send: (client, at, known) => client.grant(at, said(given, known)),
});

/** Makes a step that remembers a value of the response once its shape is checked. */
export const keeping = (step: Step, name: string, pick: (data: never) => unknown): Step => ({
  ...step,
  judge: (answer, known) => {
    succeeded(answer, step);
    known[name] = String(pick(answer.data as never));
  },
});

const succeeded = (answer: Answer, { call, reads, flat }: Step): void => {
  expect([call, answer.status, answer.code, answer.msg]).toEqual([call, 200, 200, answer.msg]);
  if (!flat) expect([call, answer.success]).toEqual([call, true]);
  const wrong = reads?.(flat ? answer.body : answer.data, 'data') ?? [];
  expect([call, wrong]).toEqual([call, []]);
};

/** Performs the steps in order; returns the calls made. */
export const walk = async (
  client: StockClient,
  steps: readonly Step[],
  known: Memory,
): Promise<readonly string[]> => {
  const called: string[] = [];
  for (const step of steps) {
    const call = step.call.replace('{users}', client.manner.users);
    const [, path = ''] = call.split(' ');
    const answer = await step.send(client, path, known);
    if (step.judge) step.judge(answer, known);
    else succeeded(answer, { ...step, call });
    called.push(call);
  }
  return called;
};

/** Page that manages records: list, form, detail, deletion. */
export interface Keeping {
  /** Path of its calls, such as `blade-system/post`. */
  readonly path: string;
  /** Returns the input for a new record. */
  readonly typed: (known: Memory) => RowLike;
  /** Names of all filters of the page, sent empty. */
  readonly filters: readonly string[];
  /** Returns the filter that finds the record, with its value. */
  readonly finds: (known: Memory) => RowLike;
  readonly reads: Readonly<Record<string, Shape>>;
  /** Shapes of the fields that a detail has in addition to lists. */
  readonly detail?: Readonly<Record<string, Shape>>;
  /** Values changed in the row that the detail returned. */
  readonly changes: RowLike;
}

const only = (answer: Answer): RowLike => {
  const { records } = answer.data as { readonly records: readonly RowLike[] };
  expect(records).toHaveLength(1);
  return records[0] ?? {};
};

const none =
  (call: string) =>
  (answer: Answer): void =>
    expect([call, (answer.data as { readonly total?: number }).total]).toEqual([call, 0]);

/** Properties that grids add to rows, and that clients send back. */
const leftovers = { $cellEdit: false, $index: 0, hasChildren: false };

/** Makes the steps of a page: save, find, find nothing, read, save again, find again, delete. */
export const keeps = ({
  path,
  typed,
  filters,
  finds,
  reads,
  detail,
  changes,
}: Keeping): readonly Step[] => {
  const paging = { current: 1, size: 10 };
  const empty = Object.fromEntries(filters.map((name) => [name, '']));
  const list = `${path}/list`;
  let seen: RowLike = {};
  return [
    get(list, { ...paging, ...empty }, page(row(reads), true)),
    save(`${path}/submit`, (known) => ({ id: '', ...typed(known) })),
    {
      ...get(list, (known) => ({ ...paging, ...empty, ...finds(known) }), page(row(reads))),
      judge: (answer, known) => {
        succeeded(answer, { call: `GET ${list}`, send: byGet({}), reads: page(row(reads)) });
        known.record = String(only(answer).id);
      },
    },
    {
      ...get(
        list,
        (known) => ({ ...paging, ...empty, [Object.keys(finds(known))[0] ?? '']: 'zz-none' }),
        anything,
      ),
      judge: none(list),
    },
    {
      ...get(`${path}/detail`, (known) => ({ id: known.record }), row({ ...reads, ...detail })),
      judge: (answer) => {
        const call = `GET ${path}/detail`;
        succeeded(answer, { call, send: byGet({}), reads: row({ ...reads, ...detail }) });
        seen = answer.data as RowLike;
      },
    },
    save(`${path}/submit`, () => ({ ...seen, ...leftovers, ...changes })),
    {
      ...get(`${path}/detail`, (known) => ({ id: known.record }), row(reads)),
      judge: (answer) =>
        expect([path, answer.data]).toEqual([path, expect.objectContaining(changes)]),
    },
    act(`${path}/remove`, (known) => ({ ids: [known.record] })),
    {
      ...get(list, (known) => ({ ...paging, ...empty, ...finds(known) }), anything),
      judge: none(list),
    },
  ];
};
