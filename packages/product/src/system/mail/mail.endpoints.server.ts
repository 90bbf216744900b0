import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label, say } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { type Mail, maskedAddress } from './mail.server.ts';

const trial: Readonly<Record<'subject' | 'text', Label>> = {
  subject: ['测试邮件', 'Test e-mail'],
  text: ['收到本邮件说明邮件配置可用。', 'This e-mail shows that the mail settings work.'],
};

/** Calls that send a test mail. */
export const mailEndpoints = (mail: Mail): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'keyan/mail/try',
    auth: 'user',
    permissions: ['mail_edit'],
    summary: ['给自己发一封测试邮件', 'Send a test e-mail to myself'],
    input: Type.Object({ id: idParam }),
    perMinute: 6,
    run: async (input, { actor, engine, language }) => {
      const [person] = await engine.database.read(actor.tenantId, (session) =>
        session.query<{ email: string | null }>(
          'select email from users where tenant_id = $1 and id = $2',
          [actor.tenantId, actor.id],
        ),
      );
      const to = person?.email;
      if (!to) {
        throw new Refused([
          '请先在个人信息中填写自己的邮箱',
          'Fill in your own e-mail address in your profile first',
        ]);
      }
      const mailing = await mail.open(actor.tenantId, input.id);
      if (!mailing) throw new Missing();
      try {
        const outcome = await mailing.send({
          to,
          subject: say(trial.subject, language),
          text: say(trial.text, language),
          key: `try.${engine.ids.next()}`,
        });
        if (outcome.state !== 'sent') {
          throw new Refused(
            fill(['邮件没有发出：{reason}', 'The e-mail was not sent: {reason}'], {
              reason: outcome.reason,
            }),
          );
        }
      } finally {
        mailing.close();
      }
      return new Reply(
        true,
        fill(['测试邮件已发到 {to}', 'A test e-mail was sent to {to}'], { to: maskedAddress(to) }),
      );
    },
  }),
];
