import { type ActorCall, type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { Type } from 'typebox';
import { openCallsCode } from '../open-calls.ts';
import { type ProposedList, proposedService } from './proposed.ts';

const lists = `
  select p.id::text, coalesce(p.plan_name, '') as "planName",
         to_char(p.shown_from at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as "shownFrom",
         to_char(p.shown_until at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as "shownUntil",
         p.shown_until >= $2 as "isOpen",
         (select coalesce(json_agg(json_build_object(
                   'declareNum', coalesce(l.declare_num, ''), 'programName', coalesce(l.program_name, ''),
                   'leader', coalesce(u.real_name, ''), 'department', coalesce(d.dept_name, ''),
                   'amount', coalesce(l.amount::text, '')) order by l.sort_order), '[]')
            from declare_plan_proposed l
            left join users u on u.tenant_id = l.tenant_id and u.id = l.program_leader
            left join dept d on d.tenant_id = l.tenant_id and d.id = l.department_id
           where l.tenant_id = p.tenant_id and l.parent_id = p.id) as projects
    from declare_plan p
   where p.tenant_id = $1 and p.is_deleted = 0 and p.status in ('1', '3')
     and p.shown_from <= $2 and p.shown_until >= $2::timestamptz - interval '30 days'
   order by p.shown_until desc, p.id limit 50`;

/** Public lists of calls, readable for everyone during publication. */
const proposedLists = ({ engine, actor }: ActorCall): Promise<readonly ProposedList[]> =>
  engine.database.read(actor.tenantId, (session) =>
    session.query<ProposedList>(lists, [actor.tenantId, engine.clock()]),
  );

export const proposedEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: proposedService,
    auth: 'user',
    permissions: [openCallsCode],
    summary: ['拟立项公示名单', 'Public notice lists of proposed projects'],
    input: Type.Object({}),
    run: (_input, call) => proposedLists(call),
  }),
];
