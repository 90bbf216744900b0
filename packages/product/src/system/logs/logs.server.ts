import type { EngineJob } from '@keyan/engine/engine.ts';
import { dailyAt } from '@keyan/engine/jobs/schedule.ts';
import type { StatementPart } from '@keyan/engine/records/readable-rows.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { dateParam, endOfDay, idParam, startOfDay } from '@keyan/engine/wire/inputs.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { parameterValue } from '@keyan/kernel/definition/field/parameter.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { peopleInDataScope } from '../../shared/references/people-within.server.ts';
import { containingPattern } from '../error-log/error-log-columns.server.ts';
import { logDays } from '../parameters/log-params.ts';
import { type LogName, logPages } from './logs.ts';

/** Log table, and its entries as BladeX clients read them. */
interface Log {
  readonly table: string;
  readonly label: Label;
  /** SQL of the columns of an entry `e`. */
  readonly columns: Readonly<Record<string, string>>;
  /** Columns by which lists filter, as substrings. */
  readonly filters: readonly string[];
  /** Column with the account of an entry, by which data scopes limit; absent if there is none. */
  readonly person?: string;
}

/** SQL of where an entry was written, by BladeX's names. */
const place = {
  tenantId: 'e.tenant_id',
  serviceId: `'keyan-api'`,
  serverHost: 'e.server_host',
  serverIp: 'e.server_ip',
  env: `'prod'`,
  /** Empty, since user input is not stored. */
  params: `''`,
} as const;

const common = ['serviceId', 'serverHost', 'serverIp', 'env', 'method', 'requestUri'] as const;

const logs: Readonly<Record<LogName, Log>> = {
  usual: {
    table: 'usual_log',
    label: ['普通日志', 'service log'],
    columns: {
      ...place,
      logLevel: 'e.level',
      logId: 'e.log_id',
      logData: 'said(e.data, e.data_en)',
      // Jobs and services write outside of calls.
      method: `''`,
      requestUri: `''`,
      remoteIp: `''`,
      userAgent: `''`,
      createBy: `''`,
    },
    filters: [...common, 'logLevel', 'logId', 'logData'],
  },
  api: {
    table: 'api_log',
    label: ['接口日志', 'call log'],
    columns: {
      ...place,
      title: 'said(e.title, e.title_en)',
      type: `'1'`,
      method: 'e.method',
      requestUri: 'e.path',
      status: 'e.status',
      time: 'e.time',
      remoteIp: 'e.address',
      userAgent: 'e.user_agent',
      requestId: 'e.request_id',
      createBy: 'e.user_name',
      methodClass: `''`,
      methodName: `''`,
    },
    filters: [...common, 'title', 'createBy', 'remoteIp', 'requestId'],
    person: 'e.user_id',
  },
};

/** Maximum count that a list computes (ruling 52). */
const maxCountedEntries = 100_000;

const part = Type.Optional(Type.String({ maxLength: 100 }));

type Row = RowLike & { readonly createTime: Date };

/** SQL condition without limit, for readers without data scopes. */
const everything: StatementPart = { sql: 'true', parameters: [] };

const presentRow = (row: Row) => ({ ...row, createTime: timeText(row.createTime) });

/** Returns the SQL statements of a log; the filters of its list are the parameters 1 to 4. */
const statementsOf = ({ table, columns, filters }: Log) => {
  const printed = Object.entries(columns).map(([column, sql]) => `${sql} as "${column}"`);
  const conditions = filters.map((column, index) => {
    const value = `($4::text[])[${index + 1}]`;
    return `and (${value} is null or ${columns[column]} ilike ${value})`;
  });
  return {
    entries: `select e.id::text, e.create_time as "createTime", ${printed.join(', ')}
      from ${table} e`,
    matching: `where e.tenant_id = $1
      and ($2::timestamptz is null or e.create_time >= $2)
      and ($3::timestamptz is null or e.create_time <= $3)
      ${conditions.join(' ')}`,
  };
};

/** SQL condition for entries within the reader's data scopes. */
const within = (name: LogName, actor: Actor, before: number): StatementPart => {
  const { person } = logs[name];
  const part = person && peopleInDataScope(actor, logPages[name].code, person, before);
  return part || everything;
};

