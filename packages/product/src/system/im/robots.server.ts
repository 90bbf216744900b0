import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { everyMinute } from '@keyan/engine/jobs/schedule.ts';
import { callJsonService } from '@keyan/engine/outgoing/call-out.ts';
import { ServiceUnanswered, ServiceUnreached } from '@keyan/engine/outgoing/faults.ts';
import { openCredential } from '@keyan/engine/records/credentials.ts';
import { holdsRole } from '@keyan/engine/records/role-holders.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import { isNotSecret } from '@keyan/kernel/definition/secrecy.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { anyOf } from '@keyan/kernel/records/query.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { switchStatusCodes } from '../../shared/mechanisms/switching.ts';
import { writeServiceLog } from '../logs/usual-log.server.ts';
import type { LetterOutcome } from '../mail/mail.server.ts';
import type { ImParts } from './im.server.ts';
import { robot } from './robot.ts';
import { type GroupMessage, robotServices, textForGroup } from './robot-services.server.ts';

/** Timeout of a call in milliseconds. */
const callTimeout = 10_000;

/**
 * Maximum number of lines per message. Robots may post 20 messages a minute, so all lines of a minute go into one
 * message.
 */
const maxLinesPerMessage = 20;

const minute = 60_000;

/** Milliseconds after which a message is too old to be posted. */
const maxMessageAge = 2 * 24 * 60 * minute;

/** Minutes after which a message in the state `sending` is considered abandoned by its process. */
const lostMinutes = 10;

interface Config {
  readonly id: string;
  readonly category: string;
  readonly name: string;
  readonly key: string;
  readonly secret: string | null;
  readonly roles: string;
  readonly kinds: readonly string[];
  readonly origin: string | null;
  readonly since: Date | null;
}

const columns = `id::text, category, robot_name as name, access_key as key, sign_secret as secret, roles,
  msg_types as kinds, origin, enabled_time as since`;

const enabledIn = (session: Session): Promise<readonly Config[]> =>
  session.query<Config>(
    `select ${columns} from message_robot
      where tenant_id = $1 and is_deleted = 0 and status = $2 order by id`,
    [session.tenantId, switchStatusCodes.on],
  );

const robotAt = async (session: Session, id: string): Promise<Config | undefined> => {
  const [row] = await session.query<Config>(
    `select ${columns} from message_robot where tenant_id = $1 and is_deleted = 0 and id = $2`,
    [session.tenantId, id],
  );
  return row;
};

const unopened: Label = ['密钥无法解密，请重新填写', 'The key cannot be decrypted; enter it again'];

const said = async (
  { secrets, hosts, ...parts }: ImParts,
  tenantId: string,
  config: Config,
  message: GroupMessage,
): Promise<LetterOutcome> => {
  const service = robotServices[config.category];
  const key = openCredential(secrets, robot.fields.accessKey, tenantId, config.key);
  const secret =
    config.secret === null
      ? ''
      : openCredential(secrets, robot.fields.signSecret, tenantId, config.secret);
  const outcome = await (async (): Promise<LetterOutcome> => {
    if (!service || key === null || secret === null) {
      return { state: 'refused', reason: textForGroup(unopened) };
    }
    const { method, path, body } = service.send({ key, secret }, message, parts.clock());
    const origin = (config.origin ?? service.origin).replace(/\/$/, '');
    try {
      const answer = await callJsonService(`${origin}${path}`, {
        method,
        body,
        hosts,
        patience: callTimeout,
      });
      return service.outcome(
        typeof answer === 'object' && answer !== null ? (answer as RowLike) : {},
      );
    } catch (error) {
      if (error instanceof ServiceUnanswered) return { state: 'unknown', reason: error.message };
      if (error instanceof ServiceUnreached) return { state: 'again', reason: error.message };
      throw error;
    }
  })();
  await writeServiceLog(parts, tenantId, {
    logLevel: outcome.state === 'sent' ? 'info' : 'error',
    logId: 'robot',
    logData: `${config.name}${'reason' in outcome ? ` ${outcome.reason}` : ''}`,
  });
  return outcome;
};

