import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { EngineJob } from '@keyan/engine/engine.ts';
import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { SystemActor } from '@keyan/kernel/access/actor.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { isMobile } from '@keyan/kernel/values/pattern.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { changeRow } from '../../shared/mechanisms/rows.server.ts';
import { type Mail, maskedAddress } from '../../system/mail/mail.server.ts';
import { maskedPhone, type TextMessages } from '../../system/sms/sms.server.ts';
import { smsUses } from '../../system/sms/sms.ts';
import { taskCodes, writableTasks } from '../dictionaries.ts';
import { letterJob } from '../faces.ts';
import { externalPath } from '../review-paths.ts';
import type { ExpertLetter } from '../tasks.server.ts';
import { invitationStatusCodes } from './dictionaries.ts';
import { reviewInvitation } from './invitation.ts';
import {
  invitationKind,
  issueInvitation,
  linkTokenOf,
  type StoredInvitation,
} from './links.server.ts';

/** Message services for letters. */
export interface LetterServices {
  readonly mail: Pick<Mail, 'open'>;
  readonly texts: Pick<TextMessages, 'send'>;
}

/** Composed letter. */
interface Written {
  readonly invitation: StoredInvitation;
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly setName: string;
  readonly endTime: string;
  readonly open: number;
  readonly site: string;
  readonly domain: string | null;
}

const write = async (
  transaction: TransactionContext,
  { set, expert }: ExpertLetter,
): Promise<Written | undefined> => {
  const { tx } = transaction;
  const [about] = await tx.query<Omit<Written, 'invitation'>>(
    `select e.name, e.phone, e.email, s.set_name as "setName", t.domain, t.tenant_name as site,
        to_char(s.end_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as "endTime",
        (select count(*)::int from review_task k where k.tenant_id = $1 and k.set_id = s.id
           and k.expert_id = e.id and k.status = any($4) and k.is_deleted = 0) as open
       from review_set s join tenant t on t.tenant_id = s.tenant_id, expert e
      where s.tenant_id = $1 and e.tenant_id = $1 and s.id = $2 and e.id = $3 and s.is_deleted = 0
        and exists (select 1 from review_task k where k.tenant_id = $1 and k.set_id = s.id
          and k.expert_id = e.id and k.is_deleted = 0 and k.status <> all($5))`,
    [tx.tenantId, set, expert, writableTasks, [taskCodes.reserve, taskCodes.cancelled]],
  );
  const invitation = about && (await issueInvitation(transaction, set, expert));
  return about && invitation && { ...about, invitation };
};

const letterSubject: Label = ['{site}邀请您评审：{set}', '{site} invites you to review: {set}'];

const letterBody: Label = [
  `尊敬的{name}：

您在“{set}”中有 {open} 项材料待评审{words}，请于 {end} 前完成。
在手机或电脑上打开下面的链接，按提示获取一次性验证码即可评审，无需注册账号：
{link}

链接仅供您本人使用，请勿转发。如有应当回避的情形，请在页面中申请回避。
{site}科研处`,
  `Dear {name},

records of “{set}” are waiting for your review ({open}){words}; please complete them by {end}.
Open this link on a phone or a computer; a code is sent to you there, and you need no account:
{link}

The link is yours alone: please do not pass it on. Decline there what you should not judge.
Research office of {site}`,
];

interface Outcome {
  readonly sentTo: string | null;
  readonly fault: string | null;
}

const noServiceText: Label = ['没有启用的邮件或短信服务', 'No mail or SMS service is enabled'];
const noDomainText: Label = [
  '租户没有设置访问域名，链接无法生成',
  'The tenant has no access domain, so that links cannot be generated',
];

/**
 * Sends a letter by mail and text message, depending on available services and the expert’s
 * addresses.
 */
const send = async (
  { mail, texts }: LetterServices,
  tenantId: string,
  letter: Written,
  token: string,
  words: Label | undefined,
): Promise<Outcome> => {
  const { name, phone, email, domain, setName, endTime, open, site, invitation } = letter;
  if (!domain) return { sentTo: null, fault: noDomainText[0] };
  const link = `https://${domain}${externalPath}#${token}`;
  const said: Label = words ? [`（${words[0]}）`, ` (${words[1]})`] : ['', ''];
  const values = { name, set: setName, open, end: endTime, link, site, words: said };
  const sentTo: string[] = [];
  const faults: string[] = [];
  if (email) {
    const mailing = await mail.open(tenantId).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      faults.push(error.label[0]);
      return null;
    });
    const outcome = await mailing?.send({
      to: email,
      subject: fill(letterSubject, values)[0],
      text: fill(letterBody, values).join('\n\n'),
      key: `review.${invitation.id}.${invitation.version}`,
    });
    mailing?.close();
    if (outcome?.state === 'sent') sentTo.push(maskedAddress(email));
    else if (outcome) faults.push(outcome.reason);
  }
  if (phone && isMobile(phone)) {
    const title = [...setName].slice(0, 30).join('');
    const params = { name, title, link };
    await texts.send(tenantId, { phones: [phone], params, use: smsUses.invitation }).then(
      () => sentTo.push(maskedPhone(phone)),
      (error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        faults.push(error.label[0]);
      },
    );
  }
  if (sentTo.length > 0) return { sentTo: sentTo.join('、'), fault: null };
  return { sentTo: null, fault: (faults.join('；') || noServiceText[0]).slice(0, 500) };
};

/**
 * Background job that sends an external expert the link to a review; failures are noted in the
 * invitation.
 */
export const writeToExpert = (post: LetterServices): EngineJob<ExpertLetter> => ({
  ...letterJob,
  label: ['通知校外专家', 'Notify external experts'],
  run: async ({ tenantId, data }, engine) => {
    const actor: SystemActor = { system: reviewInvitation.label[0], tenantId };
    const within = <T>(act: (transaction: TransactionContext) => Promise<T>): Promise<T> =>
      engine.database.transaction(tenantId, (tx) =>
        act(behaviourTransaction({ engine, actor }, tx)),
      );
    const letter = await within((transaction) => write(transaction, data));
    if (!letter) return { done: 0 };
    const token = linkTokenOf(engine.secrets, tenantId, letter.invitation);
    const { sentTo, fault } = await send(post, tenantId, letter, token, data.words);
    await within(async (transaction) => {
      const { id } = letter.invitation;
      const row = (await lockRow(transaction, invitationKind, id)) as StoredInvitation;
      // The invitation was revoked or renewed while the letter was being sent.
      if (row.status === invitationStatusCodes.revoked || row.issue !== letter.invitation.issue)
        return;
      const isOpened = row.status === invitationStatusCodes.opened;
      await changeRow(transaction, invitationKind, row, sentTo === null ? 'failed' : 'sent', {
        status: isOpened
          ? row.status
          : sentTo === null
            ? invitationStatusCodes.failed
            : invitationStatusCodes.sent,
        fault,
        ...(sentTo !== null && { sentTo, sentTime: timeText(transaction.now) }),
      });
    });
    return sentTo === null ? { done: 0, left: 1 } : { done: 1 };
  },
});
