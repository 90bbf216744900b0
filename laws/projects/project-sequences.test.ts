import type { RowLike } from '@keyan/kernel/values/row.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { attached, handle, ok, path, projectOf, read } from '../support/filing.ts';
import { actOn, enlist, type Judge, judge, newReview, tasksOf } from '../support/reviewing.ts';

/**
 * Any sequence of processes on one project leaves it in a state of R-201, with one process of R-202 at most, its budget
 * summed and its history replaying to the row; and nothing waits for a review that nobody can hold.
 */
let app: LawApplication;
let leader: Client;
let admin: Client;
let handlers: readonly Client[];
let office: Client;
let experts: readonly Judge[];
beforeAll(async () => {
  app = await startApplication();
  [leader, admin] = [await app.as('teacher'), await app.as('rd_admin')];
  handlers = await Promise.all(
    ['dept_secretary', 'dept_leader', 'rd_project', 'finance', 'rd_leader'].map((who) =>
      app.as(who),
    ),
  );
  office = await app.as('rd_project');
  experts = await enlist(app, office, [
    ['expert', '俞望舒'],
    ['school_leader', '邵则成'],
  ]);
});
afterAll(() => app.close());

const today = new Date().toISOString().slice(0, 10);
const end = addMonths(today, 5);

const item = (itemCode: string, amount: string): RowLike => ({ itemCode, amount });

type Filing = { readonly kind: string; readonly id: string };

/** Processes that a leader files, with the values of one. */
const filings: Readonly<Record<string, (turn: number) => Promise<readonly [string, RowLike]>>> = {
  rename: async (turn) => [
    'programChange',
    {
      changeTypes: ['03', '07'],
      newName: `第 ${turn} 次更名`,
      newBudget: [item('10201', '55000.00'), item('10301', '45000.00')],
      changeReason: '研究需要',
      needSuperior: '0',
      ...(await attached(leader, '06')),
    },
  ],
  extend: async (turn) => [
    'processDelay',
    {
      newEndDate: addMonths(end, Math.min(turn + 1, 12)),
      delayReason: '01',
      isSuperiorAgree: '1',
      reasonDetail: '设备到货推迟',
      finished: '样品制备',
      remainPlan: '性能测试',
      ...(await attached(leader, '07')),
    },
  ],
  conclude: async (turn) => [
    'processConclusion',
    {
      // By documents, or by letter: then it waits for experts.
      conclusionType: turn % 2 === 0 ? '03' : '02',
      applyDate: today,
      realEndDate: today,
      isSecretResult: '0',
      summary: '<p>完成全部任务</p>',
      resultSummary: '论文两篇',
      targetFinish: '全部完成',
      results: [{ bizType: 'paper', title: '高温合金的性能', isMarked: '1' }],
      ...(await attached(leader, '08', '10')),
    },
  ],
  terminate: async (turn) => [
    'processOver',
    {
      overType: turn % 2 === 0 ? '01' : '02',
      overDate: today,
      overReason: '合作单位退出',
      finished: '样品制备',
      fundsHandle: '剩余经费退回',
      surplusHandle: '04',
      ...(await attached(leader, '28')),
    },
  ],
};

type Act =
  | 'rename'
  | 'extend'
  | 'conclude'
  | 'terminate'
  | 'agree'
  | 'all'
  | 'review'
  | 'back'
  | 'recall'
  | 'void';

/** One decision by whoever has the task; false where nobody has one. */
const decide = async ({ id }: Filing, flag: 'ok' | 'back'): Promise<boolean> => {
  for (const handler of handlers) {
    const comment = flag === 'back' ? '请补充' : '同意';
    const answer = await handle(handler, { id }, { flag, comment }).catch(() => null);
    if (answer?.status === 200) return true;
  }
  return false;
};

/** Experts judge every conclusion that waits for them; the score differs from turn to turn. */
const review = async (turn: number): Promise<void> => {
  const set = await newReview(office, experts, { bizKind: '2', reserves: 0 });
  if ((await actOn(office, set, 'publish')).status !== 200) return;
  for (const { client } of experts) {
    for (const task of await tasksOf(client, set)) {
      await ok(judge(client, task, { percent: 60 + ((turn * 7) % 40), comment: '同意。' }));
    }
  }
  await ok(actOn(office, set, 'ok'));
};

