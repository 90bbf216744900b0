import { type Behaviour, defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import { parameterNow } from '@keyan/engine/store/statements/parameters.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { askedBy, parseQuery } from '@keyan/engine/wire/query.ts';
import { isSystem } from '@keyan/kernel/access/actor.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { numberRule } from '@keyan/kernel/definition/field/number-rule.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { billStatus } from '../project/contracts/bill-dictionaries.ts';
import { invoice } from './invoice.ts';

const kind = untypedResource(invoice);
const rule = numberRule(kind);
if (!rule) throw new Error('invoices have no numbers');

const contractMissingText: Label = [
  '该项目没有已通过的合同备案，不能开票',
  'The project has no approved contract; invoices cannot be issued',
];

/** Sets the date of an application to the day of its last save or submission. */
export const invoiceBehaviour: Behaviour = defineBehaviour(invoice, {
  complete: async (_row, { before, now, actor }) => ({
    applyUser: before?.applyUser ?? (isSystem(actor) ? null : actor.id),
    ...(before?.auditStatus === statuses.inApproval ? {} : { applyDate: dayText(now) }),
  }),
  check: async ({ contractId }) =>
    contractId ? [] : [{ path: 'programId', message: contractMissingText }],
});

const path = 'kh-edu-research/billapplyinfo';

/** Call that returns the number shown in a new form (R 9.1); unused numbers are skipped. */
const getPjNumber = endpoint({
  method: 'GET',
  path: `${path}/getPjNumber`,
  auth: 'user',
  permissions: ['bill_add'],
  summary: ['取票据申请号', 'Draw an invoice application number'],
  input: Type.Object({}),
  run: async (_input, { engine, actor }) => {
    const pattern = await parameterNow(engine.database, actor.tenantId, rule);
    return (await engine.numbers.reserve(actor.tenantId, pattern, engine.clock())).text;
  },
});

/** Call that counts the readable invoices by status. */
const countList = endpoint({
  method: 'GET',
  path: `${path}/countList`,
  auth: 'user',
  permissions: ['bill'],
  summary: ['各状态票据数', 'Invoices by status'],
  input: Type.Object({}),
  run: async (_input, call) => {
    const query = parseQuery(kind, {}, askedBy(call, kind));
    const found = await call.engine.as(call.actor).groupCounts(kind, query, ['status'], false);
    return Object.fromEntries(
      billStatus.entries.map(({ code }) => [
        code,
        found.find(({ keys }) => keys[0] === code)?.total ?? 0,
      ]),
    );
  },
});

export const invoiceEndpoints: readonly Endpoint[] = [getPjNumber, countList];
