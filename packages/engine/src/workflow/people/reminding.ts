import type { Label } from '@keyan/kernel/label.ts';
import { fill } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { deadlineDatePath } from '@keyan/kernel/workflow/deadlines/due.ts';
import { stepLabel } from '@keyan/kernel/workflow/diagram.ts';
import { isOfDepartment } from '@keyan/kernel/workflow/directory.ts';
import { isApplicants, type UserNode, userNode } from '@keyan/kernel/workflow/graph.ts';
import {
  isWorkDay,
  parsePeriod,
  periodEnd,
  type WorkCalendar,
} from '@keyan/kernel/workflow/period.ts';
import type { Notice } from '../../messages/port.ts';
import type { Session, Tx } from '../../store/connection/database.ts';
import type { WorkflowCache } from '../drawings/cache.ts';
import { rememberedCalendar } from '../drawings/calendar.ts';
import { graphsOf } from '../drawings/definitions.ts';
import type { Workflow, WorkflowServices } from '../runtime/port.ts';
import { holderIdsText, holdersText } from './held.ts';

/** Number of visits per transaction. */
const page = 500;

/** Open step of people, with what decides about reminders. */
interface Lying {
  readonly act: string;
  readonly definition: string;
  readonly kind: string;
  readonly node: string;
  readonly title: string;
  readonly entered: Date;
  readonly due: Date | null;
  readonly paused: string;
  readonly department: string | null;
  readonly holders: readonly string[];
  readonly names: readonly string[];
  /** True if a reminder was sent today. */
  readonly reminded: boolean;
  readonly escalated: boolean;
}

const lyingText = `
  select a.id::text as act, i.definition_id::text as definition, i.kind, a.node, i.title, a.entered,
      a.due_at as due, a.paused::text, i.department_id::text as department,
      coalesce(a.reminded_on = $2::date, false) as reminded, a.escalated_at is not null as escalated,
      array(select distinct h from wf_task t cross join lateral unnest(${holderIdsText}) h
        where t.tenant_id = a.tenant_id and t.act_id = a.id and t.status = 'TODO') as holders,
      array(select distinct n from wf_task t cross join lateral unnest(${holdersText}) n
        where t.tenant_id = a.tenant_id and t.act_id = a.id and t.status = 'TODO') as names
    from wf_act a join wf_instance i on i.tenant_id = a.tenant_id and i.id = a.instance_id
   where a.tenant_id = $1 and a.status = 'ACTIVE' and a.type = 'user' and not i.suspended and a.id > $3
   order by a.id limit ${page}`;

/** SQL that marks steps in the transaction that sends the messages, so that concurrent processes do not send twice. */
const remindedText = `update wf_act set reminded_on = $3::date
   where tenant_id = $1 and id = any($2::bigint[]) and status = 'ACTIVE'
     and reminded_on is distinct from $3::date returning id::text`;

const escalatedText = `update wf_act set escalated_at = $3
   where tenant_id = $1 and id = any($2::bigint[]) and status = 'ACTIVE'
     and escalated_at is null returning id::text`;

/** Period after which superiors are notified if the route sets none, in working days (domain 3.4.9). */
const usualEscalation = '7wd';

/** True if the period has passed since the step began, not counting suspension. */
const isPast = (step: Lying, period: string, calendar: WorkCalendar, now: Date): boolean => {
  const read = parsePeriod(period);
  if (!read) return false;
  return periodEnd(step.entered, read, calendar).getTime() + Number(step.paused) <= now.getTime();
};

/** True if a reminder is due: by the period of the route, else at the deadline, else after the promised days. */
const isLate = (one: Overdue, promised: number, calendar: WorkCalendar, now: Date): boolean => {
  const { remind, due } = one.step;
  if (remind === undefined && deadlineDatePath(one.step) && one.due) return one.due <= now;
  return isPast(
    one,
    remind ?? (deadlineDatePath(one.step) ? undefined : due) ?? `${promised}wd`,
    calendar,
    now,
  );
};

/** Maximum number of titles in a message. */
const maxTitlesNamed = 5;

const listed = (steps: readonly (Lying & { readonly step: UserNode })[]): Label => {
  const shown = steps.slice(0, maxTitlesNamed);
  const rest = steps.length - shown.length;
  const side = (index: 0 | 1): string =>
    shown
      .map(({ title, step, names }) => {
        const who = names.join(index === 0 ? '、' : ', ');
        return index === 0
          ? `【${title}】${stepLabel(step)[0]}（${who}）`
          : `“${title}” at “${stepLabel(step)[1]}” (${who})`;
      })
      .join(index === 0 ? '；' : '; ');
  return rest === 0
    ? [side(0), side(1)]
    : [`${side(0)}；另有 ${rest} 项`, `${side(1)}; and ${rest} more`];
};

type Overdue = Lying & { readonly step: UserNode };

const reminder = (to: string, steps: readonly Overdue[]): Notice => {
  const values = { count: steps.length, list: listed(steps) };
  return {
    type: '14',
    title: fill(
      ['待办提醒：{count} 项待办超过办理期限', 'Reminder: overdue tasks ({count})'],
      values,
    ),
    content: fill(
      [
        '以下待办超过办理期限，请尽快办理：{list}。',
        'These tasks are overdue; please act soon: {list}.',
      ],
      values,
    ),
    link: '/mywork/todo',
    to: [to],
  };
};

