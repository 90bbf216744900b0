import { anyOf } from '@keyan/kernel/records/query.ts';
import { openTaskCodes } from '../../review/dictionaries.ts';
import { reviewSet } from '../../review/review-set.ts';
import { reviewTask } from '../../review/review-task.ts';
import {
  conditionsAbout,
  type FinderContext,
  type FindersByTarget,
  type WarningMatter,
} from './found.server.ts';
import { daysBetween, thresholdAfter, thresholdBefore } from './rungs.ts';

interface StayingTask {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly node: string;
  readonly created: string;
  /** Account ids: the assignee, or all candidates of an unclaimed task. */
  readonly people: readonly string[];
}

/** Ids of secret records among the records of tasks (ruling 50). */
const secretAmong = async (
  { commands, engine, kinds }: FinderContext,
  tasks: readonly StayingTask[],
): Promise<ReadonlySet<string>> => {
  const secret = new Set<string>();
  for (const key of new Set(tasks.map(({ kind }) => kinds.get(kind) ?? kind))) {
    const resource = engine.resources.get(key);
    const open = resource?.secrecy?.open;
    if (!resource || !open) continue;
    const ids = tasks.filter(({ kind }) => (kinds.get(kind) ?? kind) === key).map(({ id }) => id);
    const [level] = open.codes;
    const found = await commands.ids(
      resource,
      {
        where: [anyOf('id', ids), { field: open.field, operator: 'notEquals', value: level }],
        sort: [],
        page: 1,
        size: ids.length,
      },
      ids.length,
    );
    for (const id of found) secret.add(id);
  }
  return secret;
};

/** Finds open tasks that are overdue, except tasks of applicants. */
const todoTimeout = async (looking: FinderContext): Promise<readonly WarningMatter[]> => {
  const { engine, tenantId, today, days, kinds, only } = looking;
  const least = Math.min(...days);
  const tasks = await engine.database.read(tenantId, (session) =>
    session.query<StayingTask>(
      `with staying as (
         select t.business_id::text as id, i.kind, i.title, t.node_name as node, t.assignee_id, t.candidates,
                t.applicant_id, to_char(t.created at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as created
           from wf_task t join wf_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
          where t.tenant_id = $1 and t.status = 'TODO' and t.assignee_id is distinct from t.applicant_id
            and t.created < now() - make_interval(days => $2)
            and ($3::bigint[] is null or t.business_id = any($3))
       ), groups as materialized (
         select u.id, wf_groups($1, u.id) as names from users u
          where u.tenant_id = $1 and u.is_deleted = 0
            and exists (select 1 from staying where assignee_id is null)
       )
       select s.id, s.kind, s.title, s.node, s.created,
              case when s.assignee_id is not null then array[s.assignee_id::text]
                   else array(select g.id::text from groups g
                               where g.names && s.candidates and g.id is distinct from s.applicant_id order by g.id)
              end as people
         from staying s`,
      [tenantId, Number.isFinite(least) ? Math.max(0, least - 1) : 0, only],
    ),
  );
  const late = tasks.flatMap((task) => {
    const passed = daysBetween(task.created, today);
    const rung = thresholdAfter(days, passed);
    return rung === null ? [] : [{ task, passed, rung }];
  });
  const secret = await secretAmong(
    looking,
    late.map(({ task }) => task),
  );
  // Parallel tasks of several signers make one matter per record.
  const found = new Map<string, WarningMatter>();
  for (const { task, passed, rung } of late) {
    const key = `${task.id} ${task.created} ${rung}`;
    const known = found.get(key);
    found.set(key, {
      resource: kinds.get(task.kind) ?? task.kind,
      id: task.id,
      title: task.title,
      basis: task.created,
      rung,
      department: null,
      people: [...new Set([...(known?.people ?? []), ...task.people])],
      secret: secret.has(task.id),
      values: { businessName: task.title, nodeName: task.node, days: passed },
    });
  }
  return [...found.values()];
};

/** Finds overdue reviews; one matter per expert and review, however many records remain. */
const reviewTimeout = async (looking: FinderContext): Promise<readonly WarningMatter[]> => {
  const { commands, today, days } = looking;
  const rows = await commands.all(reviewTask, {
    where: [anyOf('status', openTaskCodes), ...conditionsAbout(looking, 'setId')],
    fields: ['setId', 'userId', 'endTime'],
  });
  const sets = await commands.readAll(reviewSet, [
    ...new Set(rows.flatMap(({ setId }) => setId ?? [])),
  ]);
  const names = new Map(sets.map(({ id, setName }) => [id, setName]));
  const owed = Map.groupBy(rows, ({ setId, userId, endTime }) => `${setId} ${userId} ${endTime}`);
  return [...owed.values()].flatMap((tasks) => {
    const [first] = tasks;
    if (!first?.setId || !first.userId || !first.endTime) return [];
    const rung = thresholdBefore(days, daysBetween(today, first.endTime));
    if (rung === null) return [];
    return [
      {
        resource: reviewSet.key,
        id: first.setId,
        concerns: first.userId,
        title: names.get(first.setId) ?? '',
        department: null,
        basis: first.endTime.slice(0, 16),
        rung,
        people: [first.userId],
        values: { count: tasks.length, endTime: first.endTime.slice(0, 16) },
      },
    ];
  });
};

/** Finders of targets about pending tasks. */
export const taskFinders = {
  todo_timeout: todoTimeout,
  review_timeout: reviewTimeout,
} satisfies FindersByTarget;
