import type { Actor, SystemActor } from '@keyan/kernel/access/actor.ts';
import { Denied, Fault, Invalid, Missing } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { Session, Tx } from '../../store/connection/database.ts';
import type { Workflow, WorkflowServices } from '../runtime/port.ts';
import { manageCode, officeCode } from '../runtime/subject.ts';
import type { ExecuteCommand } from '../runtime/task-commands.ts';

/** Period in which a proxy acts for a person (代理). */
export interface Absence {
  readonly id: string;
  readonly person: string;
  readonly personName: string | null;
  readonly proxy: string;
  readonly proxyName: string | null;
  readonly from: Date;
  /** First moment after the absence. */
  readonly to: Date;
  /** Kinds of processes; empty for all. */
  readonly kinds: readonly string[];
  readonly byName: string | null;
  readonly revoked: boolean;
}

/** Input of a new period. */
export interface NewAbsence {
  readonly person: string;
  readonly proxy: string;
  readonly from: Date;
  readonly to: Date;
  readonly kinds: readonly string[];
}

/** Task that a proxy has on behalf of a person. */
export interface RepresentedTask {
  readonly task: string;
  readonly instance: string;
  readonly kind: string;
  readonly business: string;
  readonly title: string;
  readonly step: string;
  readonly stepEn: string;
  readonly proxyName: string | null;
  readonly since: Date;
}

/** True if the person may set and end absences of other people. */
export const managesAbsences = ({ permissions }: Actor): boolean =>
  permissions.has(manageCode) || permissions.has(officeCode);

const listText = `
  select a.id::text, a.person_id::text as person, p.real_name as "personName",
      a.proxy_id::text as proxy, x.real_name as "proxyName", a.from_at as "from", a.to_at as "to",
      a.kinds, b.real_name as "byName", a.revoked_at is not null as revoked,
      count(*) over ()::int as total
    from wf_absence a
    left join users p on p.tenant_id = a.tenant_id and p.id = a.person_id
    left join users x on x.tenant_id = a.tenant_id and x.id = a.proxy_id
    left join users b on b.tenant_id = a.tenant_id and b.id = a.by_id
   where a.tenant_id = $1 and ($2::bigint is null or a.person_id = $2 or a.proxy_id = $2)
   order by (a.revoked_at is null and a.to_at > $3) desc, a.from_at desc, a.id desc
   limit $4 offset $5`;

/**
 * Returns the absences of a person, and those in which they are the proxy; current ones and future ones first.
 * @param person null for all people
 */
export const listAbsences = async (
  session: Session,
  person: string | null,
  now: Date,
  { current, size }: { readonly current: number; readonly size: number },
): Promise<{ readonly absences: readonly Absence[]; readonly total: number }> => {
  const given = [session.tenantId, person, now, size, (current - 1) * size];
  const rows = await session.query<Absence & { total: number }>(listText, given);
  return { absences: rows, total: rows[0]?.total ?? 0 };
};

/** Returns the open tasks of proxies on behalf of this person, oldest first, at most 200. */
export const representedTasks = (
  session: Session,
  person: string,
): Promise<readonly RepresentedTask[]> =>
  session.query<RepresentedTask>(
    `select t.id::text as task, t.instance_id::text as instance, i.kind,
        i.business_id::text as business, i.title, t.node_name as step, t.node_name_en as "stepEn",
        u.real_name as "proxyName", coalesce(t.handed, t.created) as since
       from wf_task t
       join wf_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
       left join users u on u.tenant_id = t.tenant_id and u.id = t.assignee_id
      where t.tenant_id = $1 and t.owner_id = $2 and t.status = 'TODO'
      order by t.id limit 200`,
    [session.tenantId, person],
  );

const wrong = (path: string, message: Label): Invalid => new Invalid([{ path, message }]);

const assertPeriod = ({ person, proxy, from, to }: NewAbsence, now: Date): void => {
  if (proxy === person) {
    throw wrong('proxyId', ['代理人不能是本人', 'You cannot be your own proxy']);
  }
  if (to <= from) {
    throw wrong('toTime', ['结束时间应晚于开始时间', 'The end must be later than the beginning']);
  }
  if (to <= now) throw wrong('toTime', ['结束时间已过', 'The end time has already passed']);
};

/** Locks the person, so that two periods set at once cannot overlap. */
const assertPeopleExist = async (tx: Tx, { person, proxy }: NewAbsence): Promise<void> => {
  const active = await tx.query<{ id: string }>(
    `select id::text from users
      where tenant_id = $1 and id = any($2::bigint[]) and status = '1' and is_deleted = 0
      order by id for no key update`,
    [tx.tenantId, [person, proxy]],
  );
  const found = new Set(active.map(({ id }) => id));
  if (!found.has(person)) throw wrong('personId', ['该人员不存在', 'Person not found']);
  if (!found.has(proxy)) throw wrong('proxyId', ['代理人不存在', 'Proxy not found']);
};

