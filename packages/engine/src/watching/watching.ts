import type { Actor } from '@keyan/kernel/access/actor.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import { Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import type { InstanceStatus } from '@keyan/kernel/workflow/state.ts';
import { currentActorOf } from '../identity/rights.ts';
import type { Notice } from '../messages/port.ts';
import { readableRows } from '../records/readable-rows.ts';
import type { Session, Tx } from '../store/connection/database.ts';
import type { WorkflowServices } from '../workflow/runtime/port.ts';
import { resourceOfKind } from '../workflow/runtime/subject.ts';

/** Maximum number of records that a person follows. */
const maxRecordsFollowed = 200;

/** A record in approval that somebody follows (关注). */
export interface WatchedRecord {
  readonly business: string;
  readonly instance: string;
  readonly kind: string;
  readonly title: string;
  readonly applicantName: string | null;
  readonly status: string;
  readonly suspended: boolean;
  /** Names of the open steps in both languages; empty if the process has ended. */
  readonly steps: string;
  readonly stepsEn: string;
  readonly at: Date;
}

/** SQL for the current steps of the newest process of the record `w.business_id`. */
const placeText = `
  select i.id, i.kind, i.title, i.status, i.suspended, i.revision, i.applicant_id,
      coalesce(o.steps, '') as steps, coalesce(o.steps_en, '') as steps_en,
      i.id || ' ' || i.status || ' ' || coalesce(o.nodes, '') as place
    from wf_instance i
    left join lateral (
      select string_agg(distinct t.node_name, '、') as steps,
          string_agg(distinct t.node_name_en, ', ') as steps_en,
          string_agg(distinct t.node, ' ') as nodes
        from wf_task t
       where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.status = 'TODO') o on true
   where i.tenant_id = w.tenant_id and i.business_id = w.business_id
   order by i.id desc limit 1`;

/**
 * Returns SQL for the state of the record `w.business_id` and its last editor; null for kinds without states. Actions
 * change the state also without a running process: 已审批 → 已支付.
 */
const ownStateIn = ({ resources }: Pick<WorkflowServices, 'resources'>): string => {
  const cases = [...resources.values()].flatMap(({ states, processes, table }) => {
    if (!states || processes.length === 0) return [];
    const kinds = processes.map(({ kind }) => `'${kind}'`).join();
    return [
      `when p.kind in (${kinds}) then (
        select array[r."${snakeCase(states.field)}"::text, r.update_user::text] from "${table}" r
         where r.tenant_id = w.tenant_id and r.id = w.business_id)`,
    ];
  });
  return cases.length === 0 ? 'null::text[]' : `case ${cases.join(' ')} end`;
};

/** True if the person follows the record. */
export const isWatched = async (
  session: Session,
  user: string,
  business: string,
): Promise<boolean> => {
  const found = await session.query(
    'select 1 from wf_watch where tenant_id = $1 and user_id = $2 and business_id = $3',
    [session.tenantId, user, business],
  );
  return found.length > 0;
};

/** Starts or ends following a record. The caller has checked that the actor may read its process. */
export const watchRecord = (
  engine: WorkflowServices,
  actor: Actor,
  business: string,
  on: boolean,
): Promise<void> =>
  engine.database.transaction(actor.tenantId, async (tx) => {
    const given = [tx.tenantId, actor.id, business];
    if (!on) {
      await tx.query(
        'delete from wf_watch where tenant_id = $1 and user_id = $2 and business_id = $3',
        given,
      );
      return;
    }
    const [{ count = 0 } = {}] = await tx.query<{ count: number }>(
      'select count(*)::int as count from wf_watch where tenant_id = $1 and user_id = $2',
      [tx.tenantId, actor.id],
    );
    if (count >= maxRecordsFollowed) {
      throw new Refused([
        `最多关注 ${maxRecordsFollowed} 条记录，请先取消部分关注`,
        `You can follow at most ${maxRecordsFollowed} records: unfollow some first`,
      ]);
    }
    const made = await tx.query(
      `insert into wf_watch (tenant_id, user_id, business_id, at, instance_id, revision, place, state)
        select w.tenant_id, w.user_id, w.business_id, $4, p.id, p.revision, p.place,
            (${ownStateIn(engine)})[1]
          from (select $1::varchar as tenant_id, $2::bigint as user_id, $3::bigint as business_id) w
          cross join lateral (${placeText}) p
        on conflict (tenant_id, user_id, business_id) do update set at = excluded.at
        returning 1`,
      [...given, engine.clock()],
    );
    if (made.length === 0) throw new Missing();
  });

