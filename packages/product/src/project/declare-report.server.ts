import { transactionOf } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { scopeValues } from '@keyan/engine/records/rights.ts';
import { roleHolders } from '@keyan/engine/records/role-holders.ts';
import type { Session } from '@keyan/engine/store/database.ts';
import { readableBy } from '@keyan/engine/store/scope.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { id } from '@keyan/engine/wire/inputs.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { released } from '../shared/releasing.ts';
import { changeRow } from '../shared/rows.server.ts';
import { declaredKinds, type ProgramKind, sections } from './access.ts';
import { declareInfo } from './declare-info.ts';
import { declarePlan } from './declare-plan.ts';
import {
  type CollegeReport,
  type PlanReports,
  type ReportLine,
  standingReports,
} from './declare-reports.ts';
import { recommended } from './declare-states.ts';

type Plan = StoredRow<typeof declarePlan.fields>;
type Declared = StoredRow<typeof declareInfo.fields>;

const planKind = declarePlan as unknown as Resource;
const declareKind = declareInfo as unknown as Resource;

const codeOf = (action: 'report' | 'giveBack', kind: string | null): string =>
  `${sections[kind as ProgramKind].letter}_plan_${action}`;

/** The codes of an action on the plans of every kind. */
const codesOf = (action: 'report' | 'giveBack'): readonly string[] =>
  declaredKinds.map((kind) => codeOf(action, kind));

interface StandingCollege extends Omit<CollegeReport, 'isReported' | 'reportTime'> {
  /** Its name in both languages, for what is stored; `name` is the one of the reader. */
  readonly names: Label;
  /** The leaders' and titles' declarations are those of `recommended`, as they are stored. */
  readonly recommended: readonly {
    id: string;
    title: string;
    leader: string;
    rank: number | null;
  }[];
}

/** What the colleges recommend under a plan, those with any declaration, by name. */
const standingOf = (
  session: Session,
  plan: string,
  colleges: readonly string[] | 'all',
): Promise<readonly StandingCollege[]> =>
  session.query<StandingCollege>(
    `select d.college_id::text as "deptId", said(c.dept_name, c.dept_name_en) as name,
        json_build_array(c.dept_name, coalesce(nullif(c.dept_name_en, ''), c.dept_name)) as names,
        count(*) filter (where d.declare_status = '10')::int as waiting,
        coalesce(json_agg(json_build_object('id', d.id::text, 'title', d.program_name,
            'leader', u.real_name, 'rank', d.dept_opinion_rank)
          order by d.dept_opinion_rank nulls last, d.declare_num)
          filter (where d.declare_status = any($3)), '[]') as recommended
       from declare_info d
       join dept c on c.tenant_id = d.tenant_id and c.id = d.college_id
       left join users u on u.tenant_id = d.tenant_id and u.id = d.program_leader
      where d.tenant_id = $1 and d.plan_id = $2 and d.is_deleted = 0
        and d.declare_status = any($3 || '{10}'::text[])
        and ($4::bigint[] is null or d.college_id = any($4))
      group by d.college_id, c.dept_name, c.dept_name_en
      order by c.dept_name`,
    [session.tenantId, plan, [...recommended], colleges === 'all' ? null : colleges],
  );

const isClosed = ({ status, endTime }: Pick<Plan, 'status' | 'endTime'>, now: string): boolean =>
  status === released.closed ||
  (status === released.published && endTime !== null && endTime <= now);

const tooEarly: Label = [
  '申报尚未截止，截止后方可上报',
  'Departments report once declarations have closed',
];
const changedMeanwhile: Label = [
  '本院系的推荐情况有变化，请刷新后重试',
  'What the department recommends has changed: reload and try again',
];

/** Is the department one that the actor looks after? */
const looksAfter = ({ departmentScope }: Actor, department: string): boolean =>
  departmentScope === 'all' || departmentScope.includes(department);

const reports = endpoint({
  method: 'GET',
  path: `${declarePlan.path}/reports`,
  auth: 'user',
  permissions: [...codesOf('report'), ...codesOf('giveBack')],
  summary: ['院系上报情况', 'How far departments are with a plan'],
  input: Type.Object({ id }),
  run: async (input, { engine, actor }): Promise<PlanReports> => {
    const { row } = await engine.as(actor).read(planKind, input.id);
    const plan = row as unknown as Plan;
    const mayReport = actor.permissions.has(codeOf('report', plan.programKind));
    const mayGiveBack = actor.permissions.has(codeOf('giveBack', plan.programKind));
    const scope = mayGiveBack ? 'all' : mayReport ? actor.departmentScope : [];
    const found = await engine.database.read(actor.tenantId, (session) =>
      standingOf(session, plan.id, scope),
    );
    const lines = new Map(standingReports(plan.reports).map((line) => [line.deptId, line]));
    return {
      isOpen: isClosed(plan, timeText(engine.clock())),
      mayReport,
      mayGiveBack,
      colleges: found.map(({ names: _names, ...college }) => ({
        ...college,
        isReported: lines.has(college.deptId),
        reportTime: lines.get(college.deptId)?.reportTime ?? null,
      })),
    };
  },
});

