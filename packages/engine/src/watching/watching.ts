import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { asOfNow } from '../identity/rights.ts';
import type { Notice } from '../messages/port.ts';
import { readableRows } from '../records/readable-rows.ts';
import type { Session, Tx } from '../store/connection/database.ts';
import type { WorkflowServices } from '../workflow/runtime/port.ts';
import { resourceOfKind } from '../workflow/runtime/subject.ts';

/** Most records that a person follows. */
const mostWatched = 200;

/** A record in approval that somebody follows (关注). */
export interface Watched {
  readonly business: string;
  readonly instance: string;
  readonly kind: string;
  readonly title: string;
  readonly applicantName: string | null;
  readonly status: string;
  readonly suspended: boolean;
  /** The open steps in both languages; empty where the process has ended. */
  readonly steps: string;
  readonly stepsEn: string;
  readonly at: Date;
}

/** Where the newest process of the record `w.business_id` stands. */
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

/** Follows a record, or no more. The caller has opened its process. */
export const watch = (
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
    if (count >= mostWatched) {
      throw new Refused([
        `最多关注 ${mostWatched} 条记录，请先取消部分关注`,
        `You follow ${mostWatched} records, which is the most: stop following some`,
      ]);
    }
    const made = await tx.query(
      `insert into wf_watch (tenant_id, user_id, business_id, at, instance_id, revision, place)
        select w.tenant_id, w.user_id, w.business_id, $4, p.id, p.revision, p.place
          from (select $1::varchar as tenant_id, $2::bigint as user_id, $3::bigint as business_id) w
          cross join lateral (${placeText}) p
        on conflict (tenant_id, user_id, business_id) do update set at = excluded.at
        returning 1`,
      [...given, engine.clock()],
    );
    if (made.length === 0) throw new Missing();
  });

/** Everything that a person follows and may still read, what was followed last first. */
export const watchedBy = async (
  engine: WorkflowServices,
  actor: Actor,
): Promise<readonly Watched[]> => {
  const rows = await engine.database.read(actor.tenantId, (session) =>
    session.query<Watched>(
      `select w.business_id::text as business, p.id::text as instance, p.kind, p.title,
          u.real_name as "applicantName", p.status, p.suspended, p.steps, p.steps_en as "stepsEn",
          w.at
         from wf_watch w cross join lateral (${placeText}) p
         left join users u on u.tenant_id = w.tenant_id and u.id = p.applicant_id
        where w.tenant_id = $1 and w.user_id = $2 order by w.at desc limit ${mostWatched}`,
      [actor.tenantId, actor.id],
    ),
  );
  const readable = await readableOf(engine, actor, rows);
  return rows.filter(({ business }) => readable.has(business));
};

/** Ids of the records among these that the person may read now: one statement for each kind. */
const readableOf = async (
  engine: WorkflowServices,
  actor: Actor,
  rows: readonly Pick<Watched, 'kind' | 'business'>[],
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

interface Moved extends Watched {
  readonly user: string;
  readonly revision: number;
  readonly place: string;
  readonly known: string;
  /** Person who did what was done last. */
  readonly by: string | null;
}

const ended: Readonly<Record<string, Label>> = {
  DONE: ['已审批通过', 'has been approved'],
  REFUSED: ['未通过审批', 'was refused'],
  RECALLED: ['已撤回', 'was recalled'],
  DELETED: ['已退回草稿', 'was reverted to a draft'],
};

const noticeOf = (moved: Moved, resource: string): Notice => {
  const now: Label =
    ended[moved.status] ??
    (moved.steps === ''
      ? ['正在等待外部结果', 'waits for an outside result']
      : [`已到达【${moved.steps}】`, `has reached “${moved.stepsEn}”`]);
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

/** Notes where a record stands now and tells its follower, or ends the following; true where a message was sent. */
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
    `update wf_watch set instance_id = $5, revision = $6, place = $7
      where tenant_id = $1 and user_id = $2 and business_id = $3 and place = $4
        and (instance_id <> $5 or revision <> $6)
      returning 1`,
    [...given, moved.instance, moved.revision, moved.place],
  );
  const isNews = moved.place !== moved.known && moved.by !== moved.user;
  if (taken.length === 0 || !isNews) return false;
  await engine.messages.send(tx, [noticeOf(moved, resourceOfKind(engine, moved.kind).key)]);
  return true;
};

/**
 * Tells those who follow a record that its step or state has changed; whoever may read it no more follows it no more.
 * Run again, or by two processes at once, it tells nothing twice.
 * @param personNow finds a person with the rights of this moment
 * @returns how many were told
 */
export const tellWatchers = async (
  engine: WorkflowServices,
  tenantId: string,
  personNow: typeof asOfNow = asOfNow,
): Promise<number> => {
  const moved = await engine.database.read(tenantId, (session) =>
    session.query<Moved>(
      `select w.user_id::text as user, w.business_id::text as business, p.id::text as instance, p.kind,
          p.title, p.status, p.suspended, p.steps, p.steps_en as "stepsEn", w.at, p.revision, p.place,
          w.place as known, (select l.actor_id::text from wf_log l
            where l.tenant_id = w.tenant_id and l.instance_id = p.id
            order by l.revision desc, l.line limit 1) as by
         from wf_watch w cross join lateral (${placeText}) p
        where w.tenant_id = $1 and (p.id <> w.instance_id or p.revision <> w.revision)`,
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