/** Returns the records that a person follows and may still read, most recently followed first. */
export const watchedRecordsOf = async (
  engine: WorkflowServices,
  actor: Actor,
): Promise<readonly WatchedRecord[]> => {
  const rows = await engine.database.read(actor.tenantId, (session) =>
    session.query<WatchedRecord>(
      `select w.business_id::text as business, p.id::text as instance, p.kind, p.title,
          u.real_name as "applicantName", p.status, p.suspended, p.steps, p.steps_en as "stepsEn",
          w.at
         from wf_watch w cross join lateral (${placeText}) p
         left join users u on u.tenant_id = w.tenant_id and u.id = p.applicant_id
        where w.tenant_id = $1 and w.user_id = $2 order by w.at desc limit ${maxRecordsFollowed}`,
      [actor.tenantId, actor.id],
    ),
  );
  const readable = await readableOf(engine, actor, rows);
  return rows.filter(({ business }) => readable.has(business));
};

/** Returns the ids of those records that the person may read now: one statement per kind. */
const readableOf = async (
  engine: WorkflowServices,
  actor: Actor,
  rows: readonly Pick<WatchedRecord, 'kind' | 'business'>[],
): Promise<ReadonlySet<string>> => {
  const byResource = Map.groupBy(rows, ({ kind }) => resourceOfKind(engine, kind));
  const found = await engine.database.read(actor.tenantId, (session) =>
    Promise.all(
      [...byResource].map(([resource, some]) => {
        const { sql, parameters } = readableRows({ engine, actor }, resource, 'r.id', 2);
        return session.query<{ id: string }>(
          `select r.id::text from ${resource.table} r
            where r.tenant_id = $1 and r.id = any($2::bigint[]) and r.is_deleted = 0 and ${sql}`,
          [actor.tenantId, some.map(({ business }) => business), ...parameters],
        );
      }),
    ),
  );
  return new Set(found.flat().map(({ id }) => id));
};

interface Moved extends WatchedRecord {
  readonly user: string;
  readonly revision: number;
  readonly place: string;
  readonly known: string;
  /** Person who acted last in the process. */
  readonly by: string | null;
  /** State of the record; null for a kind without states. */
  readonly state: string | null;
  /** State of the record at the last notification; null before the first. */
  readonly knownState: string | null;
  /** Person who changed the record last. */
  readonly stateBy: string | null;
}

const ended: Readonly<Record<string, Label>> = {
  DONE: ['已审批通过', 'has been approved'],
  REFUSED: ['未通过审批', 'was rejected'],
  RECALLED: ['已撤回', 'was recalled'],
  DELETED: ['已退回草稿', 'was reverted to a draft'],
} satisfies Readonly<Record<Exclude<InstanceStatus, 'RUN'>, Label>>;

/** Returns the current position of the process as text. */
const placeWords = ({ status, steps, stepsEn }: Moved): Label =>
  ended[status] ??
  (steps === ''
    ? ['正在等待外部结果', 'is waiting for an external result']
    : [`已到达【${steps}】`, `has reached “${stepsEn}”`]);

/** Returns the state of the record, by the name that lists show. */
const stateWords = ({ state }: Moved, { states, fields }: Resource): Label => {
  const dictionary = fields[states?.field ?? '']?.spec.dictionary;
  const entry = dictionary && entryOf(dictionary, state ?? '');
  const [zh, en] = entry?.label ?? [state ?? '', state ?? ''];
  return [`状态变为【${zh}】`, `is now “${en}”`];
};

