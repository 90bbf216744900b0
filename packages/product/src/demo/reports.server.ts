import { reportMailing } from '../reports/mailing.ts';
import { mailingPeriodCodes } from '../reports/mailing-times.ts';
import { report } from '../reports/report.ts';
import { addShippedReports, reportNamesOf } from '../reports/shipped.server.ts';
import { cachedActor } from './person-of.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

/** Reports that are mailed: name, what else its plan says, form, and roles. */
const mailed = [
  [
    '历年到账经费',
    { period: mailingPeriodCodes.monthly, monthDay: 1, hour: 8 },
    'attach',
    'rd_leader',
  ],
  ['未分配到账', { period: mailingPeriodCodes.weekly, weekday: '1', hour: 8 }, 'attach', 'rd_fund'],
  [
    '各学院论文数',
    { period: mailingPeriodCodes.monthly, monthDay: 5, hour: 9 },
    'pdf',
    'dept_leader',
  ],
  ['各院系科研支出', { period: mailingPeriodCodes.weekly, weekday: '5', hour: 17 }, 'link', null],
] as const;

/** Subscriptions of the research office to the shipped reports, where there is none. */
export const demoReports = async ({ engine }: SeedParts): Promise<void> => {
  const [keeper] = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string }>(
      `select id::text from users where tenant_id = $1 and account = 'rd_admin' and is_deleted = 0
        and not exists (select from report_mailing where tenant_id = $1)`,
      [tenantId],
    ),
  );
  const actor = keeper && (await cachedActor(engine, keeper.id));
  if (!actor) return;
  const office = engine.as(actor);
  await addShippedReports(engine, office, await reportNamesOf(engine, tenantId));
  const reports = new Map(
    (await office.all(report, { where: [], fields: ['name'] })).map(({ id, name }) => [name, id]),
  );
  for (const [name, plan, form, roles] of mailed) {
    await office.save(reportMailing, { reportId: reports.get(name), ...plan, form, roles });
  }
};
