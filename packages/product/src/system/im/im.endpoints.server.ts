import { ServiceUnanswered } from '@keyan/engine/outgoing/faults.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label, say } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { maskedPhone } from '../sms/sms.server.ts';
import type { Im } from './im.server.ts';

const trial: Readonly<Record<'title' | 'text', Label>> = {
  title: ['测试消息', 'Test message'],
  text: [
    '收到本消息说明应用消息配置可用。',
    'This message shows that the app message settings work.',
  ],
};

/** Returns the refusal for a service that did not answer a request. */
const silent = (cause: ServiceUnanswered): Refused =>
  new Refused(
    fill(
      [
        '消息服务没有应答：{reason}。请核对服务地址后再试',
        'The message service did not respond: {reason}. Check the service address and try again',
      ],
      { reason: cause.message },
    ),
  );

/** Calls that send a test message by an application. */
export const imEndpoints = (im: Im): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'keyan/im/try',
    auth: 'user',
    permissions: ['im_edit'],
    summary: ['给自己发一条测试消息', 'Send a test message to myself'],
    input: Type.Object({ id: idParam }),
    perMinute: 6,
    run: async (input, { actor, engine, language }) => {
      const [person] = await engine.database.read(actor.tenantId, (session) =>
        session.query<{ phone: string | null }>(
          'select phone from users where tenant_id = $1 and id = $2',
          [actor.tenantId, actor.id],
        ),
      );
      const phone = person?.phone;
      if (!phone) {
        throw new Refused([
          '请先在个人信息中填写自己的手机号',
          'Enter your own mobile number in your profile first',
        ]);
      }
      const line = await im.open(actor.tenantId, { id: input.id });
      if (!line) throw new Missing();
      const to = await line.find(phone).catch((error: unknown) => {
        throw error instanceof ServiceUnanswered ? silent(error) : error;
      });
      if (to === null) {
        throw new Refused([
          '未找到您的账号，请核对手机号',
          'No account found for you; check your mobile number',
        ]);
      }
      const outcome = await line.send(to, {
        title: say(trial.title, language),
        text: say(trial.text, language),
        url: '',
        key: engine.ids.next(),
        time: timeText(engine.clock()).slice(0, 16),
        language,
      });
      if (outcome.state !== 'sent') {
        throw new Refused(
          fill(['消息没有发出：{reason}', 'The message was not sent: {reason}'], {
            reason: outcome.reason,
          }),
        );
      }
      return new Reply(
        true,
        fill(['测试消息已发到 {to} 的账号', 'A test message was sent to the account of {to}'], {
          to: maskedPhone(phone),
        }),
      );
    },
  }),
];