/** List and detail calls of a log. */
const logCalls = (name: LogName): readonly Endpoint[] => {
  const { table, label, filters } = logs[name];
  const permissions = [logPages[name].code];
  const { entries, matching } = statementsOf(logs[name]);
  return [
    endpoint({
      method: 'GET',
      path: `blade-log/${name}/list`,
      auth: 'user',
      permissions,
      summary: [`${label[0]}列表`, `The ${label[1]}`],
      input: Type.Object({
        current: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
        size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
        createTime_datege: Type.Optional(dateParam),
        createTime_dategt: Type.Optional(dateParam),
        createTime_datele: Type.Optional(dateParam),
        createTime_datelt: Type.Optional(dateParam),
        ...Object.fromEntries(filters.map((filter) => [filter, part])),
      }),
      run: async (input, { actor, engine }) => {
        const { current = 1, size = 10 } = input;
        const from = input.createTime_datege ?? input.createTime_dategt;
        const to = input.createTime_datele ?? input.createTime_datelt;
        const given = input as Readonly<Record<string, string | undefined>>;
        const filter = [
          actor.tenantId,
          from ? startOfDay(from) : null,
          to ? endOfDay(to) : null,
          filters.map((column) => containingPattern(given[column])),
        ];
        const seen = within(name, actor, 6);
        const found = `${matching} and ${seen.sql}`;
        const [records, [counted]] = await Promise.all([
          engine.database.heavy<Row>(actor.tenantId, actor.id, {
            sql: `${entries} ${found} order by e.create_time desc, e.id desc limit $5 offset $6`,
            parameters: [...filter, size, (current - 1) * size, ...seen.parameters],
          }),
          engine.database.heavy<{ total: number }>(actor.tenantId, actor.id, {
            sql: `select count(*)::int as total from (
                select 1 from ${table} e ${found} limit $5 offset $6) c`,
            parameters: [...filter, maxCountedEntries + 1, 0, ...seen.parameters],
          }),
        ]);
        const total = Math.min(counted?.total ?? 0, maxCountedEntries);
        return {
          records: records.map(presentRow),
          total,
          /** True if more entries match than `total` counts. */
          more: (counted?.total ?? 0) > maxCountedEntries,
          current,
          size,
          pages: Math.ceil(total / size),
        };
      },
    }),
    endpoint({
      method: 'GET',
      path: `blade-log/${name}/detail`,
      auth: 'user',
      permissions,
      summary: [`${label[0]}详情`, `An entry of the ${label[1]}`],
      input: Type.Object({ id: idParam }),
      run: async (input, { actor, engine }) => {
        const seen = within(name, actor, 2);
        const [row] = await engine.database.read(actor.tenantId, (session) =>
          session.query<Row>(`${entries} where e.tenant_id = $1 and e.id = $2 and ${seen.sql}`, [
            actor.tenantId,
            input.id,
            ...seen.parameters,
          ]),
        );
        if (!row) throw new Missing();
        return presentRow(row);
      },
    }),
  ];
};

export const logEndpoints: readonly Endpoint[] = [...logCalls('usual'), ...logCalls('api')];

/** Job that deletes old entries of every log, by the only permitted database function. */
export const removeOldLogsJob: EngineJob = {
  name: 'sweep-logs',
  label: ['清理过期的日志', 'Remove old log entries'],
  at: dailyAt('03:50'),
  run: async ({ tenantId }, engine) => {
    const days = Object.entries(logDays);
    const done = await engine.database.transaction(tenantId, async (tx) => {
      const chosen = await tx.query<{ key: string; value: string }>(
        `select param_key as key, param_value as value from param
          where tenant_id = $1 and param_key = any($2) and is_deleted = 0`,
        [tenantId, days.map(([, { key }]) => key)],
      );
      let swept = 0;
      for (const [log, parameter] of days) {
        const text = chosen.find(({ key }) => key === parameter.key)?.value;
        const [row] = await tx.query<{ done: string }>('select sweep_log($1, $2) as done', [
          log,
          parameterValue(parameter, text),
        ]);
        swept += Number(row?.done);
      }
      return swept;
    });
    return { done };
  },
};
