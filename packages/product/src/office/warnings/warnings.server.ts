import { deriveRecords } from '@keyan/engine/commands/derived.ts';
import { type ComputeDerivation, derivationJob } from '@keyan/engine/commands/deriving.ts';
import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { everyHour, everyMinute } from '@keyan/engine/jobs/schedule.ts';
import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import { roleHolders } from '@keyan/engine/records/role-holders.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { Language } from '@keyan/kernel/label.ts';
import { equals } from '@keyan/kernel/records/query.ts';
import { dateOfText, dayText, timeText } from '@keyan/kernel/values/time.ts';
import {
  channelOfCode,
  dailyMode,
  messageTypes,
  severeLevel,
  warnStateCodes,
} from './dictionaries.ts';
import { daysInText, earlyWarning, timeInPlan } from './early-warning.ts';
import { targetFinders } from './finders.server.ts';
import type { WarningMatter } from './found.server.ts';
import { fillTemplate } from './rungs.ts';
import { addDefaultRules, warnedTargetsOf } from './shipped.server.ts';
import type { RuleTrial } from './trial.ts';
import { warning } from './warning.ts';

type Rule = StoredRow<typeof earlyWarning.fields>;
type Receiver = NonNullable<Rule['receivers']>[number];

/** Roles of receivers that are offices, and whether only the record’s department is notified. */
const offices: Readonly<
  Record<Exclude<Receiver, 'person'>, { readonly role: string; readonly within: boolean }>
> = {
  secretary: { role: 'dept_secretary', within: true },
  rd_project: { role: 'rd_project', within: false },
  rd_fund: { role: 'rd_fund', within: false },
  rd_achieve: { role: 'rd_achieve', within: false },
  rd_admin: { role: 'rd_admin', within: false },
  ethics: { role: 'ethics', within: false },
  finance: { role: 'finance', within: false },
  dept_leader: { role: 'dept_leader', within: true },
  rd_leader: { role: 'rd_leader', within: false },
  school_leader: { role: 'school_leader', within: false },
};

/** Receivers of warnings about secret records: the person concerned and offices (ruling 50). */
const trusted: ReadonlySet<Receiver> = new Set(['person', 'rd_admin', 'rd_achieve', 'finance']);

/** Account ids notified of a matter; the research office replaces an office without people. */
const heardBy = async (
  session: Session,
  { receivers }: Pick<Rule, 'receivers'>,
  { people, others, department, secret }: WarningMatter,
): Promise<readonly string[]> => {
  const found = new Set<string>();
  for (const receiver of receivers ?? []) {
    if (secret && !trusted.has(receiver)) continue;
    const office = receiver === 'person' ? null : offices[receiver];
    if (!office) {
      for (const person of [...people, ...((await others?.()) ?? [])]) {
        if (person) found.add(person);
      }
    } else if (!office.within || department) {
      const around = department && { departments: [department], and: 'above' as const };
      const near = office.within && around ? around : undefined;
      const holders = await roleHolders(session, [office.role], near);
      const asked = holders.length > 0 ? holders : await roleHolders(session, ['rd_admin']);
      for (const id of asked) found.add(id);
    }
  }
  return [...found];
};

/** Matters that a rule finds today, for the given records or all. */
const foundBy = async (
  {
    engine,
    commands,
    actor,
  }: Pick<Parameters<ComputeDerivation<Rule>>[0], 'engine' | 'commands' | 'actor'>,
  rule: Pick<Rule, 'warnTarget' | 'advanceDays' | 'threshold'>,
  only: readonly string[] | null = null,
): Promise<readonly WarningMatter[]> =>
  (await (rule.warnTarget && targetFinders[rule.warnTarget])?.({
    engine,
    commands,
    kinds: new Map(
      [...engine.resources.values()].flatMap(({ key, processes }) =>
        processes.map(({ kind }) => [kind, key] as const),
      ),
    ),
    tenantId: actor.tenantId,
    only,
    today: dayText(engine.clock()),
    days: daysInText(rule.advanceDays),
    threshold: rule.threshold ?? '0',
  })) ?? [];

