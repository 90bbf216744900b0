import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import type { projectSource } from '../../project/program/sources.ts';
import { contractsOf } from '../contract-words.server.ts';
import type { SeedParts } from '../story-player.server.ts';
import { university } from '../university.server.ts';

const { tenantId } = university;

/** Project that receives money. */
export interface PaidProject {
  readonly id: string;
  readonly number: string;
  readonly approval: string | null;
  readonly name: string;
  readonly leader: string;
  readonly account: string;
  readonly department: string;
  readonly college: string;
  readonly kind: string;
  readonly source: string | null;
  readonly contract: string | null;
  readonly client: string | null;
  readonly fundMode: string | null;
  /** Yuan. */
  readonly granted: string;
  /** Partner that receives a part of a contract's money, and the part in yuan. */
  readonly partner: string | null;
  readonly transfer: string | null;
  /** True if the project's contract is exempt from tax; false without a contract. */
  readonly taxFree: boolean;
  readonly start: string;
  readonly end: string;
}

const columns = `
  p.id::text, p.program_num as number, p.approval_num as approval, p.program_name as name,
  p.program_leader::text as leader, u.account, p.department_id::text as department,
  d.dept_code as college, p.program_kind as kind, p.resource as source,
  p.contract_id::text as contract, h.party_name as client, p.fund_mode as "fundMode",
  p.funds::text as granted,
  (select n.unit_name from program_units n where n.tenant_id = p.tenant_id and n.parent_id = p.id and p.contract_id is not null limit 1) as partner,
  (select sum(n.funds)::text from program_units n where n.tenant_id = p.tenant_id and n.parent_id = p.id and p.contract_id is not null) as transfer,
  coalesce(h.is_tax_free = '1', false) as "taxFree", p.start_date::text as start, p.end_date::text as end`;

/** Reads the money of contracts that the office allocated and nobody has booked. */
export const grantedAmounts = ({
  engine,
}: SeedParts): Promise<
  readonly (PaidProject & {
    readonly arriveId: string;
    readonly amount: string;
    readonly paid: string;
  })[]
> =>
  engine.database.read(tenantId, (session) =>
    session.query<PaidProject & { arriveId: string; amount: string; paid: string }>(
      `select ${columns}, f.arrive_id::text as "arriveId", f.divide_amount::text as amount,
              f.arrive_date::text as paid
         from funding_divide f
         join program p on p.tenant_id = f.tenant_id and p.id = f.program_id
         join users u on u.tenant_id = p.tenant_id and u.id = p.program_leader
         join dept d on d.tenant_id = p.tenant_id and d.id = p.department_id
         join horizontal_record h on h.tenant_id = p.tenant_id and h.id = p.contract_id
        where f.tenant_id = $1 and f.is_deleted = 0 and f.status = '0' order by f.id`,
      [tenantId],
    ),
  );

/**
 * Reads the projects without money that had begun by a day and whose funds are open: first those of the guided tour's
 * account, then concluded ones.
 */
export const projectsWithoutMoney = (
  { engine }: SeedParts,
  today: string,
): Promise<readonly PaidProject[]> =>
  engine.database.read(tenantId, (session) =>
    session.query<PaidProject>(
      `select ${columns}
         from program p
         join users u on u.tenant_id = p.tenant_id and u.id = p.program_leader
         join dept d on d.tenant_id = p.tenant_id and d.id = p.department_id
         left join horizontal_record h on h.tenant_id = p.tenant_id and h.id = p.contract_id
        where p.tenant_id = $1 and p.is_deleted = 0 and p.status in ('20', '21', '22', '30', '40')
          and p.is_closed = '0'
          and p.program_kind <> 'surplus' and p.funds is not null
          and p.start_date <= $2
          and not exists (select 1 from funding_divide f
             where f.tenant_id = p.tenant_id and f.program_id = p.id and f.is_deleted = 0)
        order by u.account = 'teacher' desc, p.status = '40' desc, p.contract_id is not null desc, p.id`,
      [tenantId, today],
    ),
  );

/** Payer, arrival type and purpose, by project source. */
const payers: Readonly<Record<string, readonly [payer: string, type: string, purpose: string]>> = {
  '1003': ['国家自然科学基金委员会', '01', '项目直接经费'],
  '1004': ['全国哲学社会科学工作办公室', '01', '资助经费'],
  '2001': ['教育部社会科学司', '01', '人文社会科学研究项目经费'],
  '2004': ['省科学技术厅', '01', '科技计划项目经费'],
  '2005': ['省自然科学基金委员会办公室', '01', '项目经费'],
  '2006': ['省哲学社会科学规划办公室', '01', '规划项目经费'],
  '3001': ['省教育厅', '01', '科研计划项目经费'],
  '6001': ['江陵大学科研处', '03', '校级科研基金拨款'],
  '6005': ['江陵大学地域文化研究基地', '03', '基地项目经费'],
} satisfies Readonly<
  Partial<
    Record<CodeOf<typeof projectSource>, readonly [payer: string, type: string, purpose: string]>
  >
>;

/** Returns the payer of a project: its client, or the office of its source. */
export const payerOf = ({
  source,
  client,
  college,
}: Pick<PaidProject, 'source' | 'college'> & { readonly client?: string | null }): readonly [
  payer: string,
  type: string,
  purpose: string,
] => {
  const usual = contractsOf[college]?.[0]?.[0] ?? '江陵市社会科学界联合会';
  return payers[source ?? ''] ?? [client ?? usual, '02', '合同款'];
};

/** Returns the payer's memo: the approval number of the project, and the purpose. */
export const payerMemoOf = (
  project: Pick<PaidProject, 'approval' | 'number' | 'name'>,
  purpose: string,
): string =>
  `${project.approval ?? project.number} ${project.name.replace(/[（：].*$/, '').slice(0, 24)} ${purpose}`;