const perform = async (
  act: Act,
  turn: number,
  project: RowLike,
  filed: Filing[],
): Promise<void> => {
  const last = filed.at(-1);
  const filing = filings[act];
  if (filing) {
    const [kind, values] = await filing(turn);
    const sent = await leader.post(path(`${kind}/submit`), { programId: project.id, ...values });
    if (sent.status === 200) filed.push({ kind, id: String(sent.data?.id) });
  } else if (last && act === 'all') {
    for (let step = 0; step < 6 && (await decide(last, 'ok')); step += 1);
  } else if (act === 'review') {
    await review(turn);
  } else if (last && (act === 'agree' || act === 'back')) {
    await decide(last, act === 'back' ? 'back' : 'ok');
  } else if (last && act === 'recall') {
    await leader.post(path(`${last.kind}/recall`), { id: last.id });
  } else if (last) {
    await admin.post(path(`${last.kind}/abolish`), { id: last.id, reason: '误报' });
  }
};

const one = async (sql: string): Promise<RowLike> => (await app.database.query(sql))[0] as RowLike;

/** Everything that holds of a project between two acts. */
const check = async (project: RowLike): Promise<void> => {
  const row = await read(leader, 'programInfo', project);
  expect(['10', '20', '21', '22', '30', '40', '50', '60', '61', '90']).toContain(row.status);
  const open = await one(
    `select coalesce(sum(open), 0)::int as open from ledger_lifecycle where owner_id = ${project.id}`,
  );
  expect(open.open).toBeLessThanOrEqual(1);
  const budget = await one(
    `select sum(amount)::text as sum from program_budget where parent_id = ${project.id}`,
  );
  expect(budget.sum).toBe(row.funds);
  const history = (await ok(
    admin.get(path('programInfo/history'), { id: String(project.id) }),
  )) as unknown as readonly { version: number; changes: { path: string; after: unknown }[] }[];
  const replayed: Record<string, unknown> = {};
  const entries = [...history].sort((a, b) => a.version - b.version);
  for (const { changes } of entries)
    for (const { path: at, after } of changes) replayed[at] = after;
  for (const name of ['programName', 'status', 'endDate']) {
    if (name in replayed) expect([name, replayed[name]]).toEqual([name, row[name]]);
  }
  // Records that wait for experts stand before the office.
  const stuck = await one(
    `select count(*)::int as count from process_conclusion c
      where c.program_id = ${project.id} and c.audit_status = '1'
        and not exists (select from wf_task t where t.tenant_id = c.tenant_id
              and t.business_id = c.id and t.status = 'TODO')
        and not exists (select from review_item i where i.tenant_id = c.tenant_id
              and i.business_id = c.id::text and i.is_deleted = 0 and i.status in ('0', '1', '4'))`,
  );
  expect(stuck.count).toBe(0);
};

const acts: readonly Act[] = [
  'rename',
  'extend',
  'conclude',
  'terminate',
  'agree',
  'all',
  'all',
  'review',
  'review',
  'back',
  'recall',
  'void',
];

test('any sequence of processes and reviews keeps the project whole (R-201, R-202, R-205)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...acts), { minLength: 6, maxLength: 10 }),
      async (sequence) => {
        const project = await projectOf(app, leader, {
          endDate: end,
          fundMode: '1',
          funds: '100000.00',
          budget: [item('10201', '60000.00'), item('10301', '40000.00')],
        });
        const filed: Filing[] = [];
        for (const [turn, act] of sequence.entries()) {
          await perform(act, turn, project, filed);
          await check(project);
        }
      },
    ),
    // The same sequences in each run, so that a failure is the change's.
    {
      numRuns: 3,
      seed: 201,
      endOnFailure: true,
      // Concluded by letter: judged, approved, given up, and begun again.
      examples: [[['rename', 'all', 'recall', 'conclude', 'all', 'review', 'all', 'void']]],
    },
  );
  const judged = await one(
    `select count(*)::int as count from review_item where biz_kind = '2' and status = '2'`,
  );
  expect(judged.count).toBeGreaterThan(0);
});