/** Title shown instead of the name of a secret record. */
const secretTitle = ['涉密事项', 'A classified matter'] as const;

/** Text of a matter from the rule’s template; for secret records only days and counts appear. */
const saidOf = (rule: Pick<Rule, 'template' | 'templateEn'>, one: WarningMatter) => {
  const inLanguage = (place: 0 | 1): WarningMatter['values'] =>
    one.secret
      ? Object.fromEntries(
          Object.entries(one.values).map(([name, value]) => [
            name,
            typeof value === 'number' ? value : secretTitle[place],
          ]),
        )
      : { ...one.values, title: one.title };
  return {
    title: one.secret ? secretTitle[0] : one.title.slice(0, 200),
    content: fillTemplate(rule.template ?? '', inLanguage(0)).slice(0, 600),
    contentEn: fillTemplate(rule.templateEn ?? rule.template ?? '', inLanguage(1)).slice(0, 600),
    // Department of a secret record stays empty, so that colleges do not see the warning.
    fkDeptId: one.secret ? null : one.department,
  };
};

/** Warning as it should be stored. */
const wantedOf = async (session: Session, rule: Rule, one: WarningMatter) => ({
  bizId: one.id,
  basis: one.basis,
  rung: one.rung,
  concerns: one.concerns ?? null,
  resource: one.resource,
  warnTarget: rule.warnTarget,
  levelColor: rule.levelColor,
  channels: rule.channels,
  ...saidOf(rule, one),
  receivers: (await heardBy(session, rule, one)).map((userId) => ({ userId })),
});

/** Message attributes of a rule: type, channels, and delivery in quiet hours. */
const messageOf = (rule: Rule) => ({
  type: rule.warnTarget ? messageTypes[rule.warnTarget] : '99',
  link: `/office/warning?ruleId=${rule.id}`,
  urgent: rule.levelColor === severeLevel,
  also: (rule.channels ?? []).flatMap((code) => {
    const channel = channelOfCode[code];
    return channel ? [{ channel, files: [] }] : [];
  }),
});

/** Name of a rule in English messages. */
const englishName = ({ warnName, warnNameEn }: Rule): string => warnNameEn || (warnName ?? '');

/** Sends each receiver one message with the number of matters found by the first run of a rule. */
const announce = async (
  engine: Pick<Engine, 'database' | 'messages'>,
  tenantId: string,
  rule: Rule,
  wanted: readonly { readonly receivers: readonly { readonly userId: string }[] }[],
): Promise<void> => {
  const counts = new Map<string, number>();
  for (const { userId } of wanted.flatMap(({ receivers }) => receivers)) {
    counts.set(userId, (counts.get(userId) ?? 0) + 1);
  }
  await engine.database.transaction(tenantId, (tx) =>
    engine.messages.send(
      tx,
      [...counts].map(([receiver, count]) => ({
        ...messageOf(rule),
        title: [
          `【${rule.warnName}】启用，涉及您的 ${count} 项`,
          `${englishName(rule)} enabled: ${count} of yours`,
        ],
        content: [
          '请在预警页查看并及时处理；此后每项只在到达新节点时提醒。',
          'Please see the warnings page and act; from now on you are only reminded when one reaches a new stage.',
        ],
        to: [receiver],
      })),
    ),
  );
};

/** Warnings that a rule has today; none while it is disabled. */
const compute: ComputeDerivation<Rule> = async (work) => {
  const { engine, actor, commands, row: rule } = work;
  const found = rule.status === '1' ? await foundBy(work, rule) : [];
  const isFirst = rule.lastRunTime === null && Number(rule.living ?? 0) === 0;
  const wanted = await engine.database.read(actor.tenantId, async (session) => {
    const rows = [];
    for (const one of found) rows.push(await wantedOf(session, rule, one));
    return rows;
  });
  await commands.perform(earlyWarning, 'ran', rule.id);
  if (isFirst) await announce(engine, actor.tenantId, rule, wanted);
  return [{ resource: warning, wanted, ...(isFirst ? { begins: { toldJointly: '1' } } : {}) }];
};

