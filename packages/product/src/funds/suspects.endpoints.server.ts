import type { Commands } from '@keyan/engine/commands/port.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { RowOf } from '@keyan/kernel/definition/field/field.ts';
import { anyOf } from '@keyan/kernel/records/query.ts';
import { Type } from 'typebox';
import { project } from '../project/project.ts';
import { fundingArrive } from './funding-arrive.ts';
import {
  type ArrivalClues,
  type ArrivalOfSuspect,
  type CandidateProject,
  likelyProjects,
  type SuspectOfArrival,
} from './suspects.ts';

/** Maximum number of candidate projects that are scored, and maximum number shown. */
const maxCandidates = 200;
const maxShownSuspects = 5;

/**
 * SQL condition on allocations in which a person confirmed the project: granted, in booking,
 * booked.
 */
const confirmedSql = `d.status in ('0', '1', '2') and d.is_deleted = 0`;

/** SQL of granted allocations with their projects. */
const grantedSql = `
  from funding_divide d
  join funding_arrive a on a.tenant_id = d.tenant_id and a.id = d.arrive_id and a.is_deleted = 0
  join program q on q.tenant_id = d.tenant_id and q.id = d.program_id`;

/**
 * SQL of candidate projects with the values to compare.
 * @param taught condition on `a` and `q` that selects the grants from which payers of a source are
 * learned
 */
const candidateSql = (taught: string): string => `
  with taught as materialized (
    select q.resource, array_agg(distinct a.funding_source) as payers ${grantedSql}
     where d.tenant_id = $1 and ${confirmedSql} and q.program_kind <> 'horizontal' and ${taught}
     group by q.resource)
  select p.id::text, coalesce(p.program_name, '') as name, coalesce(p.program_num, '') as number,
         p.program_kind as kind, p.funds::text, coalesce(b.arrived, 0)::text as arrived,
         coalesce(u.real_name, '') as leader, p.program_leader::text as "leaderId",
         (select count(*)::int from users o where o.tenant_id = p.tenant_id and o.is_deleted = 0
            and o.real_name = u.real_name) as namesakes,
         array_remove(coalesce((select array_agg(n.unit_name) from program_units n
            where n.tenant_id = p.tenant_id and n.parent_id = p.id), '{}') || h.party_name || c.unit_name, null) as payers,
         array_remove(regexp_split_to_array(coalesce(c.aliases, ''), '[、,，;；]'), '') as aliases,
         p.resource as source, coalesce(t.payers, '{}') as taught, coalesce(c.bank_account, '') as account,
         coalesce((select array_agg(distinct a.bank_account) ${grantedSql}
           where d.tenant_id = p.tenant_id and ${confirmedSql} and a.bank_account is not null
             and (d.program_id = p.id or d.party_unit_id = p.party_unit_id)), '{}') as confirmed,
         coalesce(h.contract_num, '') as "contractNumber", coalesce(p.approval_num, '') as "approvalNumber",
         h.due_no as "dueNo", h.due_amount::text as "dueAmount", h.due_date::text as "dueDate",
         (select n.plan_amount::text from horizontal_record_pay_plans n where n.tenant_id = h.tenant_id
             and n.parent_id = h.id and n.sort > h.due_no order by n.sort limit 1) as "laterAmount",
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
    left join taught t on t.resource = p.resource and p.program_kind <> 'horizontal'
   where p.tenant_id = $1 and p.is_deleted = 0 and p.status in ('20', '21', '22', '30')
     and p.program_kind <> 'surplus'`;

/**
 * SQL of projects that may receive funds and match the arrival in number, client, account, leader
 * or amount.
 */
const candidatesOf = `${candidateSql('a.funding_source = $3')}
     and ((length(p.program_num) >= 4 and strpos($2, p.program_num) > 0)
       or (length(p.approval_num) >= 4 and strpos($2, p.approval_num) > 0)
       or (length(h.contract_num) >= 4 and strpos($2, h.contract_num) > 0)
       or (u.real_name <> '' and strpos($2, u.real_name) > 0)
       or p.funds = $4::numeric or p.funds - coalesce(b.arrived, 0) = $4::numeric or h.due_amount = $4::numeric
       or h.party_name = $3 or c.unit_name = $3 or strpos(coalesce(c.aliases, ''), $3) > 0
       or ($5 <> '' and (c.bank_account = $5 or p.id in (select d.program_id ${grantedSql}
            where d.tenant_id = $1 and ${confirmedSql} and a.bank_account = $5)))
       or exists (select from program_units n where n.tenant_id = p.tenant_id and n.parent_id = p.id
            and (n.unit_name = $3 or strpos(n.unit_name, $3) > 0 or strpos($3, n.unit_name) > 0)))
   order by p.id limit ${maxCandidates}`;

/** SQL of one project as a candidate. */
const candidateOf = `${candidateSql('q.resource = (select resource from program where tenant_id = $1 and id = $2)')} and p.id = $2`;

/** Candidate project with the id of its leader. */
export type CandidateWithLeader = CandidateProject & { readonly leaderId: string | null };

/** Candidate projects of an arrival, not scored yet. */
export const candidatesFor = (
  session: Session,
  clues: ArrivalClues,
): Promise<CandidateWithLeader[]> =>
  session.query<CandidateWithLeader>(candidatesOf, [
    session.tenantId,
    clues.memo,
    clues.payer,
    clues.amount,
    clues.account,
  ]);

