import { ServiceUnavailable } from '@keyan/engine/base/addresses.ts';
import type { Secrets } from '@keyan/engine/base/secrets.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { callJsonService } from '@keyan/engine/outgoing/call-out.ts';
import { ServiceUnanswered, ServiceUnreached } from '@keyan/engine/outgoing/faults.ts';
import { openCredential } from '@keyan/engine/records/credentials.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { switchStatusCodes } from '../../shared/mechanisms/switching.ts';
import { writeServiceLog } from '../logs/usual-log.server.ts';
import type { LetterOutcome } from '../mail/mail.server.ts';
import { im } from './im.ts';
import {
  type AppAccount,
  type AppCall,
  type AppMessage,
  type AppService,
  answerCodeOf,
  appServices,
} from './services.server.ts';

/** Timeout of a call in milliseconds. */
const callTimeout = 10_000;

/** Milliseconds before expiry at which a token is renewed. */
const tokenRenewalMargin = 5 * 60_000;

interface Config {
  readonly id: string;
  readonly version: number;
  readonly category: string;
  readonly code: string;
  readonly corpId: string;
  readonly agentId: string;
  readonly secret: string;
  readonly origin: string | null;
}

const findConfig = async (
  session: Session,
  { category, id }: { readonly category?: string; readonly id?: string },
): Promise<Config | undefined> => {
  const [row] = await session.query<Config>(
    `select id::text, version, category, im_code as code, corp_id as "corpId", agent_id as "agentId",
            secret_key as secret, origin
       from im_config
      where tenant_id = $1 and is_deleted = 0
        and case when $4::bigint is null then status = $2 and category = $3 else id = $4 end
      order by update_time desc, id desc limit 1`,
    [session.tenantId, switchStatusCodes.on, category ?? null, id ?? null],
  );
  return row;
};

/**
 * Returns whether the university has enabled an application of the service.
 * @param category code of the dictionary `im`
 */
export const sendsByAppService = async (session: Session, category: string): Promise<boolean> =>
  (await findConfig(session, { category })) !== undefined;

const why: Readonly<Record<ServiceUnavailable['reason'], Label>> = {
  unknown: ['服务地址不存在', 'The service address does not exist'],
  closed: [
    '服务地址在内部网络中，须由运维在 SERVICE_HOSTS 中放行',
    'The service address is on an internal network; the operator must allow it in SERVICE_HOSTS',
  ],
};

const unreachable = (reason: string): Refused =>
  new Refused(
    fill(['无法连接消息服务：{reason}', 'Cannot connect to the message service: {reason}'], {
      reason,
    }),
  );

export interface ImParts extends Pick<Engine, 'database' | 'ids' | 'clock' | 'log'> {
  readonly secrets: Secrets;
  /** Hosts in private networks that universities may use. */
  readonly hosts: readonly string[];
}

/** Client of one application, with its token. */
export interface AppLine {
  /** Returns the service's user id for a phone number; null if unknown. @throws Refused */
  find(phone: string): Promise<string | null>;
  send(to: string, message: AppMessage): Promise<LetterOutcome>;
}

interface Token {
  readonly text: string;
  readonly until: number;
}

/** Sends messages by the applications that a university has enabled. Logs contain neither texts nor full names. */
export class Im {
  readonly #parts: ImParts;
  /** Tokens by application id and version; cached, since services limit token requests. */
  readonly #tokens = new Map<string, Token>();

  constructor(parts: ImParts) {
    this.#parts = parts;
  }

