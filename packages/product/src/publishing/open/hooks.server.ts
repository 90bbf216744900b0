import { createHmac } from 'node:crypto';
import { ServiceUnavailable } from '@keyan/engine/base/addresses.ts';
import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { everyMinute } from '@keyan/engine/jobs/schedule.ts';
import {
  defaultRequestBounds,
  type OutgoingRequest,
  type OutgoingResponse,
  requestOnce,
} from '@keyan/engine/outgoing/ask.ts';
import { ServiceUnanswered, ServiceUnreached } from '@keyan/engine/outgoing/faults.ts';
import { openCredential } from '@keyan/engine/records/credentials.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import { firstIdAt } from '@keyan/engine/store/schema/ids.ts';
import { switchStatusCodes } from '../../shared/mechanisms/switching.ts';
import { openRecordsSql } from '../register.server.ts';
import { serialisedFault } from './hook-log.ts';
import { fieldNames, openResourceOf, stateSpec } from './open-resources.ts';
import { webhook } from './webhook.ts';

/** Hours for which a delivery is retried. */
export const deliveryHours = 24;

/** Limits of a webhook request: ten seconds, short response, no redirects. */
const bounds = {
  ...defaultRequestBounds,
  firstByte: 10_000,
  whole: 10_000,
  bytes: 64 * 1024,
  expanded: 64 * 1024,
  redirects: 0,
};

/** Maximum number of deliveries per run. */
const maxDeliveriesPerRun = 500;

/**
 * Sends a webhook request; replaced in demo mode.
 * @throws ServiceUnreached, ServiceUnanswered, ServiceUnavailable
 */
export type Receive = (
  address: URL,
  ask: OutgoingRequest,
) => Promise<Pick<OutgoingResponse, 'status'>>;

interface Hook {
  readonly id: string;
  readonly resourceKey: string;
  readonly reached: string;
  readonly enabledTime: Date;
  /** Time up to which history was scanned for the webhook. */
  readonly seenUntil: Date;
}

/** State that a record reached, from its history. */
interface Reached {
  readonly id: string;
  readonly record: string;
  readonly version: number;
  readonly time: Date;
  readonly state: string;
}

/** Minutes of history scanned again: a long transaction commits entries with an earlier time. */
const overlap = 5;

/** Queues deliveries for states that publishable records reached since the webhook was enabled. */
const noteReached = async (engine: Engine, tx: Tx, hook: Hook, now: Date): Promise<number> => {
  const open = openResourceOf(hook.resourceKey);
  const state = open && stateSpec(open.resource);
  if (!open || !state) return 0;
  const { from, where, values } = openRecordsSql(
    { resource: open.resource, ...(open.unlessSecret && { unlessSecret: open.unlessSecret }) },
    8,
    true,
  );
  const rows = await tx.query<Reached>(
    `select h.id::text as id, h.business_id::text as record, h.version, h.time,
            c.value ->> 'after' as state
       from history h cross join lateral jsonb_array_elements(h.changes) c
      where h.tenant_id = $1 and h.resource = $2 and h.time >= $3 and h.id >= $4::bigint
        and c.value ->> 'path' = $5 and c.value ->> 'after' = any($6::text[])
        and not exists (select 1 from webhook_delivery d
          where d.tenant_id = h.tenant_id and d.webhook_id = $7 and d.history_id = h.id)
        and exists (select 1 from ${from} where ${where} and t.id = h.business_id) and $8::bigint is not null
      order by h.id limit ${maxDeliveriesPerRun}`,
    [
      tx.tenantId,
      hook.resourceKey,
      hook.enabledTime,
      String(firstIdAt(hook.seenUntil.getTime() - overlap * 60_000)),
      state.path,
      fieldNames(hook.reached),
      hook.id,
      hook.id,
      ...values,
    ],
  );
  for (const row of rows) {
    await tx.query(
      `insert into webhook_delivery (tenant_id, id, webhook_id, history_id, resource, record_id, state, version,
                                     reached_time, next_time, create_time)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) on conflict do nothing`,
      [
        tx.tenantId,
        engine.ids.next(),
        hook.id,
        row.id,
        hook.resourceKey,
        row.record,
        row.state,
        row.version,
        row.time,
        now,
      ],
    );
  }
  // After a full page, the scan position stays, so that entries beyond the page are not lost.
  const until = rows.length < maxDeliveriesPerRun ? now : hook.seenUntil;
  await tx.query(
    `insert into webhook_mark (tenant_id, webhook_id, seen_until) values ($1, $2, $3)
     on conflict (tenant_id, webhook_id) do update set seen_until = excluded.seen_until`,
    [tx.tenantId, hook.id, until],
  );
  return rows.length;
};

interface Due {
  readonly id: string;
  readonly resource: string;
  readonly record: string;
  readonly state: string;
  readonly version: number;
  readonly reached: Date;
  readonly tries: number;
  readonly created: Date;
  readonly address: string;
  readonly secret: string;
}

const dueSql = `
  select d.id::text, d.resource, d.record_id::text as record, d.state, d.version, d.reached_time as reached, d.tries,
         d.create_time as created, w.address, w.sign_secret as secret
    from webhook_delivery d join webhook w on w.tenant_id = d.tenant_id and w.id = d.webhook_id
   where d.tenant_id = $1 and w.is_deleted = 0`;

