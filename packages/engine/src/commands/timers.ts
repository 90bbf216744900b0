import { type Status, statuses } from '@keyan/kernel/access/status.ts';
import { type DueRule, isDueRule, reachedReminder } from '@keyan/kernel/definition/life/due.ts';
import type { Phase } from '@keyan/kernel/definition/life/states.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Fault, Refused } from '@keyan/kernel/errors.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import type { Session } from '../store/connection/database.ts';
import { shapeOf } from '../store/schema/shape.ts';
import type { CommandContext, CommandServices } from './context.ts';
import { performAction } from './perform.ts';

/** Action that the clock performs. */
interface Timer {
  readonly resource: Resource;
  readonly name: string;
  readonly due: DueRule;
  /** States and phases from which the clock performs it. */
  readonly from: readonly string[];
  /** Field of the life whose codes `from` lists; if unset, `from` lists states and phases of the record. */
  readonly life: string | undefined;
}

/** Returns the timed actions of a resource that depend on a field of this type. */
const timersOf = (resource: Resource, type: 'date' | 'time'): readonly Timer[] =>
  Object.entries(resource.actions ?? {}).flatMap(([name, { by, from, life }]) =>
    isDueRule(by) && resource.fields[by.field]?.spec.type === type
      ? [{ resource, name, due: by, from, life }]
      : [],
  );

/** Maximum number of rows per query. */
const maxRowsPerQuery = 200;
const day = 86_400_000;

const quoted = (name: string): string => `"${name}"`;

/** Record for which a timed action may be due. */
interface Waiting {
  readonly id: string;
  /** Date or time in the format of records. */
  readonly value: string;
  /** Last threshold at which the action was performed for this value; null for none. */
  readonly fired: number | null;
}

/**
 * Returns the SQL that finds records in one of the states whose date or time lies in the range, with the thresholds
 * reached. The index `{table}_due_{action}` serves it.
 */
const waitingText = ({ resource, due, from, life }: Timer): string => {
  const shape = shapeOf(resource);
  const field = quoted(shape.column(due.field)?.column ?? '');
  const state = shape.column(life ?? resource.states?.field ?? '')?.column;
  const text =
    resource.fields[due.field]?.spec.type === 'time'
      ? `to_char(t.${field} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`
      : `t.${field}::text`;
  const phases = from.filter((place) => Object.hasOwn(statuses, place));
  const places = [
    ...(shape.process && phases.length > 0 && !life ? ['t.audit_status = any($5)'] : []),
    ...(state ? [`t.${quoted(state)} = any($6)`] : []),
  ];
  return `select t.id::text, ${text} as value, f.rung as fired
    from ${quoted(resource.table)} t
    left join lateral (select min(rung) as rung from timer_fired f
      where f.tenant_id = t.tenant_id and f.record_id = t.id and f.action = $7
        and f.due = ${text}) f on true
   where t.tenant_id = $1 and t.is_deleted = 0 and t.${field} >= $2 and t.${field} <= $3
     and t.id > $4 and $5::text[] is not null and $6::text[] is not null
     and (${places.join(' or ') || 'true'})
   order by t.id limit ${maxRowsPerQuery}`;
};

/** Returns the first and last value that can be due now: days for dates, moments for times. */
const spanOf = ({ resource, due }: Timer, now: Date): readonly [string | Date, string | Date] => {
  const isDate = resource.fields[due.field]?.spec.type === 'date';
  const at = (moment: Date): string | Date => (isDate ? dayText(moment) : moment);
  return due.due === 'after'
    ? [isDate ? '0001-01-01' : new Date(0), at(isDate ? new Date(now.getTime() - day) : now)]
    : [at(now), at(new Date(now.getTime() + (due.days[0] ?? 0) * day))];
};

const readWaiting = (
  session: Session,
  timer: Timer,
  now: Date,
  afterId: string,
): Promise<readonly Waiting[]> => {
  const phases = timer.from.filter((place): place is Phase => Object.hasOwn(statuses, place));
  const codes: readonly Status[] = phases.map((phase) => statuses[phase]);
  const [first, last] = spanOf(timer, now);
  return session.query<Waiting>(waitingText(timer), [
    session.tenantId,
    first,
    last,
    afterId,
    codes,
    timer.from,
    timer.name,
  ]);
};

/**
 * Performs the due timed actions of a tenant, each in its own transaction, which checks the record again under its
 * lock. An action that a guard refuses is tried again at the next run.
 * @returns the numbers of performed and failed actions.
 */
export const performDueActions = async (
  engine: CommandServices & { readonly log: { error(facts: object, text: string): void } },
  tenantId: string,
  type: 'date' | 'time',
  signal?: AbortSignal,
): Promise<{ readonly done: number; readonly left: number }> => {
  const count = { done: 0, left: 0 };
  const context: CommandContext = { engine, actor: { system: '定时任务', tenantId } };
  const timers = [...engine.resources.values()].flatMap((resource) => timersOf(resource, type));
  for (const timer of timers) {
    const { resource, name, due } = timer;
    for (let last = '0'; ; ) {
      signal?.throwIfAborted();
      const now = engine.clock();
      const rows = await engine.database.read(tenantId, (session) =>
        readWaiting(session, timer, now, last),
      );
      for (const { id, value, fired } of rows) {
        const rung = reachedReminder(due, value, now);
        if (rung === null || (fired !== null && fired <= rung)) continue;
        try {
          await performAction(context, resource, name, id);
          count.done += 1;
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
          // The record has moved on meanwhile, or the guard refuses for now.
          if (error instanceof Refused) continue;
          count.left += 1;
          engine.log.error(
            { tenantId, resource: resource.key, name, id, err: error },
            'timer failed',
          );
        }
      }
      const end = rows.at(-1);
      if (!end || rows.length < maxRowsPerQuery) break;
      last = end.id;
    }
  }
  return count;
};