/** Maximum number of warnings shown in a test run; all are counted. */
const maxShownWarnings = 200;

/** Test run of a rule on today’s records, also if disabled; stores nothing. */
export const tryRule = async (
  engine: Engine,
  tenantId: string,
  rule: Rule,
  language: Language,
): Promise<RuleTrial> => {
  const commands = engine.asSystem(earlyWarning.label[0], tenantId);
  const found = await foundBy(
    { engine, commands, actor: { system: earlyWarning.label[0], tenantId } },
    rule,
  );
  const items = await engine.database.read(tenantId, async (session) => {
    const rows = [];
    for (const one of found.slice(0, maxShownWarnings)) {
      const said = saidOf(rule, one);
      const receivers = await heardBy(session, rule, one);
      const names = await session.query<{ name: string }>(
        `select real_name as name from users where tenant_id = $1 and id = any($2::bigint[]) order by id`,
        [tenantId, receivers],
      );
      rows.push({
        resource: one.secret ? '' : one.resource,
        id: one.secret ? '' : one.id,
        title: said.title,
        rung: one.rung,
        basis: one.basis,
        content: language === 'zh' ? said.content : said.contentEn,
        receivers: names.map(({ name }) => name),
      });
    }
    return rows;
  });
  return { total: found.length, items };
};

export const runWarningJob = derivationJob(earlyWarning, 'run-warning', compute);

/** True if the daily schedule was reached since the last run. */
export const isDueNow = (cron: string | null, lastRun: string | null, now: Date): boolean => {
  const time = timeInPlan(cron);
  if (!time) return false;
  const two = (part: number): string => String(part).padStart(2, '0');
  const planned = dateOfText(`${dayText(now)} ${two(time.hour)}:${two(time.minute)}:00`);
  return planned <= now && (lastRun === null || lastRun < timeText(planned));
};

/** Runs `work` for each rule; a fault of one rule does not stop the others. */
const eachRule = async (
  ids: readonly string[],
  { tenantId, signal }: { readonly tenantId: string; readonly signal: AbortSignal },
  engine: Engine,
  carryOut: (id: string) => Promise<boolean>,
): Promise<{ done: number; left: number }> => {
  let [done, left] = [0, 0];
  for (const id of ids) {
    signal.throwIfAborted();
    try {
      if (await carryOut(id)) done += 1;
    } catch (error) {
      if (signal.aborted) throw error;
      engine.log.error({ tenantId, rule: id, err: error }, 'rule of early warning failed');
      left += 1;
    }
  }
  return { done, left };
};

/** Sends each receiver one reminder of a rule’s current warnings: their number and oldest day. */
const remind = async (engine: Engine, tenantId: string, id: string, before: Date) => {
  const { row } = await engine.asSystem(earlyWarning.label[0], tenantId).read(earlyWarning, id);
  const rule = row as Rule;
  if (rule.repeatMode !== dailyMode) return;
  await engine.database.transaction(tenantId, async (tx) => {
    const standing = await tx.query<{ receiver: string; count: number; since: string }>(
      `select r.user_id::text as receiver, count(*)::int as count,
              to_char(min(w.create_time) at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as since
         from warn_item w join warn_item_receivers r on r.tenant_id = w.tenant_id and r.parent_id = w.id
        where w.tenant_id = $1 and w.rule_id = $2 and w.is_deleted = 0 and w.create_time < $3 and w.state = $4
        group by 1`,
      [tenantId, id, before, warnStateCodes.standing],
    );
    await engine.messages.send(
      tx,
      standing.map(({ receiver, count, since }) => ({
        ...messageOf(rule),
        title: [
          `【${rule.warnName}】仍有 ${count} 项未处理`,
          `${englishName(rule)}: ${count} still open`,
        ],
        content: [
          `最早一项自 ${since} 起，请及时处理；处理后不再提醒。`,
          `The oldest dates from ${since}. Please act soon; there are no more reminders once resolved.`,
        ],
        to: [receiver],
      })),
    );
  });
};

