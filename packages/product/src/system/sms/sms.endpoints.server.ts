import type { Identity } from '@keyan/engine/identity/identity.ts';
import type { PhoneCodes } from '@keyan/engine/identity/phone-codes.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { clientOrigin } from '@keyan/engine/wire/identity/origin.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { isMobile, phoneFault } from '@keyan/kernel/values/pattern.ts';
import { Type } from 'typebox';
import { maxPhones, type TextMessages } from './sms.server.ts';

const text = Type.Optional(Type.String({ maxLength: 4000 }));

/** Parses the template variables in a client's JSON text. @throws Invalid */
const variables = (params: string): Readonly<Record<string, string>> => {
  const fault = new Invalid([
    { path: 'params', message: ['参数须为 JSON 对象', 'The parameters must be a JSON object'] },
  ]);
  try {
    const given: unknown = JSON.parse(params || '{}');
    if (typeof given !== 'object' || given === null || Array.isArray(given)) throw fault;
    return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  } catch {
    throw fault;
  }
};

/** Calls that send SMS messages and sign-in codes. */
export const smsEndpoints = (
  messages: TextMessages,
  codes: PhoneCodes,
  identity: Pick<Identity, 'admit'>,
): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'blade-resource/sms/endpoint/send-message',
    auth: 'user',
    permissions: ['sms_edit'],
    summary: ['发送短信', 'Send a text message'],
    input: Type.Object({ code: text, phones: text, params: text }),
    perMinute: 20,
    run: async ({ code, phones = '', params = '' }, { actor }) => {
      const numbers = phones
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean);
      const fault = numbers.length === 0 ? phoneFault('') : undefined;
      const wrong = numbers.find((each) => !isMobile(each));
      const message = fault ?? (wrong === undefined ? undefined : phoneFault(wrong));
      if (message) throw new Invalid([{ path: 'phones', message }]);
      if (numbers.length > maxPhones) {
        throw new Invalid([
          {
            path: 'phones',
            message: [
              `一次最多 ${maxPhones} 个号码`,
              `No more than ${maxPhones} numbers at a time`,
            ],
          },
        ]);
      }
      await messages.send(actor.tenantId, {
        phones: [...new Set(numbers)],
        params: variables(params),
        code: code || undefined,
      });
      return new Reply(true, ['发送成功', 'Sent']);
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-auth/oauth/sms/send-validate',
    auth: 'program',
    summary: ['发送登录验证码', 'Send a sign-in code'],
    input: Type.Object({ tenantId: text, phone: text }),
    run: async ({ tenantId = '', phone = '' }, call) => {
      const tenant = tenantId || (call.header('tenant-id') ?? '');
      const number = phone.trim();
      const message = phoneFault(number);
      if (message) throw new Invalid([{ path: 'phone', message }]);
      await identity.admit(tenant, clientOrigin(call), 'sms_code');
      const id = await codes.request(tenant, number, call.ip);
      return new Reply({ id }, [
        '验证码已发送，5 分钟内有效',
        'The code was sent and is valid for 5 minutes',
      ]);
    },
  }),
];