const escalation = (to: string, steps: readonly Overdue[]): Notice => {
  const values = { count: steps.length, list: listed(steps) };
  return {
    type: '14',
    title: fill(
      ['督办：{count} 项审批停留过久', 'Escalated: approvals waiting too long ({count})'],
      values,
    ),
    content: fill(
      [
        '以下审批长时间未办理，请督促：{list}。',
        'Nobody has acted on these for a long time; please follow up: {list}.',
      ],
      values,
    ),
    to: [to],
  };
};

/** Groups overdue steps to one message per person. */
const byPerson = (
  steps: readonly Overdue[],
  peopleOf: (step: Overdue) => readonly string[],
  write: (to: string, steps: readonly Overdue[]) => Notice,
): readonly Notice[] => {
  const found = new Map<string, Overdue[]>();
  for (const step of steps) {
    for (const person of new Set(peopleOf(step))) {
      found.set(person, [...(found.get(person) ?? []), step]);
    }
  }
  return [...found].map(([person, theirs]) => write(person, theirs));
};

/** Returns active people who are notified of overdue tasks: holders of roles, and leaders by department. */
const aboveOf = async (session: Session, roles: readonly string[]) => {
  const holders = await session.query<{ id: string }>(
    `select distinct u.id::text as id from users u
       join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
       join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.is_deleted = 0
      where u.tenant_id = $1 and u.status = '1' and u.is_deleted = 0
        and r.role_alias = any($2::text[])`,
    [session.tenantId, roles],
  );
  const leaders = await session.query<{ department: string; id: string }>(
    `select d.id::text as department, u.id::text as id from dept d
       join users u on u.tenant_id = d.tenant_id and u.id = d.leader_id
        and u.status = '1' and u.is_deleted = 0
      where d.tenant_id = $1 and d.is_deleted = 0`,
    [session.tenantId],
  );
  const leader = new Map(leaders.map((row) => [row.department, row.id]));
  return ({ step, department, holders: own }: Overdue): readonly string[] => {
    const led = step.people.some(isOfDepartment) ? leader.get(department ?? '') : undefined;
    return [...holders.map(({ id }) => id), led ?? []].flat().filter((id) => !own.includes(id));
  };
};

const chosen = async (
  tx: Tx,
  text: string,
  steps: readonly Overdue[],
  value: Date | string,
): Promise<readonly Overdue[]> => {
  if (steps.length === 0) return [];
  const rows = await tx.query<{ id: string }>(text, [
    tx.tenantId,
    steps.map(({ act }) => act),
    value,
  ]);
  const marked = new Set(rows.map(({ id }) => id));
  return steps.filter(({ act }) => marked.has(act));
};

/** Processes one page of steps: sends due messages and returns the last step. */
const remindPage = async (
  engine: WorkflowServices,
  tx: Tx,
  {
    calendar,
    roles,
    after,
  }: {
    readonly calendar: WorkCalendar;
    readonly roles: readonly string[];
    readonly after: string;
  },
): Promise<{ readonly sent: number; readonly last: string | null }> => {
  const now = engine.clock();
  const today = dayText(now);
  const rows = await tx.query<Lying>(lyingText, [tx.tenantId, today, after]);
  const graphs = await graphsOf(
    tx,
    rows.map(({ definition }) => definition),
  );
  const promised = new Map(engine.kinds.map(({ process }) => [process.kind, process.promisedDays]));
  const steps = rows.flatMap((row): Overdue[] => {
    const graph = graphs.get(row.definition);
    const step = graph && userNode(graph, row.node);
    return step && !isApplicants(step) ? [{ ...row, step }] : [];
  });
  const late = steps.filter(
    (one) => !one.reminded && isLate(one, promised.get(one.kind) ?? 3, calendar, now),
  );
  const stuck = steps.filter(
    (one) => !one.escalated && isPast(one, one.step.escalate ?? usualEscalation, calendar, now),
  );
  const reminded = await chosen(tx, remindedText, late, today);
  const escalated = await chosen(tx, escalatedText, stuck, now);
  const above = escalated.length > 0 ? await aboveOf(tx, roles) : () => [];
  const notices = [
    ...byPerson(reminded, ({ holders }) => holders, reminder),
    ...byPerson(escalated, above, escalation),
  ];
  if (notices.length > 0) await engine.messages.send(tx, notices);
  return { sent: notices.length, last: rows.length === page ? (rows.at(-1)?.act ?? null) : null };
};

/** Commands that remind assignees of overdue tasks and notify their superiors (domain 3.4.9). */
export const reminderCommands = (
  cache: WorkflowCache,
  roles: readonly string[],
): Pick<Workflow, 'remindHolders'> => ({
  remindHolders: async (engine, tenantId) => {
    const now = engine.clock();
    const calendar = await engine.database.read(tenantId, (session) =>
      rememberedCalendar(session, cache, now),
    );
    if (!isWorkDay(now, calendar)) return 0;
    let sent = 0;
    for (let after: string | null = '0'; after !== null; ) {
      const from: string = after;
      const done = await engine.database.transaction(tenantId, (tx) =>
        remindPage(engine, tx, { calendar, roles, after: from }),
      );
      sent += done.sent;
      after = done.last;
    }
    return sent;
  },
});
