import type { Engine } from '@keyan/engine/engine.ts';
import type { StoredDamage } from '@keyan/engine/files/store.ts';
import { oneLineText } from '@keyan/engine/identity/events.ts';
import type { StatementPart } from '@keyan/engine/records/readable-rows.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { wireFaults } from '@keyan/engine/wire/envelope.ts';
import { dateParam, endOfDay, idParam, startOfDay } from '@keyan/engine/wire/inputs.ts';
import type { AttemptedCall } from '@keyan/engine/wire/router.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { withoutSecrets } from '@keyan/kernel/values/redact.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { columnArrays } from '../../shared/mechanisms/bulk.server.ts';
import { peopleInDataScope } from '../../shared/references/people-within.server.ts';
import { type ErrorEntry, errorLogCode } from './error-log.ts';
import {
  containingPattern,
  type FamilyColumns,
  familyColumns,
  familyFilterSql,
  familyFilters,
  familyValues,
  machineName,
} from './error-log-columns.server.ts';

/** Maximum number of entries per call. */
const maxEntriesPerCall = 100;
/** Maximum number of entries per person and day; protects the disk. */
const maxEntriesPerDay = 2000;
const day = 86_400_000;
const text = Type.Optional(Type.String());

const done: Label = ['发送成功!', 'Sent'];

/** Maximum count that a list computes. */
const maxCountedEntries = 100_000;

/** Log entry with the additional columns for BladeX clients. */
type Printed = ErrorEntry & FamilyColumns;

interface Entry extends Omit<Printed, 'createTime' | 'createUserName'> {
  readonly createTime: Date;
  readonly createUserName: string | null;
}

const entries = `select e.id, e.type, e.url, e.message, e.stack, e.info, e.happened_at as time,
    e.address, e.user_agent as "userAgent", e.create_time as "createTime",
    u.real_name as "createUserName", ${familyColumns}
  from error_log e left join users u on u.tenant_id = e.tenant_id and u.id = e.user_id`;

const matching = `where e.tenant_id = $1 and ($2::text is null or e.type = $2)
  and ($3::text is null or e.message ilike $3 or e.info ilike $3)
  and ($4::timestamptz is null or e.create_time >= $4)
  and ($5::timestamptz is null or e.create_time <= $5)
  and ${familyFilterSql(6)}`;

/** SQL condition for entries of people within the actor's data scopes; entries without a person are excluded. */
const within = (actor: Actor, before: number): StatementPart =>
  peopleInDataScope(actor, errorLogCode, 'e.user_id', before) ?? { sql: 'true', parameters: [] };

const presentEntry = (row: Entry): Printed => ({
  ...row,
  createTime: timeText(row.createTime),
  createUserName: row.createUserName ?? '',
});

/** Removes secrets from a text and truncates it before storing. */
const kept = (text: string | undefined, longest: number): string =>
  withoutSecrets(text ?? '', longest);

/** Removes control characters except line breaks, and truncates. */
const printable = (given: string, longest: number): string =>
  given.replace(/[^\P{C}\n\t]+/gu, ' ').slice(0, longest);

/** Failure as a browser sends it; texts are truncated. */
type Sent = Partial<Pick<ErrorEntry, 'type' | 'url' | 'message' | 'stack' | 'info' | 'time'>>;

/** Sender of a failure; the server itself if there is no person. */
interface Sender extends Pick<ErrorEntry, 'address' | 'userAgent'> {
  readonly tenantId: string;
  readonly userId: string | null;
}

/** Dependencies for writing an entry. */
type LogDependencies = Pick<Engine, 'database' | 'ids' | 'clock'>;

/** @throws WireFault if the person has reached the daily maximum of entries */
const keep = async (
  engine: LogDependencies,
  sender: Sender,
  sent: readonly Sent[],
): Promise<void> => {
  const { tenantId, userId, address, userAgent } = sender;
  const rows = sent.map((entry) => ({
    id: engine.ids.next(),
    type: oneLineText(entry.type ?? '', 100),
    url: oneLineText(kept(entry.url, 500), 500),
    message: oneLineText(kept(entry.message, 1000), 1000),
    stack: printable(kept(entry.stack, 8000), 8000),
    info: printable(kept(entry.info, 2000), 2000),
    time: oneLineText(entry.time ?? '', 40),
  }));
  const now = engine.clock();
  await engine.database.transaction(tenantId, async (tx) => {
    const [recent] = await tx.query<{ sent: number }>(
      `select count(*)::int as sent from error_log
        where tenant_id = $1 and create_time > $2 and user_id is not distinct from $3::bigint`,
      [tenantId, new Date(now.getTime() - day), userId],
    );
    if ((recent?.sent ?? 0) + rows.length > maxEntriesPerDay) throw wireFaults.tooMany(day / 1000);
    await tx.query(
      `insert into error_log (tenant_id, user_id, address, user_agent, create_time,
         server_host, server_ip, id, type, url, message, stack, info, happened_at)
       select $1, $2, $3, $4, $5, $6, $7, * from unnest($8::bigint[], $9::text[], $10::text[],
         $11::text[], $12::text[], $13::text[], $14::text[])`,
      [
        tenantId,
        userId,
        address,
        oneLineText(userAgent, 300),
        now,
        machineName.host,
        machineName.ip,
        ...columnArrays(rows, ['id', 'type', 'url', 'message', 'stack', 'info', 'time']),
      ],
    );
  });
};