const assertNoOverlap = async (tx: Tx, { person, from, to, kinds }: NewAbsence): Promise<void> => {
  const overlapping = await tx.query(
    `select 1 from wf_absence
      where tenant_id = $1 and person_id = $2 and revoked_at is null and from_at < $4 and to_at > $3
        and (kinds = '{}' or $5::text[] = '{}' or kinds && $5::text[]) limit 1`,
    [tx.tenantId, person, from, to, kinds],
  );
  if (overlapping.length > 0) {
    throw wrong('fromTime', ['代理期间有重叠', 'Another proxy is already set for that period']);
  }
};

/** SQL for processes with tasks of a person who is absent, except processes that the person started. */
const lyingText = `
  select distinct t.instance_id::text as id
    from wf_task t join wf_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
   where t.tenant_id = $1 and t.status in ('TODO', 'WAIT') and t.assignee_id = $2 and t.owner_id is null
     and t.assignee_id <> t.applicant_id and ($3::text[] = '{}' or i.kind = any($3))
   order by 1`;

interface Beginning {
  readonly id: string;
  readonly person: string;
  readonly kinds: readonly string[];
}

/** Gives the open tasks of people whose absence begins to their proxies, one process at a time. */
const beginAll = async (
  execute: ExecuteCommand,
  engine: WorkflowServices,
  tenantId: string,
): Promise<number> => {
  const actor: SystemActor = { system: 'absence', tenantId };
  const beginning = await engine.database.read(tenantId, (session) =>
    session.query<Beginning>(
      `select id::text, person_id::text as person, kinds from wf_absence
        where tenant_id = $1 and begun_at is null and revoked_at is null and from_at <= $2
        order by id`,
      [tenantId, engine.clock()],
    ),
  );
  for (const { id, person, kinds } of beginning) {
    const lying = await engine.database.read(tenantId, (session) =>
      session.query<{ id: string }>(lyingText, [tenantId, person, kinds]),
    );
    for (const { id: instance } of lying) {
      try {
        const command = { is: 'beginAbsence', person } as const;
        await execute(engine, actor, { on: { instance }, command });
      } catch (error) {
        // The proxy may not act there, or the task was completed meanwhile: the person keeps it.
        if (!(error instanceof Fault)) throw error;
      }
    }
    await engine.database.transaction(tenantId, (tx) =>
      tx.query('update wf_absence set begun_at = $3 where tenant_id = $1 and id = $2', [
        tenantId,
        id,
        engine.clock(),
      ]),
    );
  }
  return beginning.length;
};

/** Commands that set, end and begin absences. */
export interface Absences {
  /**
   * Sets a period with a proxy. A job gives the open tasks of the person to the proxy within a minute after it begins.
   * @throws Denied for the absence of other people, except for managers; Invalid with the wrong field.
   */
  setAbsence(engine: WorkflowServices, actor: Actor, absence: NewAbsence): Promise<void>;
  /**
   * Ends a period; tasks of the proxy stay there until the person takes them back.
   * @throws Missing if it is over, or somebody else's.
   */
  revokeAbsence(engine: WorkflowServices, actor: Actor, id: string): Promise<void>;
}

export const absenceCommands = (
  execute: ExecuteCommand,
  forget: (tenantId: string) => void,
): Absences & Pick<Workflow, 'beginAbsences'> => ({
  setAbsence: async (engine, actor, absence) => {
    if (absence.person !== actor.id && !managesAbsences(actor)) throw new Denied();
    const now = engine.clock();
    assertPeriod(absence, now);
    const { person, proxy, from, to, kinds } = absence;
    await engine.database.transaction(actor.tenantId, async (tx) => {
      await assertPeopleExist(tx, absence);
      await assertNoOverlap(tx, absence);
      await tx.query(
        `insert into wf_absence
            (tenant_id, id, person_id, proxy_id, from_at, to_at, kinds, by_id, created)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [tx.tenantId, engine.ids.next(), person, proxy, from, to, kinds, actor.id, now],
      );
    });
    forget(actor.tenantId);
  },

  revokeAbsence: async (engine, actor, id) => {
    const own = managesAbsences(actor) ? null : actor.id;
    await engine.database.transaction(actor.tenantId, async (tx) => {
      const ended = await tx.query(
        `update wf_absence set revoked_at = $3, revoked_by = $4
          where tenant_id = $1 and id = $2 and revoked_at is null and to_at > $3
            and ($5::bigint is null or person_id = $5)
          returning id`,
        [tx.tenantId, id, engine.clock(), actor.id, own],
      );
      if (ended.length === 0) throw new Missing();
    });
    forget(actor.tenantId);
  },

  beginAbsences: (engine, tenantId) => beginAll(execute, engine, tenantId),
});
