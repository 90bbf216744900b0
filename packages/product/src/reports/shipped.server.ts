import type { Commands } from '@keyan/engine/commands/port.ts';
import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { figureOf } from '../figures/catalog.ts';
import { mayAsk } from '../figures/statistics.endpoints.server.ts';
import { subjectOfSource } from './figure-source.server.ts';
import { pageOfReport } from './report.server.ts';
import { report } from './report.ts';
import { type ShippedReport, shippedReports } from './shipped-reports.ts';

type Resources = Pick<Engine, 'resources'>;

const views = ({ resources }: Resources) =>
  [...resources.values()].flatMap((resource: Resource) => Object.values(resource.views));

/** True if the permissions include the pages that the report queries. */
const isAnswered = ({ page, sums }: ShippedReport, permissions: ReadonlySet<string>): boolean =>
  subjectOfSource(page)
    ? (sums ?? '').split(',').some((key) => mayAsk(figureOf(key), { actor: { permissions } }))
    : permissions.has(page);

/**
 * Roles that may read a shipped report: those with the reports page and the queried page by
 * default; editors of reports read all.
 */
export const readersOf = (engine: Resources, one: ShippedReport): readonly string[] => {
  const all = views(engine);
  const readers = report.views.manage?.grants ?? {};
  return Object.keys(readers).filter((role) => {
    if (readers[role] === 'all') return false;
    const pages = all.flatMap(({ code, grants }) => (grants?.[role] ? [code] : []));
    return isAnswered(one, new Set(pages));
  });
};

/**
 * Adds shipped reports that a university never had.
 * @param had names of current and deleted reports
 */
export const addShippedReports = async (
  engine: Resources,
  commands: Pick<Commands, 'save'>,
  had: ReadonlySet<string>,
): Promise<number> => {
  const missing = shippedReports.filter(
    ({ name, page }) => !had.has(name) && (subjectOfSource(page) ?? pageOfReport(engine, page)),
  );
  for (const one of missing) {
    await commands.save(report, { ...one, roles: readersOf(engine, one).join(',') });
  }
  return missing.length;
};

/** Names of current and deleted reports of the tenant. */
export const reportNamesOf = async (
  engine: Pick<Engine, 'database'>,
  tenantId: string,
): Promise<ReadonlySet<string>> => {
  const rows = await engine.database.read(tenantId, (session) =>
    session.query<{ name: string }>('select name from report where tenant_id = $1', [tenantId]),
  );
  return new Set(rows.map(({ name }) => name));
};

const reason: Label = ['内置报表初始化', 'Initialise built-in reports'];

/**
 * Background job that adds shipped reports to tenants that never had them; changed and deleted ones
 * are not restored.
 */
export const supplyShippedReports: EngineJob = {
  name: 'shipped-reports',
  label: reason,
  atStart: true,
  run: async ({ tenantId }, engine) => ({
    done: await addShippedReports(
      engine,
      engine.asSystem(reason[0], tenantId),
      await reportNamesOf(engine, tenantId),
    ),
  }),
};
