import { addDays, dateOfText, dayText } from '@keyan/kernel/values/time.ts';
import { actorByAccount } from './handle-task.server.ts';
import type { SeedParts } from './story-player.server.ts';

/** Absent people with their substitutes; first and last day in days from today. */
const away = [
  ['rd_fund', 'rd_project', 10, 14],
  ['dept_leader', 'rd_leader', 21, 25],
] as const;

/** Writes future absences (代理设置), which begin after the demo's today, so that no task is reassigned yet. */
export const demoAbsences = async (parts: SeedParts, now: Date): Promise<void> => {
  const today = dayText(now);
  for (const [person, proxy, first, last] of away) {
    const absent = await actorByAccount(parts, person);
    await parts.workflow.setAbsence(parts.engine, absent, {
      person: absent.id,
      proxy: (await actorByAccount(parts, proxy)).id,
      from: dateOfText(`${addDays(today, first)} 08:00:00`),
      to: dateOfText(`${addDays(today, last)} 18:00:00`),
      kinds: [],
    });
  }
};
