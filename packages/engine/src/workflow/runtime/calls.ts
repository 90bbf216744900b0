import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { Graph } from '@keyan/kernel/workflow/graph.ts';
import { callsBetween, serviceFailed } from '@keyan/kernel/workflow/services/services.ts';
import type { Snapshot } from '@keyan/kernel/workflow/state.ts';
import type { TransactionContext } from '../../records/behaviour.ts';
import { openTroubles } from '../troubles/open-trouble.ts';
import type { Workflow, WorkflowServices } from './port.ts';
import { resourceOfKind } from './subject.ts';

/**
 * Calls that services of routes make outside. Nothing leaves the machine inside a transaction: it
 * stores what is to be called (`wf_job` of the kinds `call` and `undo`, keyed by act and name), and a
 * job delivers it afterwards, at least once.
 */

const notRegistered: Label = ['外部服务没有登记', 'There is no external call of that name'];

const storeText = `
  insert into wf_job (tenant_id, id, instance_id, act_id, kind, spec, base_at, due_at)
    select $1, r.id, $2, r.act, r.kind, r.name, $4, $4
      from jsonb_to_recordset($3::jsonb) as r(id bigint, act bigint, kind text, name text)
  on conflict (tenant_id, act_id, kind, spec) where kind in ('call', 'undo') do nothing`;

/**
 * Stores the calls that a command makes and takes back, in its transaction.
 * @throws Refused where no behaviour of the resource knows the name any more.
 */
export const storeCalls = (
  { tx, engine, now }: TransactionContext,
  resource: Resource,
  { before, after, graph }: { before: Snapshot | null; after: Snapshot; graph: Graph },
): void => {
  const { made, undone } = callsBetween(before, after, graph);
  if (made.length + undone.length === 0) return;
  const known = engine.behaviours.get(resource.key)?.calls ?? {};
  for (const { at, name } of made) {
    if (!Object.hasOwn(known, name)) throw serviceFailed(at, notRegistered);
  }
  const rows = [
    ...made.map((call) => ({ ...call, kind: 'call' })),
    ...undone.map((call) => ({ ...call, kind: 'undo' })),
  ].map(({ visit, kind, name }) => ({ id: engine.ids.next(), act: visit, kind, name }));
  const parameters = [tx.tenantId, after.instance.id, JSON.stringify(rows), now];
  tx.send({ sql: storeText, parameters });
};

const mostTries = 5;

/**
 * Takes a call that is due: counted as a try, and due again after a pause that doubles. A process that is
 * killed meanwhile leaves it to the next. A call that is to be taken back is made no more, and it is taken
 * back only while nobody is making it.
 */
const takeText = `
  update wf_job j set tries = j.tries + 1, due_at = $2 + interval '1 minute' * power(2, j.tries)
    from wf_instance i
   where j.tenant_id = $1 and i.tenant_id = j.tenant_id and i.id = j.instance_id
     and j.id = (
       select n.id from wf_job n
        where n.tenant_id = $1 and n.done_at is null and n.due_at <= $2
          and n.kind in ('call', 'undo') and n.id > $3
          and not exists (
            select 1 from wf_job o where o.tenant_id = n.tenant_id and o.act_id = n.act_id
              and o.spec = n.spec and (n.kind = 'call' and o.kind = 'undo'
                or n.kind = 'undo' and o.kind = 'call' and o.done_at is null and o.due_at > $2))
        order by n.id limit 1 for update skip locked)
  returning j.id::text, j.instance_id::text as instance, j.act_id::text as act, j.kind, j.spec as name,
    j.tries, i.kind as process, i.business_id::text as record`;

/** Ends a call that is taken back; was it ever tried? */
const dropText = `
  with dropped as (
    update wf_job set done_at = $3, error = 'undone'
     where tenant_id = $1 and act_id = $2 and spec = $4 and kind = 'call' and done_at is null)
  select tries > 0 as tried from wf_job
   where tenant_id = $1 and act_id = $2 and spec = $4 and kind = 'call'`;

interface Taken {
  readonly id: string;
  readonly instance: string;
  readonly act: string;
  readonly kind: 'call' | 'undo';
  readonly name: string;
  readonly tries: number;
  readonly process: string;
  readonly record: string;
}

const failure: Label = ['外部服务【{name}】调用失败：{error}', 'Calling “{name}” failed: {error}'];

/** Asks outside. A call that was never tried needs no taking back. */
const ask = async (engine: WorkflowServices, tenantId: string, call: Taken): Promise<void> => {
  const now = engine.clock();
  if (call.kind === 'undo') {
    const [found] = await engine.database.transaction(tenantId, (tx) =>
      tx.query<{ tried: boolean }>(dropText, [tenantId, call.act, now, call.name]),
    );
    if (!found?.tried) return;
  }
  const resource = resourceOfKind(engine, call.process);
  const handler = engine.behaviours.get(resource.key)?.calls?.[call.name];
  if (!handler) throw new Error(notRegistered[0]);
  const request = {
    key: `${call.act} ${call.name}`,
    undo: call.kind === 'undo',
    tenantId,
    record: call.record,
  };
  await handler(request, engine);
};

/** Notes how a try went; after the last one a trouble tells the administrators. */
const note = (
  engine: WorkflowServices,
  tenantId: string,
  call: Taken,
  error: string | null,
): Promise<void> =>
  engine.database.transaction(tenantId, async (tx) => {
    const now = engine.clock();
    const over = error === null || call.tries >= mostTries;
    await tx.query(
      `update wf_job set error = $3, done_at = case when $4 then $5::timestamptz end
        where tenant_id = $1 and id = $2`,
      [tenantId, call.id, error, over, now],
    );
    if (error === null || !over) return;
    const [act] = await tx.query<{ node: string }>(
      'select node from wf_act where tenant_id = $1 and id = $2',
      [tenantId, call.act],
    );
    const text = fill(failure, { name: call.name, error });
    const { instance } = call;
    const trouble = { instance, node: act?.node ?? '', kind: 'call', text };
    await openTroubles(tx, engine.ids, [trouble], now);
  });

/** Delivers calls that are due, one after the other; two processes never take the same. */
export const deliverCalls: Workflow['deliverCalls'] = async (engine, tenantId) => {
  const count = { delivered: 0, failed: 0 };
  let after = '0';
  for (;;) {
    const [call] = await engine.database.transaction(tenantId, (tx) =>
      tx.query<Taken>(takeText, [tenantId, engine.clock(), after]),
    );
    if (!call) return count;
    after = call.id;
    const error = await ask(engine, tenantId, call).then(
      () => null,
      (problem: unknown) => String(problem instanceof Error ? problem.message : problem),
    );
    count[error === null ? 'delivered' : 'failed'] += 1;
    await note(engine, tenantId, call, error?.slice(0, 500) ?? null);
  }
};
