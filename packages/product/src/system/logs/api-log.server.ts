import type { Engine } from '@keyan/engine/engine.ts';
import { oneLineText } from '@keyan/engine/identity/events.ts';
import type { AnsweredCall } from '@keyan/engine/server/server.ts';
import { Unavailable } from '@keyan/engine/store/connection/failures.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { parameterValue } from '@keyan/kernel/definition/field/parameter.ts';
import { columnArrays } from '../../shared/mechanisms/bulk.server.ts';
import { machineName } from '../error-log/error-log-columns.server.ts';
import { apiLogScope } from '../parameters/log-params.ts';

/** Milliseconds between a response and the writing of its entry. */
const pause = 1000;

/** Maximum number of queued entries; while the database is unreachable, further ones are lost. */
const maxQueuedCalls = 20_000;

/** Call queued for writing. */
interface QueuedCall {
  readonly tenantId: string;
  readonly id: string;
  readonly user: string;
  /** Name of the user at the time of the call (ruling 46). */
  readonly name: string;
  readonly title: string;
  readonly english: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly time: number;
  readonly address: string;
  readonly agent: string;
  readonly request: string;
  readonly at: Date;
}

const names = [
  'id',
  'user',
  'name',
  'title',
  'english',
  'method',
  'path',
  'status',
  'time',
  'address',
  'agent',
  'request',
  'at',
] as const;

/** Returns whether a call is logged: every call, or only changes and failures, by the parameter. */
const isKept = ({ method, status }: QueuedCall, scope: number): boolean =>
  scope === 2 || method !== 'GET' || status >= 400;

/**
 * Log of signed-in users' calls: user, path, client address, status and duration. Entries are written in batches a
 * second after the responses; the last second is lost if the process is killed. Only the path without query is stored,
 * so tokens, passwords and input never are.
 */
export class ApiLog {
  readonly #parts: Pick<Engine, 'database' | 'ids' | 'clock' | 'log'>;
  #waiting: QueuedCall[] = [];
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Pick<Engine, 'database' | 'ids' | 'clock' | 'log'>) {
    this.#parts = parts;
  }

  /** Queues a completed call; returns at once. */
  note(actor: Actor, call: AnsweredCall): void {
    if (this.#waiting.length >= maxQueuedCalls) {
      this.#lost += 1;
      return;
    }
    const [method = '', path = ''] = call.call.split(' ');
    this.#waiting.push({
      tenantId: actor.tenantId,
      id: this.#parts.ids.next(),
      user: actor.id,
      name: actor.viewedBy === undefined ? actor.name : `${actor.name} ← ${actor.viewedBy}`,
      title: call.summary[0],
      english: call.summary[1],
      method,
      path: `/api/${path}`,
      status: call.status,
      time: Math.round(call.milliseconds),
      address: call.address,
      agent: call.userAgent,
      request: call.requestId,
      at: this.#parts.clock(),
    });
    this.#timer ??= setTimeout(() => void this.flush(), pause).unref();
  }

  /**
   * Writes the queued entries. Entries of a tenant whose database is unreachable or being moved stay queued; entries
   * that fail otherwise are dropped, with a line in the process log.
   */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    const { log } = this.#parts;
    if (this.#lost > 0) log.warn({ lost: this.#lost }, 'calls not kept');
    this.#lost = 0;
    const byTenant = Map.groupBy(waiting, ({ tenantId }) => tenantId);
    for (const [tenantId, calls] of byTenant) {
      await this.#write(tenantId, calls).catch((err) => {
        if (err instanceof Unavailable && this.#waiting.length + calls.length <= maxQueuedCalls) {
          this.#waiting.push(...calls);
          this.#timer ??= setTimeout(() => void this.flush(), pause).unref();
          return;
        }
        log.warn({ err, lost: calls.length }, 'calls not kept');
      });
    }
  }

  async #write(tenantId: string, calls: readonly QueuedCall[]): Promise<void> {
    await this.#parts.database.transaction(tenantId, async (tx) => {
      const [chosen] = await tx.query<{ value: string }>(
        `select param_value as value from param
          where tenant_id = $1 and param_key = $2 and is_deleted = 0`,
        [tenantId, apiLogScope.key],
      );
      const scope = parameterValue(apiLogScope, chosen?.value);
      const kept = calls
        .filter((call) => isKept(call, scope))
        .map((call) => ({ ...call, agent: oneLineText(call.agent, 300) }));
      if (kept.length === 0) return;
      await tx.query(
        `insert into api_log (tenant_id, server_host, server_ip, id, user_id, user_name, title,
           title_en, method, path, status, time, address, user_agent, request_id, create_time)
         select $1, $2, $3, * from unnest($4::bigint[], $5::bigint[], $6::text[], $7::text[],
           $8::text[], $9::text[], $10::text[], $11::int[], $12::int[], $13::text[], $14::text[],
           $15::text[], $16::timestamptz[])`,
        [tenantId, machineName.host, machineName.ip, ...columnArrays(kept, names)],
      );
    });
  }
}
