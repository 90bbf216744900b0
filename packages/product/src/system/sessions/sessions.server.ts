import type { Engine } from '@keyan/engine/engine.ts';
import { recordEvent } from '@keyan/engine/identity/events.ts';
import type { Identity } from '@keyan/engine/identity/identity.ts';
import { type EndReason, endSessions } from '@keyan/engine/identity/sessions.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import { tokenIn } from '@keyan/engine/wire/credentials.ts';
import { type ActorCall, type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { originOf } from '@keyan/engine/wire/identity/origin.ts';
import { idParam, idsParam } from '@keyan/engine/wire/inputs.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import {
  assertPeopleInDataScope,
  peopleInDataScope,
} from '../../shared/references/people-within.server.ts';
import { assertNoneAbove } from '../accounts/reach.server.ts';
import { endSessionCode, type SessionRow, type SessionState, sessionsCode } from './sessions.ts';

type Moments = 'startTime' | 'seenTime' | 'endTime';

interface StoredSession extends Omit<SessionRow, Moments | 'current'> {
  readonly startTime: Date;
  readonly seenTime: Date;
  readonly endTime: Date | null;
}

const isOpen = '(s.ended_at is null and s.expires_at > $2)';

/** SQL of the columns of a session; an expired session ended at its expiry. */
const columns = `s.id::text, s.user_id::text as "userId", u.account, u.real_name as "realName",
  coalesce(said(d.dept_name, d.dept_name_en), '') as "deptName", s.client_id as "clientId", s.address,
  s.user_agent as "userAgent", case when ${isOpen} then 'open' else 'ended' end as state,
  s.created_at as "startTime", s.seen_at as "seenTime",
  case when ${isOpen} then null else coalesce(s.ended_at, s.expires_at) end as "endTime",
  coalesce(s.ended_reason, '') as reason, coalesce(s.viewer_name, '') as viewer,
  coalesce(s.view_reason, '') as "viewReason"`;

const source = `from session s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
  left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
 where s.tenant_id = $1`;

const states: Readonly<Record<SessionState | '', string>> = {
  // Every parameter is used, since PostgreSQL cannot infer the type of an unused one.
  '': '$2::timestamptz is not null',
  open: isOpen,
  ended: `not ${isOpen}`,
};

const presentRow = (row: StoredSession, current: string | undefined): SessionRow => ({
  ...row,
  startTime: timeText(row.startTime),
  seenTime: timeText(row.seenTime),
  endTime: row.endTime ? timeText(row.endTime) : '',
  current: row.id === current,
});

/** Reads the session of a call. */
const currentOf = async (identity: Identity, call: ActorCall): Promise<string | undefined> =>
  (await identity.present(tokenIn(call.header) ?? ''))?.sessionId;

interface Asked {
  readonly state?: SessionState | '' | undefined;
  readonly text?: string | undefined;
  readonly address?: string | undefined;
  readonly current: number;
  readonly size: number;
}

const listed = async (session: Session, actor: Actor, now: Date, asked: Asked) => {
  const { state = '', text = '', address = '', current, size } = asked;
  const seen = peopleInDataScope(actor, sessionsCode, 's.user_id', 4);
  const where = `and ${states[state]}
    and ($3 = '' or position(lower($3) in lower(u.account || ' ' || u.real_name)) > 0)
    and ($4 = '' or s.address like $4 || '%') and ${seen?.sql ?? 'true'}`;
  const given = [
    session.tenantId,
    now,
    text.trim(),
    address.trim().replace(/[%_\\]/g, '\\$&'),
    ...(seen?.parameters ?? []),
  ];
  const records = await session.query<StoredSession>(
    `select ${columns} ${source} ${where}
      order by ${isOpen} desc, s.seen_at desc, s.id desc
      limit $${given.length + 1} offset $${given.length + 2}`,
    [...given, size, (current - 1) * size],
  );
  const [counted] = await session.query<{ total: number }>(
    `select count(*)::int as total ${source} ${where}`,
    given,
  );
  return { records, total: counted?.total ?? 0 };
};

interface Ending {
  readonly reason: EndReason;
  readonly ids: readonly string[];
}