/** Body of a delivery; the receiver reads the record by the open interface. */
const messageOf = ({ id, resource, record, state, version, reached }: Due) => ({
  delivery: id,
  event: 'reached',
  resource,
  id: record,
  state,
  version,
  at: reached.toISOString(),
});

/** HMAC signature over the time in seconds and the body, which receivers verify. */
export const webhookSignature = (secret: string, seconds: string, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

interface Outcome {
  readonly status: number;
  readonly fault: string;
}

/**
 * Stored fault of a failed request.
 * @throws the error itself if it is a bug
 */
const faultOf = (error: unknown): string => {
  const cause = error instanceof ServiceUnreached ? error.cause : error;
  if (cause instanceof ServiceUnavailable) return serialisedFault(cause.reason);
  if (error instanceof ServiceUnreached) return serialisedFault('unreached', error.message);
  if (error instanceof ServiceUnanswered) return serialisedFault('unanswered', error.message);
  throw error;
};

const call = async (
  { secrets, clock }: Engine,
  tenantId: string,
  hosts: readonly string[],
  receive: Receive,
  due: Due,
): Promise<Outcome> => {
  const secret = openCredential(secrets, webhook.fields.signSecret, tenantId, due.secret);
  if (secret === null) return { status: 0, fault: serialisedFault('secret') };
  const body = JSON.stringify(messageOf(due));
  const seconds = String(Math.floor(clock().getTime() / 1000));
  try {
    const { status } = await receive(new URL(due.address), {
      method: 'POST',
      body,
      hosts,
      isPlain: false,
      bounds,
      headers: {
        'content-type': 'application/json',
        'x-keyan-delivery': due.id,
        'x-keyan-timestamp': seconds,
        'x-keyan-signature': webhookSignature(secret, seconds, body),
      },
    });
    return { status, fault: status >= 200 && status < 300 ? '' : `HTTP ${status}` };
  } catch (error) {
    return { status: 0, fault: faultOf(error) };
  }
};

/** Minutes until the next retry: 1, 2, 4 … at most 60. */
const pauseOf = (tries: number): number => Math.min(60, 2 ** tries);

const settle = async (
  session: Session,
  { id, tries, created }: Due,
  { status, fault }: Outcome,
  now: Date,
): Promise<void> => {
  const next = new Date(now.getTime() + pauseOf(tries) * 60_000);
  const isOver = next.getTime() > created.getTime() + deliveryHours * 3_600_000;
  const outcome = fault === '' ? '1' : isOver ? '2' : '0';
  await session.query(
    `update webhook_delivery set outcome = $3, tries = tries + 1, answer_status = $4, fault = $5, next_time = $6,
            done_time = case when $3 = '0' then null else $7::timestamptz end
      where tenant_id = $1 and id = $2`,
    [session.tenantId, id, outcome, status, fault, next, now],
  );
};

/**
 * Sends one delivery regardless of its retry schedule.
 * @returns false if it does not exist
 */
export const deliverWebhook = async (
  engine: Engine,
  hosts: readonly string[],
  tenantId: string,
  id: string,
): Promise<boolean> => {
  const [due] = await engine.database.read(tenantId, (session) =>
    session.query<Due>(`${dueSql} and d.id = $2`, [tenantId, id]),
  );
  if (!due) return false;
  const outcome = await call(engine, tenantId, hosts, requestOnce, due);
  await engine.database.read(tenantId, (session) => settle(session, due, outcome, engine.clock()));
  return true;
};

/** Queues deliveries for reached states, and sends deliveries that are due. */
export const callWebhooks = (
  hosts: readonly string[],
  receive: Receive = requestOnce,
): EngineJob<object> => ({
  name: 'call-webhooks',
  label: ['推送记录状态', 'Send webhook calls'],
  at: everyMinute,
  tries: 1,
  run: async ({ tenantId, signal }, engine) => {
    const now = engine.clock();
    const due = await engine.database.transaction(tenantId, async (tx) => {
      const hooks = await tx.query<Hook>(
        `select w.id::text, w.resource_key as "resourceKey", w.reached, w.enabled_time as "enabledTime",
                coalesce(m.seen_until, w.enabled_time) as "seenUntil"
           from webhook w left join webhook_mark m on m.tenant_id = w.tenant_id and m.webhook_id = w.id
          where w.tenant_id = $1 and w.is_deleted = 0 and w.status = '${switchStatusCodes.on}'
            and w.enabled_time is not null`,
        [tenantId],
      );
      for (const hook of hooks) await noteReached(engine, tx, hook, now);
      return tx.query<Due>(
        `${dueSql} and d.outcome = '0' and d.next_time <= $2 and w.status = '${switchStatusCodes.on}'
          order by d.next_time limit ${maxDeliveriesPerRun}`,
        [tenantId, now],
      );
    });
    let done = 0;
    for (const one of due) {
      signal.throwIfAborted();
      const outcome = await call(engine, tenantId, hosts, receive, one);
      await engine.database.read(tenantId, (session) =>
        settle(session, one, outcome, engine.clock()),
      );
      if (outcome.fault === '') done += 1;
    }
    return { done, left: due.length - done };
  },
});