/** Unmasked payer accounts of arrivals, by id. */
const accountsOf = async (
  session: Session,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await session.query<{ id: string; account: string }>(
    `select id::text, bank_account as account from funding_arrive
      where tenant_id = $1 and id = any($2) and bank_account is not null`,
    [session.tenantId, ids],
  );
  return new Map(rows.map((row) => [row.id, row.account]));
};

/** Values of an arrival that scoring compares. */
export const arrivalClues = (
  row: Pick<
    RowOf<typeof fundingArrive.fields>,
    'summary' | 'fundingSource' | 'arriveAmount' | 'arriveType' | 'arriveDate'
  >,
  account: string | null | undefined,
): ArrivalClues => ({
  payer: row.fundingSource ?? '',
  account: account ?? '',
  memo: row.summary ?? '',
  amount: row.arriveAmount ?? '0.00',
  type: row.arriveType,
  date: row.arriveDate,
});

/**
 * Candidates that the actor may see: all for people who grant claims; readable projects for people
 * with the arrivals page; otherwise only projects that the actor leads.
 */
const visibleCandidates = async (
  commands: Commands,
  actor: Actor,
  candidates: readonly CandidateWithLeader[],
): Promise<readonly CandidateWithLeader[]> => {
  if (actor.permissions.has('claimArrive_assign')) return candidates;
  if (!actor.permissions.has('arrive') || candidates.length === 0) {
    return candidates.filter(({ leaderId }) => leaderId === actor.id);
  }
  const { records } = await commands.list(project, {
    where: [
      anyOf(
        'id',
        candidates.map(({ id: one }) => one),
      ),
    ],
    sort: [],
    fields: ['programNum'],
    page: 1,
    size: maxCandidates,
  });
  const read = new Set(records.map((row) => row.id));
  return candidates.filter(({ id: one }) => read.has(one));
};

/** Call that returns 疑似项目 of an arrival, limited to projects that the reader may see. */
const suspected = endpoint({
  method: 'GET',
  path: `${fundingArrive.path}/suspects`,
  auth: 'user',
  summary: ['到账的疑似项目', 'Projects that an arrival may belong to'],
  input: Type.Object({ id: idParam }),
  run: async (input, { engine, actor }): Promise<readonly SuspectOfArrival[]> => {
    const commands = engine.as(actor);
    const { row } = await commands.read(fundingArrive, input.id);
    if (row.arriveAmount === null) return [];
    const [clues, candidates] = await engine.database.read(actor.tenantId, async (session) => {
      const found = arrivalClues(row, (await accountsOf(session, [row.id])).get(row.id));
      return [found, await candidatesFor(session, found)] as const;
    });
    const open = await visibleCandidates(commands, actor, candidates);
    return likelyProjects(clues, open)
      .slice(0, maxShownSuspects)
      .flatMap(({ id: found, points, reasons }) => {
        const one = open.find((candidate) => candidate.id === found);
        if (!one) return [];
        const { name, number, leader, payers, contractNumber, funds, arrived } = one;
        const { dueNo, dueAmount, dueDate } = one;
        const period = { dueNo, dueAmount, dueDate };
        const shown = { name, number, leader, payers, contractNumber, funds, arrived, ...period };
        return [{ id: found, ...shown, points, reasons }];
      });
  },
});

/** Permission codes of people who grant claims and people with the arrivals page. */
const offices = ['claimArrive_assign', 'arrive'] as const;

/** Maximum number of unallocated arrivals compared with a project, newest first. */
const maxComparedArrivals = 200;

/**
 * Call that returns 疑似来款 of a project: readable, unallocated arrivals that may pay the next
 * period of its contract.
 */
const arrivalsFor = endpoint({
  method: 'GET',
  path: `${fundingArrive.path}/suspectsOf`,
  auth: 'user',
  summary: ['项目的疑似来款', 'Arrivals that may belong to a project'],
  input: Type.Object({ programId: idParam }),
  run: async ({ programId }, { engine, actor }): Promise<readonly ArrivalOfSuspect[]> => {
    const commands = engine.as(actor);
    const { row: own } = await commands.read(project, programId);
    const [candidate] = await engine.database.read(actor.tenantId, (session) =>
      session.query<CandidateWithLeader>(candidateOf, [actor.tenantId, programId]),
    );
    const seesAll = offices.some((code) => actor.permissions.has(code));
    if (!candidate || !(seesAll || own.programLeader === actor.id)) return [];
    const { records } = await commands.list(fundingArrive, {
      where: [anyOf('status', ['0', '1']), { field: 'leftAmount', operator: 'above', value: '0' }],
      sort: [{ field: 'arriveDate', descending: true }],
      fields: ['fundingSource', 'summary', 'arriveAmount', 'arriveType', 'arriveDate'],
      page: 1,
      size: maxComparedArrivals,
    });
    const accounts = await engine.database.read(actor.tenantId, (session) =>
      accountsOf(
        session,
        records.map((row) => row.id),
      ),
    );
    return records
      .flatMap((row) => {
        const clues = arrivalClues(row, accounts.get(row.id));
        const { payer, memo, amount, date } = clues;
        return likelyProjects(clues, [candidate]).map(({ points, reasons }) => ({
          id: row.id,
          ...{ payer, memo, amount, date },
          ...{ points, reasons },
        }));
      })
      .toSorted((a, b) => b.points - a.points)
      .slice(0, maxShownSuspects);
  },
});

export const suspectEndpoints: readonly Endpoint[] = [suspected, arrivalsFor];