/** Ends sessions, with an entry in the security log for each. @returns the ids of their users */
const end = async (
  tx: Tx,
  engine: Engine,
  call: ActorCall,
  { reason, ids }: Ending,
): Promise<readonly string[]> => {
  const now = engine.clock();
  const ended = await endSessions(tx, ids, reason, now);
  for (const { userId } of ended) {
    const detail = `${reason} ${call.actor.account}`;
    await recordEvent(tx, engine.ids, now, {
      kind: 'sessionEnded',
      origin: originOf(call),
      userId,
      detail,
    });
  }
  return [...new Set(ended.map(({ userId }) => userId))];
};

const signedOutReply = new Reply(true, ['已下线', 'Signed out']);

/** Calls by which administrators list and end sessions. */
const managedEndpoints = (identity: Identity): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'keyan/session/list',
    auth: 'user',
    permissions: [sessionsCode],
    summary: ['登录会话列表', 'Sign-in sessions, current and ended'],
    input: Type.Object({
      current: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      state: Type.Optional(
        Type.Union([Type.Literal(''), Type.Literal('open'), Type.Literal('ended')]),
      ),
      text: Type.Optional(Type.String({ maxLength: 100 })),
      address: Type.Optional(Type.String({ maxLength: 50 })),
    }),
    run: async ({ current = 1, size = 10, ...asked }, call) => {
      const { actor, engine } = call;
      const mine = await currentOf(identity, call);
      const { records, total } = await engine.database.read(actor.tenantId, (session) =>
        listed(session, actor, engine.clock(), { ...asked, current, size }),
      );
      return {
        records: records.map((row) => presentRow(row, mine)),
        total,
        current,
        size,
        pages: Math.ceil(total / size),
      };
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/session/end',
    auth: 'user',
    permissions: [endSessionCode],
    summary: ['下线', 'End sessions of other people'],
    input: Type.Object({ ids: idsParam(200) }),
    run: async ({ ids }, call) => {
      const { actor, engine } = call;
      const people = await engine.database.transaction(actor.tenantId, async (tx) => {
        const ended = await end(tx, engine, call, { ids, reason: 'byAdministrator' });
        await assertPeopleInDataScope(tx, actor, sessionsCode, ended);
        await assertNoneAbove(tx, actor, ended);
        return ended;
      });
      if (people.length === 0) throw new Missing();
      // Drops cached sessions here at once; other processes do so at the notification of the database.
      identity.forget(actor.tenantId, people);
      return signedOutReply;
    },
  }),
];

/** Maximum number of the user's own ended sessions in the list. */
const maxEndedSessions = 50;

/** Calls for the user's own sessions. */
const ownEndpoints = (identity: Identity): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'keyan/session/own',
    auth: 'user',
    summary: ['我的登录设备', 'My signed-in devices'],
    input: Type.Object({}),
    run: async (_input, call) => {
      const { actor, engine } = call;
      const mine = await currentOf(identity, call);
      const rows = await engine.database.read(actor.tenantId, (session) =>
        session.query<StoredSession>(
          `select ${columns} ${source} and s.user_id = $3
            order by ${isOpen} desc, s.seen_at desc, s.id desc limit $4`,
          [actor.tenantId, engine.clock(), actor.id, maxEndedSessions],
        ),
      );
      return rows.map((row) => presentRow(row, mine));
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/session/end-own',
    auth: 'user',
    summary: ['结束我的登录', 'End my sessions; without ids all but this one'],
    input: Type.Object({
      ids: Type.Optional(Type.Array(idParam, { minItems: 1, maxItems: 200 })),
    }),
    run: async ({ ids }, call) => {
      const { actor, engine } = call;
      const mine = await currentOf(identity, call);
      await engine.database.transaction(actor.tenantId, async (tx) => {
        const own = await tx.query<{ id: string }>(
          `select id::text from session where tenant_id = $1 and user_id = $2 and ended_at is null
              and ($3::bigint[] is null and id <> $4 or id = any($3::bigint[]))`,
          [actor.tenantId, actor.id, ids ?? null, mine ?? '0'],
        );
        if (ids && own.length === 0) throw new Missing();
        const chosen = own.map((one) => one.id);
        return end(tx, engine, call, { ids: chosen, reason: 'byOwner' });
      });
      identity.forget(actor.tenantId, [actor.id]);
      return signedOutReply;
    },
  }),
];

/** Calls for sessions of the tenant, and for the user's own. */
export const sessionEndpoints = (identity: Identity): readonly Endpoint[] => [
  ...managedEndpoints(identity),
  ...ownEndpoints(identity),
];
