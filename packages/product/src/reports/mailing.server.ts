import { Readable } from 'node:stream';
import { readIn } from '@keyan/engine/base/reading.ts';
import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { type ExportRights, exportRightsOf } from '@keyan/engine/files/rights.ts';
import type { FileService } from '@keyan/engine/files/service.ts';
import { currentActorOf } from '@keyan/engine/identity/rights.ts';
import { everyMinute } from '@keyan/engine/jobs/schedule.ts';
import {
  type Behaviour,
  defineBehaviour,
  type StoredRow,
} from '@keyan/engine/records/behaviour.ts';
import { roleHolders } from '@keyan/engine/records/role-holders.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Actor, isSystem } from '@keyan/kernel/access/actor.ts';
import { detailPage } from '@keyan/kernel/definition/resource.ts';
import { Fault, Invalid } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { equals } from '@keyan/kernel/records/query.ts';
import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { dateOfText, dayText, timeText } from '@keyan/kernel/values/time.ts';
import { languageOf } from '../shared/mechanisms/reader-language.server.ts';
import {
  mailingPage,
  mailingPeriod,
  mailingStatusCodes,
  reportMailing,
  weekdays,
} from './mailing.ts';
import { mailingPeriodCodes, nextMailing } from './mailing-times.ts';
import {
  mayLeaveSystem,
  pageOfReport,
  reportPdf,
  reportQuestionOf,
  reportWorkbookOf,
  runReport,
} from './report.server.ts';
import { report } from './report.ts';

type Mailing = StoredRow<typeof reportMailing.fields>;

type Plan = Pick<Mailing, 'period' | 'weekday' | 'monthDay' | 'hour'>;

const emptyLabel: Label = ['', ''];

/** Days of a plan in words, by period. */
const dayNames: Readonly<Record<string, (plan: Plan) => Label>> = {
  [mailingPeriodCodes.weekly]: ({ weekday }) =>
    entryOf(weekdays, weekday ?? '')?.label ?? emptyLabel,
  [mailingPeriodCodes.monthly]: ({ monthDay }) =>
    fill(['{day} 日', 'day {day}'], { day: monthDay ?? 1 }),
} satisfies Readonly<Partial<Record<CodeOf<typeof mailingPeriod>, (plan: Plan) => Label>>>;

/** Names of a report in both languages. */
const namesOfReport = (row: { name: string | null; nameEn: string | null } | undefined): Label => {
  const name = row?.name ?? '';
  return [name, row?.nameEn || name];
};

/** Name of a subscription from report and plan: 下载统计 · 每周 星期一 08:00. */
const nameOf = (report: Label, plan: Plan): Label => {
  const period = entryOf(mailingPeriod, plan.period ?? '')?.label ?? emptyLabel;
  const day = dayNames[plan.period ?? '']?.(plan) ?? emptyLabel;
  const hour = `${String(plan.hour ?? 0).padStart(2, '0')}:00`;
  const inLanguage = (at: 0 | 1): string =>
    `${report[at]} · ${[period[at], day[at], hour].filter(Boolean).join(' ')}`.slice(0, 120);
  return [inLanguage(0), inLanguage(1)];
};

/** Behaviour of subscriptions: sets name and next time; only editors of reports may name roles. */
export const reportMailingBehaviour: Behaviour = defineBehaviour(reportMailing, {
  complete: async (row, { engine, actor, before, tx }) => {
    if (row.roles && !isSystem(actor) && !actor.permissions.has('report_edit')) {
      throw new Invalid([
        {
          path: 'roles',
          message: [
            '只有报表管理人员可以发送给角色',
            'Only report administrators can send reports to roles',
          ],
        },
      ]);
    }
    const [found] = await tx.query<{ name: string; nameEn: string | null }>(
      'select name, name_en as "nameEn" from report where tenant_id = $1 and id = $2',
      [tx.tenantId, row.reportId],
    );
    const isSame =
      before !== null &&
      (['period', 'weekday', 'monthDay', 'hour'] as const).every(
        (name) => before[name] === row[name],
      );
    const next = isSame ? null : nextMailing(row, engine.clock());
    const [mailingName, mailingNameEn] = nameOf(namesOfReport(found), row);
    return {
      mailingName,
      mailingNameEn,
      ...(next && { nextTime: timeText(next) }),
    };
  },
});

/**
 * Receivers of a subscription: its owner, or holders of its roles, without people who unsubscribed.
 */
const receiversOf = async (
  session: Session,
  mailing: Pick<Mailing, 'id' | 'roles' | 'createUser'>,
): Promise<readonly string[]> => {
  const meant = mailing.roles
    ? await roleHolders(session, mailing.roles.split(','))
    : [mailing.createUser];
  const left = await session.query<{ id: string }>(
    'select user_id::text as id from report_left where tenant_id = $1 and mailing_id = $2',
    [session.tenantId, mailing.id],
  );
  const gone = new Set(left.map(({ id }) => id));
  return meant.filter((id) => !gone.has(id));
};

/** Rights needed to open the generated file: it cannot be opened after losing one of them. */
const rightsOf = (engine: Engine, actor: Actor, page: string): ExportRights => {
  const known = pageOfReport(engine, page);
  return known
    ? exportRightsOf(known.resource, actor)
    : { permits: ['report'], reach: actor.departmentScope };
};

const accountDisabledText: Label = ['账号已停用', 'The account is disabled'];

interface Sending {
  readonly engine: Engine;
  readonly files: FileService;
  readonly tenantId: string;
  readonly mailing: Mailing;
  readonly slot: Date;
}

const footerText: Label = [
  '统计日期 {day}，按接收人的权限计算',
  'As of {day}, calculated with the recipient’s permissions',
];