/** Locks a plan that the actor reads. @throws Denied without the code for plans of its kind. */
const lockPlan = async (
  transaction: ReturnType<typeof transactionOf>,
  plan: string,
): Promise<Plan> => {
  const { engine } = transaction;
  const actor = transaction.actor as Actor;
  const scope = readableBy(engine.store.catalog, planKind, actor);
  const row = await lockRow(transaction, planKind, plan, scope, scopeValues(transaction));
  const found = row as unknown as Plan;
  if (!actor.permissions.has(codeOf('report', found.programKind))) throw new Denied();
  return found;
};

const pageOf = (plan: Plan): string =>
  `${declarePlan.views[plan.programKind ?? '']?.path}/detail?id=${plan.id}`;

/** The declarations of the report get their places, in the order of their ids. */
const rankAll = async (
  transaction: ReturnType<typeof transactionOf>,
  ranks: readonly { readonly id: string; readonly rank: number }[],
): Promise<void> => {
  for (const { id: declaration, rank } of ranks.toSorted((a, b) =>
    BigInt(a.id) < BigInt(b.id) ? -1 : 1,
  )) {
    const row = await lockRow(transaction, declareKind, declaration);
    const before = row as unknown as Declared;
    if (!(recommended as readonly (string | null)[]).includes(before.declareStatus)) {
      throw new Refused(changedMeanwhile);
    }
    await changeRow(transaction, declareKind, row, 'rank', {
      deptOpinionRank: rank,
      isReported: '1',
    });
  }
};

/** a department ranks what it recommends, and reports it. From then on it recommends nothing else. */
const report = (
  engine: Engine,
  actor: Actor,
  given: {
    readonly id: string;
    readonly deptId: string;
    readonly declarations: readonly { readonly id: string; readonly rank: number }[];
  },
): Promise<void> =>
  engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = transactionOf({ engine, actor }, tx);
    const [college] = await standingOf(tx, given.id, [given.deptId]);
    if (!college) throw new Missing();
    const named = given.declarations.map(({ id: one }) => one).toSorted();
    const stands = college.recommended.map(({ id: one }) => one).toSorted();
    if (named.join() !== stands.join()) throw new Refused(changedMeanwhile);
    await rankAll(transaction, given.declarations);
    const plan = await lockPlan(transaction, given.id);
    const now = timeText(transaction.now);
    if (!isClosed(plan, now)) throw new Refused(tooEarly);
    if (standingReports(plan.reports).some(({ deptId }) => deptId === given.deptId)) {
      throw new Refused(['本院系已确认上报', 'The department has reported already']);
    }
    const line: ReportLine = {
      deptId: given.deptId,
      isReported: '1',
      reportCount: named.length,
      reportUser: actor.id,
      reportTime: now,
      backReason: null,
    };
    const others = (plan.reports ?? []).filter(({ deptId }) => deptId !== line.deptId);
    const before = plan as unknown as StoredRow;
    await changeRow(transaction, planKind, before, 'report', { reports: [...others, line] });
    const said = { dept: college.names, plan: plan.planName ?? '', count: named.length };
    await engine.messages.send(tx, [
      {
        type: '99',
        title: ['院系已确认上报', 'A department has reported'],
        content: fill(
          [
            '【{dept}】已确认上报【{plan}】{count} 项。',
            '{dept} reported {count} declarations under “{plan}”.',
          ],
          said,
        ),
        business: { resource: planKind.key, id: plan.id },
        link: pageOf(plan),
        to: await roleHolders(tx, [sections[plan.programKind as ProgramKind].section]),
      },
    ]);
  });

const submitQr = endpoint({
  method: 'POST',
  path: `${declarePlan.path}/submitQr`,
  auth: 'user',
  permissions: codesOf('report'),
  summary: ['院系确认上报', 'A department reports what it recommends'],
  input: Type.Object({
    id,
    deptId: id,
    declarations: Type.Array(
      Type.Object({ id, rank: Type.Integer({ minimum: 1, maximum: 999 }) }),
      { minItems: 1, maxItems: 999 },
    ),
  }),
  run: async (given, { engine, actor }) => {
    if (!looksAfter(actor, given.deptId)) throw new Denied();
    const ranks = new Set(given.declarations.map(({ rank }) => rank));
    if (ranks.size < given.declarations.length) {
      const message: Label = ['推荐排序不能重复', 'Each declaration has a place of its own'];
      throw new Invalid([{ path: 'declarations', message }]);
    }
    await report(engine, actor, given);
    return { id: given.id };
  },
});

/** The calls of reports of departments. */
export const reportEndpoints: readonly Endpoint[] = [reports, submitQr];
