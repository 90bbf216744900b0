import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import {
  fieldTypeTable as fieldKinds,
  specIn,
} from '@keyan/kernel/definition/field/field-types.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { say } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { type HookRow, hookFaultText, hookLogCode, outcomeNames, replayCode } from './hook-log.ts';
import { deliverWebhook } from './hooks.server.ts';
import { openResourceOf, stateSpec } from './open-resources.ts';

interface StoredDelivery extends Omit<HookRow, 'time' | 'next'> {
  readonly time: Date;
  readonly next: Date;
  readonly total: number;
}

const outcomes = Object.keys(outcomeNames) as (keyof typeof outcomeNames)[];

/**
 * Calls that list webhook deliveries and repeat one.
 * @param hosts hosts in private networks that the operator allows
 */
export const hookLogEndpoints = (hosts: readonly string[]): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'keyan/webhook/deliveries',
    auth: 'user',
    permissions: [hookLogCode],
    summary: ['状态推送记录', 'Webhook log'],
    input: Type.Object({
      text: Type.Optional(Type.String({ maxLength: 100 })),
      outcome: Type.Optional(Type.Union(outcomes.map((one) => Type.Literal(one)))),
      current: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    }),
    run: async (input, { actor, engine, language, dictionaries }) => {
      const { current = 1, size = 20 } = input;
      const rows = await engine.database.heavy<StoredDelivery>(actor.tenantId, actor.id, {
        sql: `select d.id::text, w.hook_name as hook, d.resource, d.record_id::text as record, d.state, d.outcome,
                     d.tries, d.answer_status as answer, d.fault, d.reached_time as time, d.next_time as next,
                     count(*) over ()::int as total
                from webhook_delivery d join webhook w on w.tenant_id = d.tenant_id and w.id = d.webhook_id
               where d.tenant_id = $1 and ($2::text is null or d.outcome = $2)
                 and ($3::text is null or position(lower($3) in lower(w.hook_name || ' ' || d.record_id)) > 0)
               order by d.id desc limit $4 offset $5`,
        parameters: [
          actor.tenantId,
          input.outcome ?? null,
          input.text || null,
          size,
          (current - 1) * size,
        ],
      });
      const total = rows[0]?.total ?? 0;
      const inWords = (key: string, code: string): readonly [kind: string, state: string] => {
        const resource = openResourceOf(key)?.resource;
        const spec = resource && stateSpec(resource)?.spec;
        return [
          resource ? say(resource.label, language) : key,
          spec ? fieldKinds[spec.type].text(code, specIn(spec, dictionaries), language) : code,
        ];
      };
      return {
        records: rows.map(({ total: _total, time, next, ...row }): HookRow => {
          const [resource, state] = inWords(row.resource, row.state);
          const fault = say(hookFaultText(row.fault), language);
          return { ...row, resource, state, fault, time: timeText(time), next: timeText(next) };
        }),
        total,
        size,
        current,
        pages: Math.ceil(total / size),
      };
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/webhook/replay',
    auth: 'user',
    permissions: [replayCode],
    perMinute: 60,
    summary: ['重新推送', 'Resend a webhook call'],
    input: Type.Object({ id: idParam }),
    run: async ({ id: delivery }, { actor, engine }) => {
      if (!(await deliverWebhook(engine, hosts, actor.tenantId, delivery))) throw new Missing();
      return new Reply(true, ['已重新推送', 'Resent']);
    },
  }),
];
