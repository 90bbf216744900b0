import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { dailyAt } from '@keyan/engine/jobs/schedule.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { MatterWait } from '@keyan/engine/workflow/runtime/matters.ts';
import { resourceOfKind } from '@keyan/engine/workflow/runtime/subject.ts';
import { openTroubles } from '@keyan/engine/workflow/troubles/open-trouble.ts';
import type { SystemActor } from '@keyan/kernel/access/actor.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { beginReviewWait, isReviewed } from './waiting.server.ts';

const waitsText = `
  select a.id::text as visit, a.instance_id::text as instance, i.kind, i.business_id::text as business,
      a.node
    from wf_act a
    join wf_instance i on i.tenant_id = a.tenant_id and i.id = a.instance_id and i.status = 'RUN'
    join wf_definition d on d.tenant_id = i.tenant_id and d.id = i.definition_id
   where a.tenant_id = $1 and a.status = 'ACTIVE' and a.type = 'wait'
     and d.graph #>> array['nodes', a.node, 'matter'] = 'review'
     and not exists (select 1 from review_item r
       where r.tenant_id = $1 and r.visit = a.id::text and r.is_deleted = 0)
   order by a.id`;

type Waiting = MatterWait & { readonly node: string };

const reviewMissingText: Label = [
  '记录等待专家评审，但此类业务不能安排评审，请结束等待',
  'The record is waiting for an expert review that cannot be arranged for its kind: end the wait',
];

/**
 * Adds a waiting record to the list of records to arrange; if its kind has no review, marks the
 * process as stuck.
 */
const arrange = (engine: Engine, tenantId: string, wait: Waiting): Promise<void> =>
  engine.database.transaction(tenantId, async (tx) => {
    if (!isReviewed(engine.resources.values(), wait.kind)) {
      const trouble = {
        instance: wait.instance,
        node: wait.node,
        kind: 'matter',
        text: reviewMissingText,
      };
      await openTroubles(tx, engine.ids, [trouble], engine.clock());
      return;
    }
    const actor: SystemActor = { system: '定时任务', tenantId };
    const transaction = { tx, engine, actor, now: engine.clock() };
    await lockRow(transaction, resourceOfKind(engine, wait.kind), wait.business);
    // Checks under the lock that the wait still exists and was not arranged by another server.
    const still = await tx.query<{ visit: string }>(waitsText, [tenantId]);
    if (still.some(({ visit }) => visit === wait.visit)) await beginReviewWait(wait, transaction);
  });

/**
 * Background job that adds records waiting for a review to the list of records to arrange, if they
 * began to wait before their kind had reviews.
 */
export const listRecordsForArranging: EngineJob = {
  name: 'arrange-waiting-reviews',
  label: ['补列待评审的记录', 'List records that wait for a review'],
  at: dailyAt('04:40'),
  atStart: true,
  run: async ({ tenantId, signal }, engine) => {
    const waits = await engine.database.read(tenantId, (session) =>
      session.query<Waiting>(waitsText, [tenantId]),
    );
    let left = 0;
    for (const wait of waits) {
      signal.throwIfAborted();
      try {
        await arrange(engine, tenantId, wait);
      } catch (error) {
        // A deleted record must not block the others.
        if (!(error instanceof Fault)) throw error;
        left += 1;
      }
    }
    return { done: waits.length - left, left };
  },
};
