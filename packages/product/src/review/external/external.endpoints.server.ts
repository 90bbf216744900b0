import type { Engine } from '@keyan/engine/engine.ts';
import type { FileService } from '@keyan/engine/files/service.ts';
import { type CallContext, type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { fileAnswer } from '@keyan/engine/wire/files/endpoints.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import { maskedName } from '@keyan/kernel/values/mask.ts';
import { isMobile } from '@keyan/kernel/values/pattern.ts';
import { Type } from 'typebox';
import { type Mail, maskedAddress, sendsMail } from '../../system/mail/mail.server.ts';
import { maskedPhone, sendsTexts, type TextMessages } from '../../system/sms/sms.server.ts';
import { smsUses } from '../../system/sms/sms.ts';
import { conflictType, reviewStatus, taskCodes, writableTasks } from '../dictionaries.ts';
import { declareNoConflict, fillInSheet } from '../filling.server.ts';
import { expertSheet, sheetInput } from '../review.endpoints.server.ts';
import { reviewTask } from '../review-task.ts';
import type { Sheet } from '../sheet.ts';
import { externalReviewCalls, type LinkDoor, passHeader, type ReviewWorks } from './external.ts';
import { readTicket, writeTicket } from './file-ticket.server.ts';
import { deadLinkRefusal, type InvitedExpert, invitationByLink } from './links.server.ts';
import {
  endVisit,
  enterReviewByCode,
  expertOfVisit,
  noteVisit,
  requestCode,
  type VisitingExpert,
} from './visits.server.ts';
import { sheetAsText } from './words.server.ts';

/** Dependencies of the calls for external experts: message services and file store. */
export interface ExternalReviewDependencies {
  readonly mail: Pick<Mail, 'open'>;
  readonly texts: Pick<TextMessages, 'send'>;
  readonly files: Pick<FileService, 'open'>;
}

/** Maximum number of calls per minute and IP address, which several experts may share. */
const callsAMinute = 240;
const triesAMinute = 30;

const token = Type.String({ minLength: 1, maxLength: 60 });

const siteOf = async (engine: Engine, tenantId: string, language: Language): Promise<string> => {
  const [found] = await engine.database.read(tenantId, (session) =>
    session.query<{ site: string }>(
      `select case when $2 = 'en' then coalesce(nullif(tenant_name_en, ''), tenant_name)
          else tenant_name end as site from tenant where tenant_id = $1`,
      [tenantId, language],
    ),
  );
  return found?.site ?? '';
};

/** Unmasked addresses to which a code can be sent. */
const waysOf = (engine: Engine, { tenantId, phone, email }: InvitedExpert) =>
  engine.database.read(tenantId, async (session) => {
    const ways: { way: 'phone' | 'mail'; address: string; to: string }[] = [];
    if (phone && isMobile(phone) && (await sendsTexts(session, smsUses.code))) {
      ways.push({ way: 'phone', address: phone, to: maskedPhone(phone) });
    }
    if (email && (await sendsMail(session))) {
      ways.push({ way: 'mail', address: email, to: maskedAddress(email) });
    }
    return ways;
  });

const open = endpoint({
  // POST, so that the token does not appear in URL logs.
  method: 'POST',
  path: externalReviewCalls.open,
  auth: 'public',
  perMinute: triesAMinute,
  onlyReads: true,
  summary: ['打开评审链接', 'Open a review link'],
  input: Type.Object({ token }),
  run: async (input, { engine, language }): Promise<LinkDoor> => {
    const invited = await invitationByLink(engine, input.token);
    const ways = await waysOf(engine, invited);
    return {
      site: await siteOf(engine, invited.tenantId, language),
      name: maskedName(invited.name),
      ways: ways.map(({ way, to }) => ({ way, to })),
    };
  },
});

const letter = {
  subject: ['评审验证码', 'Review code'],
  text: [
    '您的评审验证码是 {code}，5 分钟内有效。',
    'Your review code is {code}, valid for 5 minutes.',
  ],
} as const;

const sendCode = async (
  { mail, texts }: ExternalReviewDependencies,
  tenantId: string,
  way: { readonly way: 'phone' | 'mail'; readonly address: string },
  code: string,
  language: Language,
): Promise<void> => {
  if (way.way === 'phone') {
    await texts.send(tenantId, { phones: [way.address], params: { code }, use: smsUses.code });
    return;
  }
  const mailing = await mail.open(tenantId);
  const outcome = await mailing?.send({
    to: way.address,
    subject: say(letter.subject, language),
    text: say(letter.text, language).replace('{code}', code),
    key: `review.code.${Date.now()}`,
  });
  mailing?.close();
  if (outcome?.state !== 'sent') {
    throw new Refused([
      '验证码未能发出，请稍后再试',
      'The code could not be sent: try again later',
    ]);
  }
};

const code = (parts: ExternalReviewDependencies) =>
  endpoint({
    method: 'POST',
    path: externalReviewCalls.code,
    auth: 'public',
    perMinute: triesAMinute,
    summary: ['获取评审验证码', 'Request a review code'],
    input: Type.Object({
      token,
      way: Type.Union([Type.Literal('phone'), Type.Literal('mail')]),
    }),
    run: async (input, { engine, ip, language }) => {
      const invited = await invitationByLink(engine, input.token);
      const way = (await waysOf(engine, invited)).find((one) => one.way === input.way);
      if (!way) {
        throw new Refused(['不能以此方式发送验证码', 'No code can be sent this way']);
      }
      const made = await requestCode(engine, invited);
      await noteVisit(engine, invited, 'code', ip);
      await sendCode(parts, invited.tenantId, way, made, language);
      return { to: way.to };
    },
  });

const entering = endpoint({
  method: 'POST',
  path: externalReviewCalls.enter,
  auth: 'public',
  perMinute: triesAMinute,
  summary: ['验证并进入评审', 'Verify and enter the review'],
  input: Type.Object({ token, code: Type.String({ minLength: 1, maxLength: 12 }) }),
  run: async (input, { engine, ip }) => ({
    pass: await enterReviewByCode(
      engine,
      await invitationByLink(engine, input.token),
      input.code,
      ip,
    ),
  }),
});

/**
 * Expert of a call, from its visit token.
 * @throws Missing if invalid
 */
const visitorIn = ({ engine, header }: CallContext): Promise<VisitingExpert> =>
  expertOfVisit(engine, header(passHeader.toLowerCase()) ?? '');

/** Codes of tasks that an expert may see. */
const told = reviewStatus.entries
  .map(({ code: status }) => status)
  .filter((status) => status !== taskCodes.reserve && status !== taskCodes.cancelled);

const works = endpoint({
  method: 'POST',
  path: externalReviewCalls.works,
  auth: 'public',
  perMinute: callsAMinute,
  summary: ['我的评审任务', 'My review tasks'],
  input: Type.Object({}),
  run: async (_input, call): Promise<ReviewWorks> => {
    const { engine, ip, language } = call;
    const { invited } = await visitorIn(call);
    const { tenantId, set, userId, setName, guide, name } = invited;
    const rows = await engine.database.read(tenantId, (session) =>
      session.query<ReviewWorks['works'][number]>(
        `select id::text, title, status, coalesce(applicant, '') as applicant, coalesce(unit, '') as unit,
            to_char(end_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as "endTime",
            status = any($4) as "isOpen", pledged_at is not null as "isPledged"
           from review_task
          where tenant_id = $1 and set_id = $2 and user_id = $3 and is_deleted = 0
            and status = any($5)
          order by status = any($4) desc, end_time, id`,
        [tenantId, set, userId, writableTasks, told],
      ),
    );
    await noteVisit(engine, invited, 'works', ip);
    const site = await siteOf(engine, tenantId, language);
    return { site, name, setName, guide, works: rows };
  },
});

/**
 * Task of the visit’s expert and review.
 * @throws Missing for any other task
 */
const taskOf = async (engine: Engine, { actor, invited }: VisitingExpert, task: string) => {
  const { row } = await engine.as(actor).read(reviewTask, task);
  if (row.setId !== invited.set || row.userId !== invited.userId) throw new Missing();
  return row;
};

const sheetFor = async (
  call: CallContext,
  visitor: VisitingExpert,
  task: string,
): Promise<Sheet> => {
  await taskOf(call.engine, visitor, task);
  const { actor } = visitor;
  const dictionaries = await call.engine.dictionaries.of(actor.tenantId);
  return expertSheet({ ...call, dictionaries, actor }, task);
};

const sheet = endpoint({
  method: 'POST',
  path: externalReviewCalls.sheet,
  auth: 'public',
  perMinute: callsAMinute,
  summary: ['评审材料与评分表', 'Review material and score sheet'],
  input: Type.Object({ id: idParam }),
  run: async (input, call) => {
    const { engine, ip } = call;
    const visitor = await visitorIn(call);
    const found = await sheetFor(call, visitor, input.id);
    await noteVisit(engine, visitor.invited, 'sheet', ip, found.title);
    return sheetAsText(engine, found, call.language);
  },
});

const pledging = endpoint({
  method: 'POST',
  path: externalReviewCalls.pledge,
  auth: 'public',
  perMinute: callsAMinute,
  summary: ['承诺无回避情形', 'Declare that there is no conflict of interest'],
  input: Type.Object({ id: idParam }),
  run: async (input, call) => {
    const { engine, ip } = call;
    const visitor = await visitorIn(call);
    const { title } = await taskOf(engine, visitor, input.id);
    const { version } = await declareNoConflict(engine, visitor.actor, input.id);
    await noteVisit(engine, visitor.invited, 'pledge', ip, title ?? '');
    return { id: input.id, version };
  },
});

const filling = (action: 'keep' | 'handIn', summary: Endpoint['summary']) =>
  endpoint({
    method: 'POST',
    path: externalReviewCalls[action],
    auth: 'public',
    perMinute: callsAMinute,
    summary,
    input: sheetInput,
    run: async (input, call) => {
      const { engine, ip } = call;
      const visitor = await visitorIn(call);
      const { title } = await taskOf(engine, visitor, input.id);
      const { version } = await fillInSheet(engine, visitor.actor, input, action);
      // Drafts are recorded in the task’s history only.
      if (action === 'handIn') await noteVisit(engine, visitor.invited, action, ip, title ?? '');
      return { id: input.id, version };
    },
  });

const decline = endpoint({
  method: 'POST',
  path: externalReviewCalls.decline,
  auth: 'public',
  perMinute: callsAMinute,
  summary: ['申请回避', 'Decline a review'],
  input: Type.Object({
    id: idParam,
    conflict: Type.String({ maxLength: 2 }),
    declineReason: Type.Optional(Type.String({ maxLength: 300 })),
  }),
  run: async ({ id: task, conflict, declineReason = '' }, call) => {
    const { engine, ip } = call;
    const visitor = await visitorIn(call);
    const { title, version } = await taskOf(engine, visitor, task);
    if (!conflictType.entries.some((one) => one.code === conflict)) {
      throw new Invalid([
        { path: 'conflict', message: ['请选择回避情形', 'Choose the reason for declining'] },
      ]);
    }
    const given = { conflict, declineReason: declineReason.trim() || null, version };
    await engine.as(visitor.actor).perform(reviewTask, 'decline', task, given);
    await noteVisit(engine, visitor.invited, 'decline', ip, title ?? '');
    return { id: task };
  },
});

const file = endpoint({
  method: 'POST',
  path: externalReviewCalls.file,
  auth: 'public',
  perMinute: callsAMinute,
  summary: ['取附件的短期链接', 'A short-lived link to an attachment'],
  input: Type.Object({ id: idParam, file: idParam }),
  run: async (input, call) => {
    const { engine, ip, language } = call;
    const visitor = await visitorIn(call);
    const { files } = sheetAsText(engine, await sheetFor(call, visitor, input.id), language);
    const found = files.find((one) => one.id === input.file);
    if (!found) throw new Missing();
    await noteVisit(engine, visitor.invited, 'file', ip, found.name);
    const pass = call.header(passHeader.toLowerCase()) ?? '';
    return { ticket: writeTicket(engine, { pass, file: input.file }) };
  },
});

const content = ({ files }: ExternalReviewDependencies) =>
  endpoint({
    method: 'GET',
    path: externalReviewCalls.content,
    auth: 'public',
    perMinute: callsAMinute,
    summary: ['打开附件', 'Open an attachment'],
    input: Type.Object({ ticket: Type.String({ maxLength: 400 }) }),
    run: async ({ ticket }, { engine }) => {
      const read = readTicket(engine, ticket);
      if (!read) throw new Missing(deadLinkRefusal);
      const { actor } = await expertOfVisit(engine, read.pass);
      const opened = await files.open(engine, actor, read.file);
      return fileAnswer(opened, opened.file.preview ? 'inline' : 'attachment');
    },
  });

const leaving = endpoint({
  method: 'POST',
  path: externalReviewCalls.leave,
  auth: 'public',
  perMinute: callsAMinute,
  summary: ['退出评审', 'Leave the review'],
  input: Type.Object({}),
  run: async (_input, call) => {
    const { engine, ip } = call;
    const { invited } = await visitorIn(call);
    await noteVisit(engine, invited, 'leave', ip);
    await endVisit(engine, call.header(passHeader.toLowerCase()) ?? '');
    return true;
  },
});

/**
 * Calls of experts without a university account. A visit has no session and no rights beyond the
 * expert’s tasks in one review.
 */
export const externalEndpoints = (parts: ExternalReviewDependencies): readonly Endpoint[] => [
  open,
  code(parts),
  entering,
  works,
  sheet,
  pledging,
  filling('keep', ['暂存评审', 'Keep a review as a draft']),
  filling('handIn', ['提交评审', 'Submit a review']),
  decline,
  file,
  content(parts),
  leaving,
];