/** Posts messages by the group robots of offices. Logs contain names of groups but no texts. */
export class GroupRobots {
  readonly #parts: ImParts;

  constructor(parts: ImParts) {
    this.#parts = parts;
  }

  /** Posts a message to a group. @throws Missing if the robot does not exist */
  async say(tenantId: string, id: string, message: GroupMessage): Promise<LetterOutcome> {
    const config = await this.#parts.database.read(tenantId, (session) => robotAt(session, id));
    if (!config) throw new Missing();
    return said(this.#parts, tenantId, config, message);
  }
}

interface Heard {
  readonly id: string;
  readonly kind: string | null;
  readonly business: string | null;
  readonly isFirst: boolean;
}

/**
 * Reads the messages to people with the robot's roles that its group has not received; the same message to several
 * people counts once.
 */
const heardBy = (session: Session, config: Config, now: Date): Promise<readonly Heard[]> =>
  session.query<Heard>(
    `select m.id::text, m.biz_kind as kind, m.biz_id::text as business,
            row_number() over (partition by m.msg_type, m.title_zh, m.link, m.biz_id order by m.id) = 1
              as "isFirst"
       from users u join message m on m.tenant_id = u.tenant_id and m.receiver_id = u.id
      where u.tenant_id = $1 and u.is_deleted = 0 and u.status = '1' and ${holdsRole('u.id', '$2::text[]')}
        and m.msg_type = any($3::text[]) and m.create_time >= $4
        and not exists (select from message_robot_told t
          where t.tenant_id = $1 and t.robot_id = $5 and t.message_id = m.id)
      order by m.id`,
    [
      session.tenantId,
      config.roles.split(','),
      config.kinds,
      new Date(Math.max(now.getTime() - maxMessageAge, config.since?.getTime() ?? 0)),
      config.id,
    ],
  );

/** Returns the messages about a record under secrecy, which are not posted. */
const secretAmong = async (
  engine: Engine,
  tenantId: string,
  heard: readonly Heard[],
): Promise<ReadonlySet<string>> => {
  const secret = new Set<string>();
  for (const [kind, own] of Map.groupBy(heard, (one) => one.kind)) {
    const resource = kind === null ? undefined : engine.resources.get(kind);
    if (!resource?.secrecy) continue;
    const { field } = resource.secrecy.open;
    const rows = await engine.asSystem(robot.label[0], tenantId).all(resource, {
      where: [anyOf('id', [...new Set(own.flatMap(({ business }) => business ?? []))])],
      fields: [field],
    });
    const open = new Set(rows.filter((row) => isNotSecret(resource, row)).map(({ id }) => id));
    for (const { id, business } of own) if (!open.has(business ?? '')) secret.add(id);
  }
  return secret;
};

/**
 * Queues the messages that a group has not received; messages that are skipped are marked, so that they are never
 * posted.
 */
const queueMessages = async (engine: Engine, tenantId: string, config: Config, now: Date) => {
  const heard = await engine.database.read(tenantId, (session) => heardBy(session, config, now));
  if (heard.length === 0) return;
  const secret = await secretAmong(engine, tenantId, heard);
  await engine.database.transaction(tenantId, (tx) =>
    tx.query(
      `insert into message_robot_told (tenant_id, robot_id, message_id, state, tries, due, time)
       select $1, $2, x.id, x.state, 0, $5, $5 from unnest($3::bigint[], $4::text[]) as x(id, state)
       on conflict do nothing`,
      [
        tenantId,
        config.id,
        heard.map(({ id }) => id),
        heard.map(({ id, isFirst }) => (isFirst && !secret.has(id) ? 'waiting' : 'passed')),
        now,
      ],
    ),
  );
};

interface ClaimedMessage {
  readonly id: string;
  readonly title: string;
  readonly link: string | null;
  readonly domain: string | null;
  readonly tries: number;
}

/** Claims the queued messages of a group, so that no other process posts them. */
const claimQueuedMessages = (
  tx: Tx,
  config: Config,
  now: Date,
): Promise<readonly ClaimedMessage[]> =>
  tx.query<ClaimedMessage>(
    `update message_robot_told d set state = 'sending', tries = d.tries + 1, time = $3
       from message m join tenant t on t.tenant_id = m.tenant_id
      where d.tenant_id = $1 and d.robot_id = $2 and m.tenant_id = $1 and m.id = d.message_id
        and d.message_id in (select message_id from message_robot_told
          where tenant_id = $1 and robot_id = $2 and state = 'waiting' and due <= $3
          order by message_id for update skip locked)
      returning m.id::text, m.title_zh as title, m.link, t.domain, d.tries`,
    [tx.tenantId, config.id, now],
  );

const news: Label = ['科研管理：{count} 条新消息', 'Research: {count} new messages'];

const byId = (one: ClaimedMessage, other: ClaimedMessage): number =>
  BigInt(one.id) < BigInt(other.id) ? -1 : 1;

/** Gives up messages that a dead process claimed or that are too old. */
const giveUpAbandoned = (engine: Engine, tenantId: string, now: Date) =>
  engine.database.transaction(tenantId, (tx) =>
    tx.query(
      `update message_robot_told set time = $2,
              state = case state when 'sending' then 'unknown' else 'failed' end,
              reason = case state when 'sending' then 'the process ended' else reason end
        where tenant_id = $1 and (state = 'sending' and time < $3
          or state = 'waiting' and exists (select from message m
            where m.tenant_id = $1 and m.id = message_id and m.create_time < $4))`,
      [
        tenantId,
        now,
        new Date(now.getTime() - lostMinutes * minute),
        new Date(now.getTime() - maxMessageAge),
      ],
    ),
  );

/** Posts the queued messages of a group as one message. @returns the number of posted and of failed messages */
const postQueuedMessages = async (
  robots: GroupRobots,
  engine: Engine,
  tenantId: string,
  config: Config,
): Promise<{ readonly done: number; readonly left: number }> => {
  const { database, clock } = engine;
  await queueMessages(engine, tenantId, config, clock());
  const taken = await database.transaction(tenantId, (tx) =>
    claimQueuedMessages(tx, config, clock()),
  );
  if (taken.length === 0) return { done: 0, left: 0 };
  const ordered = taken.toSorted(byId);
  const outcome = await robots.say(tenantId, config.id, {
    title: textForGroup(fill(news, { count: ordered.length })),
    lines: ordered.slice(0, maxLinesPerMessage).map(({ title, link, domain }) => ({
      title,
      url: domain && link ? `https://${domain}${link}` : '',
    })),
    more: Math.max(0, ordered.length - maxLinesPerMessage),
  });
  const now = clock();
  const tries = Math.max(...ordered.map((one) => one.tries));
  // A robot above its rate limit is blocked for ten minutes.
  const pause = Math.min(10 * 2 ** (tries - 1), 240) * minute;
  await database.transaction(tenantId, (tx) =>
    tx.query(
      `update message_robot_told set state = $4, reason = $5, due = $6, time = $7
        where tenant_id = $1 and robot_id = $2 and message_id = any($3::bigint[]) and state = 'sending'`,
      [
        tenantId,
        config.id,
        ordered.map(({ id }) => id),
        outcome.state === 'again' ? 'waiting' : outcome.state,
        'reason' in outcome ? outcome.reason.slice(0, 500) : null,
        new Date(now.getTime() + pause),
        now,
      ],
    ),
  );
  const { length } = ordered;
  return outcome.state === 'sent' ? { done: length, left: 0 } : { done: 0, left: length };
};

/**
 * Posts the messages of an office's people to its groups, each at most once; failed messages are retried for at most
 * two days.
 */
export const sendToGroups = (robots: GroupRobots): EngineJob => ({
  name: 'tell-groups',
  label: ['发送群机器人消息', 'Send group bot messages'],
  at: everyMinute,
  run: async ({ tenantId, signal }, engine) => {
    const configs = await engine.database.read(tenantId, enabledIn);
    if (configs.length === 0) return { done: 0 };
    await giveUpAbandoned(engine, tenantId, engine.clock());
    let [done, left] = [0, 0];
    for (const config of configs) {
      signal.throwIfAborted();
      const told = await postQueuedMessages(robots, engine, tenantId, config);
      done += told.done;
      left += told.left;
    }
    return { done, left };
  },
});