/** Background job that runs each enabled rule daily at its time; retries a failure in an hour. */
export const runWarningsJob: EngineJob = {
  name: 'run-warnings',
  label: ['执行预警规则', 'Run early-warning rules'],
  at: everyHour(5),
  run: async ({ tenantId, signal }, engine) => {
    const commands = engine.asSystem('定时任务', tenantId);
    // Adds rules shipped by a newer version to existing tenants.
    await addDefaultRules(commands, await warnedTargetsOf(engine, tenantId));
    const rules = await commands.all(earlyWarning, {
      where: [equals('status', '1')],
      fields: ['cron', 'lastRunTime'],
    });
    const due = rules.filter((one) => isDueNow(one.cron, one.lastRunTime, engine.clock()));
    return eachRule(
      due.map(({ id }) => id),
      { tenantId, signal },
      engine,
      async (id) => {
        const begun = engine.clock();
        await runWarningJob.run({ tenantId, data: { id }, signal }, engine);
        await remind(engine, tenantId, id, begun);
        return true;
      },
    );
  },
};

const keyOf = (one: {
  readonly bizId: string | null;
  readonly concerns: string | null;
  readonly basis: string | null;
}): string => [one.bizId, one.concerns, one.basis].join(' ');

/**
 * Ends warnings whose cause is resolved, checking only records with a warning.
 * @returns true if any warning ended
 */
const endOf = async (
  engine: Engine,
  tenantId: string,
  id: string,
  mayGoOn: () => Promise<boolean>,
): Promise<boolean> => {
  const actor = { system: '定时任务', tenantId };
  const commands = engine.asSystem(actor.system, tenantId);
  const standing = await commands.all(warning, {
    where: [equals('ruleId', id)],
    fields: ['bizId', 'concerns', 'basis'],
  });
  if (standing.length === 0) return false;
  const { row } = await commands.read(earlyWarning, id);
  const rule = row as Rule;
  const work = { engine, commands, actor, row: rule };
  const ids = [...new Set(standing.flatMap(({ bizId }) => bizId ?? []))];
  const found = await foundBy(work, rule, ids);
  const still = new Set(
    found.map((one) => keyOf({ bizId: one.id, concerns: one.concerns ?? null, basis: one.basis })),
  );
  const over = [
    ...new Set(standing.flatMap((one) => (still.has(keyOf(one)) ? [] : (one.bizId ?? [])))),
  ];
  if (over.length === 0) return false;
  const wanted = await engine.database.read(tenantId, async (session) => {
    const rows = [];
    for (const one of found) {
      if (over.includes(one.id)) rows.push(await wantedOf(session, rule, one));
    }
    return rows;
  });
  const only = { field: 'bizId', values: over };
  await deriveRecords(work, { resource: warning, within: id, wanted, only }, mayGoOn);
  return true;
};

/** Background job that ends resolved warnings within a minute, independent of the daily run. */
export const endWarningsJob: EngineJob = {
  name: 'end-warnings',
  label: ['消除已处理的预警', 'Remove resolved warnings'],
  at: everyMinute,
  run: async ({ tenantId, signal }, engine) => {
    const rules = await engine.asSystem('定时任务', tenantId).all(earlyWarning, {
      where: [equals('status', '1'), { field: 'living', operator: 'above', value: 0 }],
      fields: ['status'],
    });
    return eachRule(
      rules.map(({ id }) => id),
      { tenantId, signal },
      engine,
      (id) => endOf(engine, tenantId, id, async () => !signal.aborted),
    );
  },
};

export const warningJobs: readonly EngineJob<never>[] = [
  runWarningJob,
  runWarningsJob,
  endWarningsJob,
];