const noticeOf = (moved: Moved, now: Label, resource: string): Notice => {
  const values = { title: moved.title, now };
  return {
    type: '99',
    title: fill(['关注：{title}', 'Followed: {title}'], values),
    content: fill(['您关注的【{title}】{now}。', '“{title}”, which you follow, {now}.'], values),
    business: { resource, id: moved.business },
    link: `/mywork/process/${moved.kind}/detail/0/${moved.instance}/${moved.business}`,
    to: [moved.user],
  };
};

/** Returns the notification for a follower who did not make the change: a new position, else a new state. */
const newsOf = (moved: Moved, resource: Resource): Label | undefined => {
  const { user, place, known, by, state, knownState, stateBy } = moved;
  if (place !== known) return by === user ? undefined : placeWords(moved);
  const isOther = knownState !== null && state !== knownState;
  return isOther && stateBy !== user ? stateWords(moved, resource) : undefined;
};

/**
 * Stores the current position of a record and notifies its follower, or ends the following; returns true if a message
 * was sent.
 */
const noteMove = async (
  engine: WorkflowServices,
  tx: Tx,
  moved: Moved,
  isReadable: boolean,
): Promise<boolean> => {
  const given = [tx.tenantId, moved.user, moved.business, moved.known];
  if (!isReadable) {
    await tx.query(
      `delete from wf_watch where tenant_id = $1 and user_id = $2 and business_id = $3
        and place = $4`,
      given,
    );
    return false;
  }
  const taken = await tx.query(
    `update wf_watch set instance_id = $5, revision = $6, place = $7, state = $8
      where tenant_id = $1 and user_id = $2 and business_id = $3 and place = $4
        and (instance_id <> $5 or revision <> $6 or state is distinct from $8)
      returning 1`,
    [...given, moved.instance, moved.revision, moved.place, moved.state],
  );
  const resource = resourceOfKind(engine, moved.kind);
  const news = newsOf(moved, resource);
  if (taken.length === 0 || news === undefined) return false;
  await engine.messages.send(tx, [noticeOf(moved, news, resource.key)]);
  return true;
};

/**
 * Notifies followers of records whose step or state has changed; a follower who may no longer read a record stops
 * following it. Repeated or concurrent runs notify only once.
 * @param personNow reads a person with current rights
 * @returns the number of notifications
 */
export const notifyWatchers = async (
  engine: WorkflowServices,
  tenantId: string,
  personNow: typeof currentActorOf = currentActorOf,
): Promise<number> => {
  const moved = await engine.database.read(tenantId, (session) =>
    session.query<Moved>(
      `select w.user_id::text as user, w.business_id::text as business, p.id::text as instance, p.kind,
          p.title, p.status, p.suspended, p.steps, p.steps_en as "stepsEn", w.at, p.revision, p.place,
          w.place as known, (select l.actor_id::text from wf_log l
            where l.tenant_id = w.tenant_id and l.instance_id = p.id
            order by l.revision desc, l.line limit 1) as by,
          s.own[1] as state, s.own[2] as "stateBy", w.state as "knownState"
         from wf_watch w cross join lateral (${placeText}) p
         cross join lateral (select ${ownStateIn(engine)} as own) s
        where w.tenant_id = $1 and (p.id <> w.instance_id or p.revision <> w.revision
          or s.own[1] is distinct from w.state)`,
      [tenantId],
    ),
  );
  let told = 0;
  for (const [user, own] of Map.groupBy(moved, (one) => one.user)) {
    const actor = await personNow(engine, { id: user, tenantId, roles: [] });
    const readable = actor ? await readableOf(engine, actor, own) : new Set<string>();
    for (const one of own) {
      const isTold = await engine.database.transaction(tenantId, (tx) =>
        noteMove(engine, tx, one, readable.has(one.business)),
      );
      if (isTold) told += 1;
    }
  }
  return told;
};