/**
 * Logs a failure of the server itself, so that the trace number shown to the user can be looked up. If storing fails,
 * only the process log has the failure.
 */
export const noteFailure = async (
  engine: Engine,
  actor: Actor,
  { call, requestId, address, userAgent }: AttemptedCall,
  error: unknown,
): Promise<void> => {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const time = timeText(engine.clock());
  const entry = { type: 'server', url: call, message, stack, info: requestId, time };
  const sender = { tenantId: actor.tenantId, userId: actor.id, address, userAgent };
  await keep(engine, sender, [entry]).catch((err) =>
    engine.log.warn({ err, requestId }, 'failure not kept'),
  );
};

/** Milliseconds during which a damaged file is not reported again. */
const reportInterval = 3_600_000;

/**
 * Returns a function that reports damaged files in the process log and to administrators, each file at most once an
 * hour.
 */
export const damageReporter = (parts: LogDependencies & Pick<Engine, 'log'>) => {
  const reported = new Map<string, number>();
  return ({ tenantId, file, error }: StoredDamage): void => {
    const now = Date.now();
    for (const [id, at] of reported) if (at < now - reportInterval) reported.delete(id);
    if (reported.has(file.id)) return;
    reported.set(file.id, now);
    parts.log.error({ tenantId, file: file.id, err: error }, 'a stored file is damaged');
    const { name: type, message, stack = '' } = error;
    const entry = {
      type: 'server',
      url: `file ${file.id}`,
      message: `${type}: ${file.name}: ${message}`,
      stack,
      time: timeText(parts.clock()),
    };
    const sender = { tenantId, userId: null, address: '', userAgent: '' };
    keep(parts, sender, [entry]).catch((err) =>
      parts.log.warn({ err, file: file.id }, 'failure not kept'),
    );
  };
};

/**
 * Calls that store errors of browsers and list them; the paths are BladeX's. The texts are untrusted: they are stored
 * without secrets, truncated, and shown as plain text.
 */
export const errorLogEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: 'blade-auth/oauth/logout',
    auth: 'user',
    summary: ['上传前端错误日志', 'Upload page errors'],
    input: Type.Object({
      body: Type.Optional(
        Type.Array(
          Type.Object({
            type: text,
            url: text,
            message: text,
            stack: text,
            info: text,
            time: text,
          }),
          { maxItems: maxEntriesPerCall },
        ),
      ),
    }),
    perMinute: 20,
    run: async ({ body = [] }, call) => {
      const { actor, engine, ip: address } = call;
      const sender = {
        tenantId: actor.tenantId,
        userId: actor.id,
        address,
        userAgent: call.header('user-agent') ?? '',
      };
      await keep(engine, sender, body);
      return new Reply(true, done);
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-log/error/list',
    auth: 'user',
    permissions: [errorLogCode],
    summary: ['错误日志列表', 'Reported page errors'],
    input: Type.Object({
      current: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      type: Type.Optional(Type.String({ maxLength: 100 })),
      message: Type.Optional(Type.String({ maxLength: 100 })),
      ...familyFilters,
      createTime_datege: Type.Optional(dateParam),
      createTime_dategt: Type.Optional(dateParam),
      createTime_datele: Type.Optional(dateParam),
      createTime_datelt: Type.Optional(dateParam),
    }),
    run: async (input, { actor, engine }) => {
      const { current = 1, size = 10, type, message } = input;
      const from = input.createTime_datege ?? input.createTime_dategt;
      const to = input.createTime_datele ?? input.createTime_datelt;
      const filter = [
        actor.tenantId,
        type || null,
        containingPattern(message),
        from ? startOfDay(from) : null,
        to ? endOfDay(to) : null,
        familyValues(input),
      ];
      const seen = within(actor, 8);
      const found = `${matching} and ${seen.sql}`;
      return engine.database.read(actor.tenantId, async (session) => {
        const rows = await session.query<Entry>(
          `${entries} ${found} order by e.create_time desc, e.id desc limit $7 offset $8`,
          [...filter, size, (current - 1) * size, ...seen.parameters],
        );
        // Logs are counted only up to a maximum (ruling 52).
        const [counted] = await session.query<{ total: string }>(
          `select count(*) as total from (
             select 1 from error_log e ${found} limit $7 offset $8) c`,
          [...filter, maxCountedEntries + 1, 0, ...seen.parameters],
        );
        const total = Math.min(Number(counted?.total ?? 0), maxCountedEntries);
        return {
          records: rows.map(presentEntry),
          total,
          /** True if more entries match than `total` counts. */
          more: Number(counted?.total ?? 0) > maxCountedEntries,
          current,
          size,
          pages: Math.ceil(total / size),
        };
      });
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-log/error/detail',
    auth: 'user',
    permissions: [errorLogCode],
    summary: ['错误日志详情', 'A reported page error'],
    input: Type.Object({ id: idParam }),
    run: async (input, { actor, engine }) => {
      const seen = within(actor, 2);
      const [row] = await engine.database.read(actor.tenantId, (session) =>
        session.query<Entry>(`${entries} where e.tenant_id = $1 and e.id = $2 and ${seen.sql}`, [
          actor.tenantId,
          input.id,
          ...seen.parameters,
        ]),
      );
      if (!row) throw new Missing();
      return presentEntry(row);
    },
  }),
];
