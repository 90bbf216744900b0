import { isIP } from 'node:net';
import { resolveAddress, ServiceUnavailable } from '@keyan/engine/base/addresses.ts';
import type { Secrets } from '@keyan/engine/base/secrets.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { openCredential } from '@keyan/engine/records/credentials.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { createTransport } from 'nodemailer';
import { switchStatusCodes } from '../../shared/mechanisms/switching.ts';
import { writeServiceLog } from '../logs/usual-log.server.ts';
import { mail, mailSecurities, mailServices } from './mail.ts';

/** Timeout of each step in milliseconds. */
const stepTimeout = 10_000;

/** Returns a mail address masked for logs. */
export const maskedAddress = (address: string): string => address.replace(/^(.).*@/, '$1***@');

/** Mail to one person. */
export interface MailLetter {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  readonly attachments?: readonly { readonly filename: string; readonly content: Buffer }[];
  /** Unique id of the mail, by which servers recognise a repetition. */
  readonly key: string;
}

/** Outcome of sending a mail. */
export type LetterOutcome =
  | { readonly state: 'sent' }
  /** Nothing was sent; may be retried. */
  | { readonly state: 'again'; readonly reason: string }
  /** The server rejected the mail. */
  | { readonly state: 'refused'; readonly reason: string }
  /** The connection broke: the mail may or may not have been sent. */
  | { readonly state: 'unknown'; readonly reason: string };

/** Open connection to the mail service of a university. */
export interface MailConnection {
  send(letter: MailLetter): Promise<LetterOutcome>;
  close(): void;
}

interface Config {
  readonly id: string;
  readonly category: string;
  readonly code: string;
  readonly host: string;
  readonly port: number;
  readonly security: string;
  readonly account: string | null;
  readonly secret: string | null;
  readonly sender: string;
  readonly senderName: string;
}

const findConfig = async (session: Session, id?: string): Promise<Config | undefined> => {
  const [row] = await session.query<Config>(
    `select id::text, category, mail_code as code, host, port, security, access_key as account,
            secret_key as secret, sender, sender_name as "senderName"
       from mail_config
      where tenant_id = $1 and is_deleted = 0
        and case when $3::bigint is null then status = $2 else id = $3 end
      order by update_time desc, id desc limit 1`,
    [session.tenantId, switchStatusCodes.on, id ?? null],
  );
  return row;
};

/** Returns whether the university has enabled a mail service. */
export const sendsMail = async (session: Session): Promise<boolean> =>
  (await findConfig(session)) !== undefined;

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Returns the outcome of an error: certain for a response of the server, unknown for a broken connection. */
const outcomeOf = (error: unknown): LetterOutcome => {
  const { responseCode } = error as { readonly responseCode?: number };
  const reason = reasonOf(error);
  if (responseCode === undefined) return { state: 'unknown', reason };
  return { state: responseCode >= 500 ? 'refused' : 'again', reason };
};

const unreachable = (reason: string): Refused =>
  new Refused(
    fill(['无法连接邮件服务器：{reason}', 'Cannot connect to the mail server: {reason}'], {
      reason,
    }),
  );

const why: Readonly<Record<ServiceUnavailable['reason'], Label>> = {
  unknown: ['邮件服务器的主机名不存在', 'The host name of the mail server does not exist'],
  closed: [
    '邮件服务器在内部网络中，须由运维在 SERVICE_HOSTS 中放行',
    'The mail server is on an internal network; the operator must allow it in SERVICE_HOSTS',
  ],
};

export interface MailParts extends Pick<Engine, 'database' | 'ids' | 'clock' | 'log'> {
  readonly secrets: Secrets;
  /** Mail servers in private networks that universities may use. */
  readonly hosts: readonly string[];
}

/** Sends mail by the services that a university has enabled. Logs contain neither texts nor full addresses. */
export class Mail {
  readonly #parts: MailParts;

  constructor(parts: MailParts) {
    this.#parts = parts;
  }

  /**
   * Connects and authenticates without sending.
   * @param id of the service; if omitted, the enabled one that was changed last
   * @returns null if none is enabled
   * @throws Refused if the server is unreachable or rejects the credentials
   */
  async open(tenantId: string, id?: string): Promise<MailConnection | null> {
    const { database } = this.#parts;
    const config = await database.read(tenantId, (session) => findConfig(session, id));
    if (!config) return null;
    if (config.category === mailServices.log) {
      return { send: (letter) => this.#noted(tenantId, config, letter), close: () => undefined };
    }
    const transport = createTransport(await this.#options(tenantId, config));
    await transport.verify().catch((error: unknown) => {
      transport.close();
      throw unreachable(reasonOf(error));
    });
    return {
      send: async (letter) => {
        const outcome = await transport
          .sendMail({
            from: { name: config.senderName, address: config.sender },
            to: letter.to,
            subject: letter.subject,
            text: letter.text,
            attachments: [...(letter.attachments ?? [])],
            messageId: `<${letter.key}@${config.sender.split('@')[1]}>`,
            headers: { 'Auto-Submitted': 'auto-generated' },
          })
          .then((): LetterOutcome => ({ state: 'sent' }), outcomeOf);
        return outcome.state === 'sent'
          ? this.#noted(tenantId, config, letter)
          : this.#failed(tenantId, config, letter, outcome);
      },
      close: () => transport.close(),
    };
  }

  /** @throws Refused */
  async #options(tenantId: string, config: Config) {
    const { secrets, hosts } = this.#parts;
    const address = await resolveAddress(config.host, hosts).catch((error: unknown) => {
      throw error instanceof ServiceUnavailable ? new Refused(why[error.reason]) : error;
    });
    const { secretKey } = mail.fields;
    const pass = config.secret && openCredential(secrets, secretKey, tenantId, config.secret);
    if (config.secret !== null && pass === null) {
      throw new Refused([
        '邮件配置的密码无法解密，请重新填写',
        'The password of the mail settings cannot be decrypted; enter it again',
      ]);
    }
    return {
      host: address,
      port: config.port,
      secure: config.security === mailSecurities.tls,
      requireTLS: config.security === mailSecurities.startTls,
      ignoreTLS: config.security === mailSecurities.none,
      ...(config.account !== null && pass !== null ? { auth: { user: config.account, pass } } : {}),
      ...(isIP(config.host) === 0 ? { tls: { servername: config.host } } : {}),
      connectionTimeout: stepTimeout,
      greetingTimeout: stepTimeout,
      socketTimeout: stepTimeout,
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }

  async #noted(tenantId: string, { code }: Config, letter: MailLetter): Promise<LetterOutcome> {
    await this.#note(tenantId, 'info', `${code} ${maskedAddress(letter.to)}`);
    return { state: 'sent' };
  }

  async #failed(tenantId: string, { code }: Config, letter: MailLetter, outcome: LetterOutcome) {
    const reason = 'reason' in outcome ? outcome.reason : '';
    await this.#note(tenantId, 'error', `${code} ${maskedAddress(letter.to)} ${reason}`);
    return outcome;
  }

  #note(tenantId: string, logLevel: 'info' | 'error', logData: string): Promise<void> {
    return writeServiceLog(this.#parts, tenantId, { logLevel, logId: 'mail', logData });
  }
}
