import { type Computing, derivingWork } from '@keyan/engine/commands/deriving.ts';
import type { Commands } from '@keyan/engine/commands/port.ts';
import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { everyHour } from '@keyan/engine/jobs/schedule.ts';
import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import { roleHolders } from '@keyan/engine/records/role-holders.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { equals } from '@keyan/kernel/records/query.ts';
import { dayText, momentOf, timeText } from '@keyan/kernel/values/time.ts';
import { defaultRules } from './default-rules.ts';
import { daysIn, earlyWarning, timeIn } from './early-warning.ts';
import { type Found, finders } from './finders.server.ts';
import { filled } from './rungs.ts';
import { warning } from './warning.ts';

type Rule = StoredRow<typeof earlyWarning.fields>;

/** The roles behind the receivers that are no person of the record, and whether only those of its department hear. */
const offices: Readonly<Record<string, { readonly role: string; readonly within: boolean }>> = {
  secretary: { role: 'dept_secretary', within: true },
  rd_project: { role: 'rd_project', within: false },
  rd_fund: { role: 'rd_fund', within: false },
  rd_admin: { role: 'rd_admin', within: false },
  finance: { role: 'finance', within: false },
};

/** Accounts that hear of something that a rule found. */
const heardBy = async (
  session: Session,
  { receivers }: Rule,
  { people, department }: Found,
): Promise<readonly string[]> => {
  const found = new Set<string>();
  for (const receiver of receivers ?? []) {
    const office = offices[receiver];
    if (!office) {
      for (const person of people) if (person) found.add(person);
    } else if (!office.within || department) {
      const around = department && { departments: [department], and: 'above' as const };
      const near = office.within && around ? around : undefined;
      for (const id of await roleHolders(session, [office.role], near)) found.add(id);
    }
  }
  return [...found];
};

/** What a rule finds today. */
const foundBy = async (
  { engine, commands, actor }: Parameters<Computing<Rule>>[0],
  rule: Rule,
): Promise<readonly Found[]> =>
  (await finders[rule.warnTarget ?? '']?.({
    engine,
    commands,
    kinds: new Map(
      [...engine.resources.values()].flatMap(({ key, processes }) =>
        processes.map(({ kind }) => [kind, key] as const),
      ),
    ),
    tenantId: actor.tenantId,
    today: dayText(engine.clock()),
    days: daysIn(rule.advanceDays),
    threshold: rule.threshold ?? '0',
  })) ?? [];

/** Every warning that a rule has today; none while it is switched off. */
const compute: Computing<Rule> = async (work) => {
  const { engine, actor, commands, row: rule } = work;
  const found = rule.status === '1' ? await foundBy(work, rule) : [];
  const wanted = await engine.database.read(actor.tenantId, async (session) => {
    const rows = [];
    for (const one of found) {
      const values = { ...one.values, title: one.title };
      rows.push({
        bizId: one.id,
        basis: one.basis,
        rung: one.rung,
        resource: one.resource,
        warnTarget: rule.warnTarget,
        levelColor: rule.levelColor,
        title: one.title.slice(0, 200),
        content: filled(rule.template ?? '', values).slice(0, 600),
        contentEn: filled(rule.templateEn ?? rule.template ?? '', values).slice(0, 600),
        fkDeptId: one.department,
        receivers: (await heardBy(session, rule, one)).map((userId) => ({ userId })),
      });
    }
    return rows;
  });
  await commands.perform(earlyWarning, 'ran', rule.id);
  return [{ resource: warning, wanted }];
};

export const runWarning = derivingWork(earlyWarning, 'run-warning', compute);

/** Makes the rules that a university begins with. */
export const addDefaultRules = async (
  commands: Pick<Commands, 'save'>,
): Promise<readonly { readonly id: string; readonly warnTarget: string }[]> => {
  const made = [];
  for (const one of defaultRules) {
    const { id } = await commands.save(earlyWarning, { ...one, cron: '0 0 8 * * ?' });
    made.push({ id, warnTarget: one.warnTarget });
  }
  return made;
};

/** Had the tenant any rule, also one that was removed? */
const hadRules = async (engine: Engine, tenantId: string): Promise<boolean> => {
  const rows = await engine.database.read(tenantId, (session) =>
    session.query('select 1 from early_warning where tenant_id = $1 limit 1', [tenantId]),
  );
  return rows.length > 0;
};

/** Has the time of a daily plan come since the rule last ran? */
export const isDueNow = (cron: string | null, lastRun: string | null, now: Date): boolean => {
  const time = timeIn(cron);
  if (!time) return false;
  const two = (part: number): string => String(part).padStart(2, '0');
  const planned = momentOf(`${dayText(now)} ${two(time.hour)}:${two(time.minute)}:00`);
  return planned <= now && (lastRun === null || lastRun < timeText(planned));
};

/** Runs each rule that is switched on once a day, at its time. */
export const runWarnings: EngineJob = {
  name: 'run-warnings',
  label: ['执行预警规则', 'Run the rules of early warning'],
  at: everyHour(5),
  run: async ({ tenantId, signal }, engine) => {
    const commands = engine.asSystem('定时任务', tenantId);
    if (!(await hadRules(engine, tenantId))) await addDefaultRules(commands);
    const rules = await commands.all(earlyWarning, {
      where: [equals('status', '1')],
      fields: ['cron', 'lastRunTime'],
    });
    const due = rules.filter((one) => isDueNow(one.cron, one.lastRunTime, engine.clock()));
    for (const { id } of due) {
      signal.throwIfAborted();
      await runWarning.run({ tenantId, data: { id }, signal }, engine);
    }
    return { done: due.length };
  },
};

export const warningJobs: readonly EngineJob<never>[] = [runWarning, runWarnings];
