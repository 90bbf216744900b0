import { defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import type { Ids } from '@keyan/engine/store/schema/ids.ts';
import { requestDeadlineRecount } from '@keyan/engine/workflow/people/recounting.ts';
import { shippedDays } from './holidays.ts';
import { workDay } from './work-day.ts';

/** Recomputes pending deadlines whenever a day of the calendar changes. */
export const workDayBehaviour = defineBehaviour(workDay, {
  saved: async (_row, transaction) => requestDeadlineRecount(transaction),
});

/**
 * Adds the shipped holidays of every year for which a tenant has no day yet, deleted days included; days that
 * administrators changed remain.
 */
export const addCalendar = async (tx: Tx, ids: Ids, now: Date): Promise<void> => {
  const days = shippedDays.map((one) => ({ ...one, id: ids.next() }));
  await tx.query(
    `insert into work_day (tenant_id, id, day, kind, note, day_key, create_user, create_time, update_user, update_time)
     select $1::varchar, r.id, r.day, r.kind, r.note, r.day::text, 0, $3::timestamptz, 0, $3::timestamptz
       from jsonb_to_recordset($2::jsonb) as r(id bigint, day date, kind text, note text)
      where not exists (select 1 from work_day w where w.tenant_id = $1::varchar
        and extract(year from w.day) = extract(year from r.day))`,
    [tx.tenantId, JSON.stringify(days), now],
  );
};