  /**
   * Opens the enabled application of a service, or an application by id.
   * @returns null if none is enabled
   * @throws Refused if the secret cannot be decrypted, or the service rejects the credentials
   */
  async open(
    tenantId: string,
    wanted: { readonly category?: string; readonly id?: string },
  ): Promise<AppLine | null> {
    const { database, secrets } = this.#parts;
    const config = await database.read(tenantId, (session) => findConfig(session, wanted));
    const service = config && appServices[config.category];
    if (!(config && service)) return null;
    const secret = openCredential(secrets, im.fields.secretKey, tenantId, config.secret);
    if (secret === null) {
      throw new Refused([
        '应用消息配置的密钥无法解密，请重新填写',
        'The secret of the app message settings cannot be decrypted; enter it again',
      ]);
    }
    const account = { corpId: config.corpId, agentId: config.agentId, secret };
    const key = `${tenantId} ${config.id} ${config.version}`;
    const origin = config.origin ?? service.origin;
    await this.#token(key, origin, service, account);
    const asked = (call: (token: string) => AppCall) =>
      this.#asked(key, origin, service, account, call);
    return {
      find: async (phone) => service.found(await asked((token) => service.find(token, phone))),
      send: async (to, message) => {
        const outcome = await asked((token) => service.send(token, account, to, message)).then(
          service.outcome,
          (error: unknown): LetterOutcome => {
            if (error instanceof ServiceUnanswered)
              return { state: 'unknown', reason: error.message };
            if (error instanceof Refused) return { state: 'again', reason: error.message };
            throw error;
          },
        );
        await this.#note(tenantId, config.code, to, outcome);
        return outcome;
      },
    };
  }

  /** Sends a call with the token; a rejected token is renewed once. */
  async #asked(
    key: string,
    origin: string,
    service: AppService,
    account: AppAccount,
    call: (token: string) => AppCall,
  ): Promise<RowLike> {
    const answer = await this.#call(origin, call(await this.#token(key, origin, service, account)));
    if (!service.stale.includes(answerCodeOf(answer) ?? 0)) return answer;
    this.#tokens.delete(key);
    return this.#call(origin, call(await this.#token(key, origin, service, account)));
  }

  /** @throws Refused if the service issues no token */
  async #token(
    key: string,
    origin: string,
    service: AppService,
    account: AppAccount,
  ): Promise<string> {
    const now = this.#parts.clock().getTime();
    const known = this.#tokens.get(key);
    if (known && known.until > now) return known.text;
    const answer = await this.#call(origin, service.token(account)).catch((error: unknown) => {
      // No message was sent yet, so the message may be retried.
      throw error instanceof ServiceUnanswered ? unreachable(error.message) : error;
    });
    const { access_token: text, expires_in: seconds } = answer;
    if (answerCodeOf(answer) !== 0 || typeof text !== 'string') {
      throw unreachable(`${String(answer.errcode ?? '')} ${String(answer.errmsg ?? '')}`.trim());
    }
    const life = typeof seconds === 'number' ? seconds * 1000 : 7_200_000;
    this.#tokens.set(key, { text, until: now + Math.max(life - tokenRenewalMargin, 60_000) });
    return text;
  }

  /** @throws ServiceUnanswered if the service did not answer; Refused if it was unreachable */
  async #call(origin: string, { method, path, body }: AppCall): Promise<RowLike> {
    const { hosts } = this.#parts;
    try {
      const answer = await callJsonService(`${origin.replace(/\/$/, '')}${path}`, {
        method,
        body,
        hosts,
        patience: callTimeout,
      });
      return typeof answer === 'object' && answer !== null ? (answer as RowLike) : {};
    } catch (error) {
      const cause = error instanceof ServiceUnreached ? error.cause : error;
      if (cause instanceof ServiceUnavailable) throw new Refused(why[cause.reason]);
      if (error instanceof ServiceUnreached) throw unreachable(error.message);
      throw error;
    }
  }

  #note(tenantId: string, code: string, to: string, outcome: LetterOutcome): Promise<void> {
    const masked = `${to.slice(0, 2)}***`;
    const reason = 'reason' in outcome ? ` ${outcome.reason}` : '';
    return writeServiceLog(this.#parts, tenantId, {
      logLevel: outcome.state === 'sent' ? 'info' : 'error',
      logId: 'im',
      logData: `${code} ${masked}${reason}`,
    });
  }
}
