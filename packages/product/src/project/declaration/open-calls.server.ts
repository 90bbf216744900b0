import { cachedCleanHtml } from '@keyan/engine/base/html.ts';
import { currentFacts } from '@keyan/engine/records/facts.ts';
import { ledgerShape } from '@keyan/engine/store/schema/ledger-shape.ts';
import { type ActorCall, type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import type { FactsOf } from '@keyan/kernel/definition/life/fact.ts';
import { type Row, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { say } from '@keyan/kernel/label.ts';
import { type Dictionary, entryOf } from '@keyan/kernel/values/dictionary.ts';
import { dayText, timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { declareStatus, programKind, projectLevel } from '../common/dictionaries.ts';
import { memberRoleCodes } from '../common/parts.ts';
import { projectSource } from '../program/sources.ts';
import { declareInfo } from './declare-info.ts';
import { declarePersons, declareQuotas, departmentQuotaOf } from './declare-ledgers.ts';
import { declarePlan } from './declare-plan.ts';
import {
  type CallPart,
  type CallWindow,
  type OpenCall,
  type OwnDeclaration,
  openCallsCode,
  openCallsService,
} from './open-calls.ts';
import type { peopleFacts } from './people-facts.ts';
import { obstaclesOf, type PersonFacts, type PersonObstacle, withPersonName } from './standing.ts';

type Plan = Row<typeof declarePlan>;
type Facts = FactsOf<typeof peopleFacts>;

/** Maximum number of calls on the page; the first to close come first. */
const maxCalls = 200;

/** SQL that selects calls open or upcoming for the reader, with the counts that the page needs. */
const calls = (persons: string, quotas: string): string => `
  with recursive above as (
    select d.id, d.parent_id from users u join dept d on d.tenant_id = u.tenant_id and d.is_deleted = 0
     and (d.id = u.dept_id or d.id in (select ud.dept_id from user_dept ud
       where ud.tenant_id = u.tenant_id and ud.user_id = u.id))
     where u.tenant_id = $1 and u.id = $2
    union
    select d.id, d.parent_id from above a join dept d on d.tenant_id = $1 and d.id = a.parent_id and d.is_deleted = 0
  )
  select p.id::text, to_char(x.until at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as extended,
         coalesce(p.dept_ids, '{}') = '{}' or exists (select from above where above.id = any(p.dept_ids)) as invited,
         coalesce(b.led, 0)::int as led, coalesce(b.joined, 0)::int as joined,
         (select json_agg(json_build_object('college', q.account, 'used', q.recommended)) from ${quotas} q
           where q.tenant_id = p.tenant_id and q.owner_id = p.id and q.account in (select above.id::text from above)) as used,
         (select coalesce(json_agg(above.id::text), '[]') from above) as departments,
         (select coalesce(json_agg(json_build_object('id', i.id::text, 'programName', i.program_name, 'declareStatus', i.declare_status)
                   order by i.create_time desc), '[]')
            from declare_info i where i.tenant_id = p.tenant_id and i.plan_id = p.id and i.is_deleted = 0
             and (i.create_user = $2 or i.program_leader = $2)) as mine
    from declare_plan p
    left join lateral (select max(e.until) as until from declare_plan_extensions e
      where e.tenant_id = p.tenant_id and e.parent_id = p.id and e.user_id = $2) x on true
    left join ${persons} b on b.tenant_id = p.tenant_id and b.owner_id = p.id and b.account = $2::text
   where p.tenant_id = $1 and p.is_deleted = 0
     and ((p.status = '1' and p.end_time >= $3) or (p.status in ('1', '3') and x.until >= $3))
   order by p.end_time, p.id limit ${maxCalls}`;

interface FoundPlan {
  readonly id: string;
  readonly extended: string | null;
  readonly invited: boolean;
  readonly led: number;
  readonly joined: number;
  readonly used: readonly { readonly college: string; readonly used: number }[] | null;
  readonly departments: readonly string[];
  readonly mine: readonly Omit<OwnDeclaration, 'declareStatusName'>[];
}

export const callPartFor = (name: string, found: readonly PersonObstacle[]): CallPart => ({
  may: !found.some(({ level }) => level === 'error'),
  findings: found.map((one) => ({
    rule: one.rule,
    level: one.level,
    message: withPersonName(name, one),
    until: one.until ?? '',
    free: one.free,
  })),
});

export const callWindowOf = (plan: Plan, now: string): CallWindow => {
  if ((plan.startTime ?? '') > now) return 'coming';
  return plan.status === '1' && (plan.endTime ?? '') >= now ? 'open' : 'extended';
};

const quotaFor = (plan: Plan, { used, departments }: FoundPlan): OpenCall['quota'] => {
  // Only colleges have quotas; departments above and below a college have none.
  const lines = (plan.quotas ?? []).map(({ deptId }) => deptId ?? '');
  const college =
    plan.deptQuotaMode === '1'
      ? used?.[0]?.college
      : departments.find((department) => lines.includes(department));
  const most =
    plan.deptQuotaMode === '1' ? plan.deptQuota : college ? departmentQuotaOf(plan, college) : null;
  if (most === null) return null;
  return { most, used: used?.find((one) => one.college === college)?.used ?? 0 };
};

/**
 * Calls for the reader with findings of R-102 as leader and as member; four SQL statements in
 * total.
 */
export const openCalls = async (call: ActorCall): Promise<readonly OpenCall[]> => {
  const { engine, actor, language, dictionaries } = call;
  const now = engine.clock();
  const [found, facts] = await engine.database.read(actor.tenantId, async (session) => [
    await session.query<FoundPlan>(
      calls(ledgerShape(declarePersons).balances, ledgerShape(declareQuotas).balances),
      [actor.tenantId, actor.id, now],
    ),
    // Facts of an empty declaration written by the reader.
    (await currentFacts(
      { engine, actor },
      session,
      untypedResource(declareInfo),
      {
        programLeader: actor.id,
        members: [{ userId: actor.id, memberRole: memberRoleCodes.leader }],
      },
      null,
    )) as Facts,
  ]);
  // Published plans are readable for everyone, even without a right to the page of plans.
  const plans = await engine.asSystem('open calls', actor.tenantId).readAll(
    declarePlan,
    found.map(({ id }) => id),
  );
  const name = facts.accounts.find(({ id }) => id === actor.id)?.realName ?? '';
  const worded = (dictionary: Dictionary, code: string | null): string =>
    say(entryOf(dictionaries(dictionary), code ?? '')?.label ?? ['', ''], language);
  return found.flatMap((one): readonly OpenCall[] => {
    const plan = plans.find(({ id }) => id === one.id) as Plan | undefined;
    if (!plan) return [];
    const standing: PersonFacts = {
      ...facts,
      standing: { [actor.id]: { led: one.led, joined: one.joined } },
    };
    const judged = {
      call: { ...plan, wantedType: null },
      facts: standing,
      today: dayText(now),
    };
    return [
      {
        id: plan.id,
        planName: plan.planName ?? '',
        programKind: plan.programKind ?? '',
        programKindName: worded(programKind, plan.programKind),
        planYear: plan.planYear,
        resource: plan.resource ?? '',
        resourceName: worded(projectSource, plan.resource),
        level: plan.level ?? '',
        levelName: worded(projectLevel, plan.level),
        fundMode: plan.fundMode ?? '',
        startTime: plan.startTime ?? '',
        endTime: plan.endTime ?? '',
        openUntil: [plan.endTime ?? '', one.extended ?? ''].sort().at(-1) ?? '',
        window: callWindowOf(plan, timeText(now)),
        invited: one.invited,
        lead: callPartFor(name, obstaclesOf(actor.id, '1', judged)),
        join: callPartFor(name, obstaclesOf(actor.id, '2', judged)),
        quota: quotaFor(plan, one),
        guide: plan.guide ? cachedCleanHtml(plan.guide) : '',
        files: plan.attachments ?? [],
        mine: one.mine.map((declaration) => ({
          ...declaration,
          declareStatusName: worded(declareStatus, declaration.declareStatus),
        })),
      },
    ];
  });
};

export const openCallEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: openCallsService,
    auth: 'user',
    permissions: [openCallsCode],
    summary: ['申报大厅：开放和即将开放的申报', 'Open and upcoming calls'],
    input: Type.Object({}),
    run: (_input, call) => openCalls(call),
  }),
];