type Making = Parameters<typeof reportWorkbookOf>;

/** Generators of report files by code of `mailingForm`; forms without one are sent as a link. */
const attached: Readonly<
  Record<
    string,
    { readonly ending: string; readonly make: (...given: [...Making, string]) => Promise<Buffer> }
  >
> = {
  attach: { ending: 'xlsx', make: (asking, row) => reportWorkbookOf(asking, row) },
  pdf: {
    ending: 'pdf',
    make: (asking, row, day) => reportPdf(asking, row, fill(footerText, { day })),
  },
};

/**
 * File and text for one receiver, generated with the receiver’s rights.
 * @throws Fault without the rights
 */
const madeFor = async ({ engine, files, tenantId, mailing }: Sending, actor: Actor) => {
  const { row } = await engine.as(actor).read(report, mailing.reportId ?? '');
  const name = row.name ?? report.label[0];
  const today = dayText(engine.clock());
  const [zh, en] = namesOfReport(row);
  const said = (text: Label): Label => [
    fill(text, { name: zh, day: today })[0],
    fill(text, { name: en, day: today })[1],
  ];
  const content = said([
    '报表《{name}》（{day}）按您的权限计算。打开本消息可以查看报表，不再需要时可以退订。',
    'The report “{name}” ({day}) was calculated with your permissions. Open this message to view it, or to unsubscribe.',
  ]);
  const title = said(['报表：{name}（{day}）', 'Report: {name} ({day})']);
  const language = await engine.database.read(tenantId, (session) => languageOf(session, actor.id));
  const dictionaries = await engine.dictionaries.of(tenantId);
  const asking = { engine, actor, language, dictionaries };
  const question = reportQuestionOf(row);
  const form = attached[mailing.form ?? ''];
  if (!form || !mayLeaveSystem(question, actor)) {
    // Fails before anything is sent if the receiver may not read the report.
    await runReport(asking, question, 1);
    return { title, content, ids: [] };
  }
  const made = await readIn(language, () => form.make(asking, row, today));
  const file = await files.put(actor, {
    fileName: `${name}-${today}.${form.ending}`.replace(/[\\/:*?"<>|]/g, '_'),
    stream: Readable.from([made]),
    catalog: '99',
    madeWith: rightsOf(engine, actor, row.page ?? ''),
  });
  return { title, content, ids: [file.id] };
};

/**
 * Sends a receiver the report once per due time.
 * @returns true if it was sent
 */
const sendTo = async (sending: Sending, user: string): Promise<boolean> => {
  const { engine, tenantId, mailing, slot } = sending;
  const known = await engine.database.read(tenantId, (session) =>
    session.query(
      'select 1 from report_mailed where tenant_id = $1 and mailing_id = $2 and slot = $3 and user_id = $4',
      [tenantId, mailing.id, slot, user],
    ),
  );
  if (known.length > 0) return false;
  const actor = await currentActorOf(engine, { id: user, tenantId, roles: [] });
  const made = actor
    ? await madeFor(sending, actor).catch((error: unknown) => {
        if (error instanceof Fault) return error;
        throw error;
      })
    : accountDisabledText;
  const refusal = made instanceof Fault ? made.label : 'title' in made ? null : made;
  return engine.database.transaction(tenantId, async (tx) => {
    const id = refusal === null ? engine.ids.next() : null;
    const noted = await tx.query(
      `insert into report_mailed (tenant_id, mailing_id, slot, user_id, message_id, reason_zh, reason_en)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning 1`,
      [tenantId, mailing.id, slot, user, id, refusal?.[0] ?? null, refusal?.[1] ?? null],
    );
    if (noted.length === 0 || id === null || made instanceof Fault || !('title' in made)) {
      return false;
    }
    await engine.messages.send(tx, [
      {
        id,
        type: '99',
        title: made.title,
        content: made.content,
        business: { resource: reportMailing.key, id: mailing.id },
        link: detailPage({ path: mailingPage }, mailing.id),
        also: [{ channel: 'mail', files: made.ids }],
        to: [user],
      },
    ]);
    return true;
  });
};

/** Milliseconds for which a failed report is retried. */
const patience = 3_600_000;

/**
 * Background job that sends due reports, each with the rights of its receiver; a failure does not
 * stop others.
 */
export const mailReports = (files: FileService): EngineJob => ({
  name: 'mail-reports',
  label: ['发送订阅的报表', 'Send subscribed reports'],
  at: everyMinute,
  run: async ({ tenantId, signal }, engine) => {
    const commands = engine.asSystem('定时任务', tenantId);
    const due = await commands.all(reportMailing, {
      where: [
        equals('status', mailingStatusCodes.on),
        { field: 'nextTime', operator: 'atMost', value: timeText(engine.clock()) },
      ],
      fields: ['nextTime'],
    });
    let [done, left] = [0, 0];
    for (const { id, nextTime } of due) {
      let failed = 0;
      const { row } = await commands.read(reportMailing, id);
      const mailing = row as Mailing;
      const slot = dateOfText(nextTime ?? timeText(engine.clock()));
      const people = await engine.database.read(tenantId, (session) =>
        receiversOf(session, mailing),
      );
      for (const user of people) {
        signal.throwIfAborted();
        try {
          if (await sendTo({ engine, files, tenantId, mailing, slot }, user)) done += 1;
        } catch (error) {
          if (signal.aborted) throw error;
          engine.log.error({ tenantId, mailing: id, err: error }, 'report not mailed');
          failed += 1;
        }
      }
      left += failed;
      // Failures are retried within the hour, then skipped until the next due time.
      if (failed === 0 || engine.clock().getTime() - slot.getTime() > patience) {
        await commands.perform(reportMailing, 'sent', id);
      }
    }
    return { done, left };
  },
});
