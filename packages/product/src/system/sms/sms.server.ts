import type { Secrets } from '@keyan/engine/base/secrets.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { defaultRequestBounds, requestOnce } from '@keyan/engine/outgoing/ask.ts';
import { openCredential } from '@keyan/engine/records/credentials.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { Statement } from '@keyan/engine/store/connection/statement.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { switchStatusCodes } from '../../shared/mechanisms/switching.ts';
import { writeServiceLog } from '../logs/usual-log.server.ts';
import { sms, smsServices, smsUses } from './sms.ts';

/** Maximum number of phones per message; each needs one call to the service. */
export const maxPhones = 100;

/** Timeout of a call in milliseconds. */
const patience = 10_000;

/** Limits of a call: response size, and no redirects after sending. */
const bounds = {
  ...defaultRequestBounds,
  connect: patience,
  firstByte: patience,
  whole: patience,
  bytes: 64 * 1024,
  expanded: 64 * 1024,
  redirects: 0,
};

/** Returns a phone number masked for logs. */
export const maskedPhone = (phone: string): string =>
  phone.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2');

/** SMS message: variables for the template of a service. */
export interface TextMessage {
  readonly phones: readonly string[];
  readonly params: Readonly<Record<string, string>>;
  /** Code of the service; if omitted, the enabled service that was changed last. */
  readonly code?: string | undefined;
  /** Restricts to services for this use, a code of the dictionary `smsUse`. */
  readonly use?: string;
}

interface Config {
  readonly category: string;
  readonly code: string;
  readonly template: string;
  readonly secret: string;
}

export interface SmsParts extends Pick<Engine, 'database' | 'ids' | 'clock' | 'log'> {
  readonly secrets: Secrets;
  /** Base URL of Yunpian; tests pass a local server. */
  readonly yunpian?: string;
}

/** SQL of the enabled service with the code or for the use; of several the one changed last. */
const configStatement = (
  tenantId: string,
  { code, use }: Pick<TextMessage, 'code' | 'use'>,
): Statement => ({
  sql: `select category, sms_code as code, template_id as template, secret_key as secret
          from sms_config
         where tenant_id = $1 and is_deleted = 0 and status = $2
           and ($3::text is null or sms_code = $3) and ($4::text is null or sms_use = $4)
         order by update_time desc, id desc limit 1`,
  parameters: [tenantId, switchStatusCodes.on, code ?? null, use ?? null],
});

/** Returns whether the sign-in page offers sign-in by phone; read without a transaction, before the user is known. */
export const offersPhoneSignIn = async (
  database: Pick<Engine['database'], 'short'>,
  tenantId: string,
): Promise<boolean> =>
  (await database.short(tenantId, configStatement(tenantId, { use: smsUses.code }))).length > 0;

const findConfig = async (
  session: Session,
  wanted: Pick<TextMessage, 'code' | 'use'>,
): Promise<Config | undefined> => {
  const { sql, parameters } = configStatement(session.tenantId, wanted);
  const [row] = await session.query<Config>(sql, [...parameters]);
  return row;
};

/** Returns whether the university sends SMS for a use (a code of `smsUse`). */
export const sendsTexts = async (session: Session, use: string): Promise<boolean> =>
  (await findConfig(session, { use })) !== undefined;

/** Error of a service that did not respond: the message may or may not have been sent. */
export class SmsServiceUnanswered extends Refused {
  constructor(cause: unknown) {
    super(['短信服务没有应答', 'The SMS service did not respond']);
    this.cause = cause;
  }
}

/** Sends SMS by the services that a university has enabled. Logs contain neither texts nor full numbers. */
export class TextMessages {
  readonly #parts: SmsParts;

  constructor(parts: SmsParts) {
    this.#parts = parts;
  }

  /**
   * Sends a message to each phone in turn.
   * @throws Refused if no service is enabled, its key cannot be decrypted, or the service refuses; SmsServiceUnanswered
   * if it does not respond
   */
  async send(tenantId: string, { phones, params, code, use }: TextMessage): Promise<void> {
    const { database, secrets } = this.#parts;
    const config = await database.read(tenantId, (session) => findConfig(session, { code, use }));
    if (!config) throw new Refused(['没有启用的短信配置', 'No SMS settings are enabled']);
    for (const phone of phones) {
      if (config.category === smsServices.yunpian) {
        const key = openCredential(secrets, sms.fields.secretKey, tenantId, config.secret);
        if (key === null) {
          throw new Refused([
            '短信配置的密钥无法解密，请重新填写 SecretKey',
            'The key of the SMS settings cannot be decrypted; enter the SecretKey again',
          ]);
        }
        await this.#byYunpian(tenantId, config, key, phone, params);
      }
      await this.#note(tenantId, 'info', `${config.code} ${maskedPhone(phone)}`);
    }
  }

  /**
   * Sends one message with template variables
   * (https://www.yunpian.com/official/document/sms/zh_cn/domestic_tpl_single_send).
   */
  async #byYunpian(
    tenantId: string,
    config: Config,
    key: string,
    phone: string,
    params: TextMessage['params'],
  ): Promise<void> {
    const values = new URLSearchParams(
      Object.entries(params).map(([name, value]): [string, string] => [`#${name}#`, value]),
    );
    const origin = this.#parts.yunpian ?? 'https://sms.yunpian.com';
    const address = new URL('/v2/sms/tpl_single_send.json', origin);
    const failed = await requestOnce(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        apikey: key,
        mobile: phone,
        tpl_id: config.template,
        tpl_value: values.toString(),
      }).toString(),
      isPlain: false,
      hosts: this.#parts.yunpian === undefined ? [] : [address.hostname],
      bounds,
    })
      .then(({ body, status }) => {
        const { code, msg } = JSON.parse(body.toString()) as { code?: unknown; msg?: unknown };
        return code === 0 ? null : String(msg ?? status);
      })
      .catch((error: unknown) => new SmsServiceUnanswered(error));
    if (failed === null) return;
    const reason = failed instanceof SmsServiceUnanswered ? String(failed.cause) : failed;
    await this.#note(tenantId, 'error', `${config.code} ${maskedPhone(phone)} ${reason}`);
    throw failed instanceof SmsServiceUnanswered
      ? failed
      : new Refused(['短信服务未接受这条短信', 'The SMS service did not accept this message']);
  }

  #note(tenantId: string, logLevel: 'info' | 'error', logData: string): Promise<void> {
    return writeServiceLog(this.#parts, tenantId, { logLevel, logId: 'sms', logData });
  }
}
