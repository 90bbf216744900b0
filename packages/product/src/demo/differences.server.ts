import { requestComparison, runComparison } from '../people/exchange/comparison.server.ts';
import { differenceStatusCodes } from '../people/exchange/dictionaries.ts';
import { personnelDifference } from '../people/exchange/difference.ts';
import { actorByAccount } from './handle-task.server.ts';
import { emptyResources } from './progress.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;
const day = 86_400_000;

/** Two lists of the personnel office: age in days, and how their differences are settled, cyclic. */
const lists = [
  { daysAgo: 95, fates: ['accept', 'refuse', 'accept', '', 'accept', '', ''] },
  { daysAgo: 9, fates: ['accept', '', '', 'refuse', '', '', ''] },
] as const;

/** Number of people per list whose line differs from their file. */
const inList = 14;

/** Codes of the dictionary of education: doctor, master. */
const [doctor, master] = ['11', '14'] as const;

/** Returns the changed values of a person: a doctorate missing in the file, otherwise another phone number. */
const newsOf = (education: string, index: number) =>
  education === master
    ? { education: doctor }
    : { officePhone: `027-6786${String(2100 + index * 37)}` };

/**
 * Writes comparisons of personnel lists with the files, and settles some differences; the second list replaces open
 * differences of the first. Does nothing if differences exist.
 */
export const demoDifferences = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  if (!(await emptyResources(engine)).includes(personnelDifference.key)) return;
  const office = await actorByAccount(parts, 'rd_admin');
  const files = await engine.database.read(tenantId, (session) =>
    session.query<{ jobNum: string; education: string }>(
      `select job_num as "jobNum", education from personnel
        where tenant_id = $1 and is_deleted = 0 and education in ($2, $3)
        order by job_num desc limit $4`,
      [tenantId, doctor, master, lists.length * inList],
    ),
  );
  for (const [place, { daysAgo, fates }] of lists.entries()) {
    clock.now = new Date(now.getTime() - daysAgo * day);
    const people = files
      .slice(place * inList, (place + 1) * inList)
      .map(({ jobNum, education }, index) => ({ jobNum, values: newsOf(education, index) }));
    const numbers = people.map(({ jobNum }) => jobNum.toLowerCase());
    const asked = { people, numbers, isWhole: false, faults: [] };
    const comparison = await requestComparison(engine, office, asked, () => undefined);
    await runComparison(engine, office, comparison);
    const open = await engine.database.read(tenantId, (session) =>
      session.query<{ id: string; version: number }>(
        `select id::text, version from personnel_difference
          where tenant_id = $1 and status = $2 and is_deleted = 0 order by id`,
        [tenantId, differenceStatusCodes.open],
      ),
    );
    for (const [index, { id, version }] of open.entries()) {
      const fate = fates[index % fates.length];
      if (!fate) continue;
      clock.now = new Date(clock.now.getTime() + day / 4);
      await engine.as(office).perform(personnelDifference, fate, id, { version });
    }
  }
  clock.now = now;
};
