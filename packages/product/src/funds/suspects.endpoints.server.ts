import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { id } from '@keyan/engine/wire/inputs.ts';
import { Type } from 'typebox';
import { fundingArrive } from './funding-arrive.ts';
import { type Candidate, type Clues, type ShownSuspect, suspects } from './suspects.ts';

/** Candidates are looked for among so many projects; the likeliest of them are shown. */
const mostCandidates = 200;
const mostShown = 5;

/** Projects that take money in, and of which the arrival says anything: number, client, leader or amount. */
const candidatesOf = `
  select p.id::text, coalesce(p.program_name, '') as name, coalesce(p.program_num, '') as number,
         p.program_kind as kind, p.funds::text, coalesce(b.arrived, 0)::text as arrived,
         coalesce(u.real_name, '') as leader, p.program_leader::text as "leaderId",
         (select count(*)::int from users o where o.tenant_id = p.tenant_id and o.is_deleted = 0
            and o.real_name = u.real_name) as namesakes,
         array_remove(coalesce((select array_agg(n.unit_name) from program_units n
            where n.tenant_id = p.tenant_id and n.parent_id = p.id), '{}') || h.party_name || c.unit_name, null) as payers,
         array_remove(regexp_split_to_array(coalesce(c.aliases, ''), '[、,，;；]'), '') as aliases,
         coalesce(h.contract_num, '') as "contractNumber", h.due_no as "dueNo", h.due_amount::text as "dueAmount",
         coalesce((select array_agg((i.billed - i.red - i.settled)::text)
            from billapplyinfo v
            join ledger_bills_balance i on i.tenant_id = v.tenant_id and i.owner_id = v.id and i.account = ''
           where v.tenant_id = p.tenant_id and v.program_id = p.id and v.is_deleted = 0 and v.bill_mode = '2'
             and v.status in ('3', '8') and i.billed - i.red - i.settled > 0), '{}') as "dueInvoices"
    from program p
    left join users u on u.tenant_id = p.tenant_id and u.id = p.program_leader
    left join ledger_funds_balance b on b.tenant_id = p.tenant_id and b.owner_id = p.id and b.account = ''
    left join horizontal_record h on h.tenant_id = p.tenant_id and h.id = p.contract_id and h.is_deleted = 0
    left join cooperation c on c.tenant_id = p.tenant_id and c.id = p.party_unit_id and c.is_deleted = 0
   where p.tenant_id = $1 and p.is_deleted = 0 and p.status in ('20', '21', '22', '30')
     and p.program_kind <> 'surplus'
     and ((length(p.program_num) >= 4 and strpos($2, p.program_num) > 0)
       or (length(h.contract_num) >= 4 and strpos($2, h.contract_num) > 0)
       or (u.real_name <> '' and strpos($2, u.real_name) > 0)
       or p.funds = $4::numeric or p.funds - coalesce(b.arrived, 0) = $4::numeric or h.due_amount = $4::numeric
       or h.party_name = $3 or c.unit_name = $3 or strpos(coalesce(c.aliases, ''), $3) > 0
       or exists (select from program_units n where n.tenant_id = p.tenant_id and n.parent_id = p.id
            and (n.unit_name = $3 or strpos(n.unit_name, $3) > 0 or strpos($3, n.unit_name) > 0)))
   order by p.id limit ${mostCandidates}`;

/** A project that an arrival may belong to, with its leader. */
export type LedCandidate = Candidate & { readonly leaderId: string | null };

/** The projects that an arrival may belong to, before they are judged. */
export const candidatesFor = (session: Session, clues: Clues): Promise<LedCandidate[]> =>
  session.query<LedCandidate>(candidatesOf, [
    session.tenantId,
    clues.memo,
    clues.payer,
    clues.amount,
  ]);

/** 疑似项目 of an arrival: of the whole school for whoever grants claims, else of one's own projects. */
const suspected = endpoint({
  method: 'GET',
  path: `${fundingArrive.path}/suspects`,
  auth: 'user',
  summary: ['到账的疑似项目', 'Projects that an arrival may belong to'],
  input: Type.Object({ id }),
  run: async (input, { engine, actor }): Promise<readonly ShownSuspect[]> => {
    const { row } = await engine.as(actor).read(fundingArrive, input.id);
    if (row.arriveAmount === null) return [];
    const clues = {
      payer: row.fundingSource ?? '',
      memo: row.summary ?? '',
      amount: row.arriveAmount,
      type: row.arriveType,
    };
    const candidates = await engine.database.read(actor.tenantId, (session) =>
      candidatesFor(session, clues),
    );
    const seesAll = actor.permissions.has('claimArrive_assign');
    const open = candidates.filter(({ leaderId }) => seesAll || leaderId === actor.id);
    return suspects(clues, open)
      .slice(0, mostShown)
      .flatMap(({ id: found, points, reasons }) => {
        const one = open.find((candidate) => candidate.id === found);
        return one
          ? [{ id: found, name: one.name, number: one.number, leader: one.leader, points, reasons }]
          : [];
      });
  },
});

export const suspectEndpoints: readonly Endpoint[] = [suspected];
