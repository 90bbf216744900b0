import type pg from 'pg';
import type { Next } from './load.ts';
import { waitingFiles } from './papers.ts';
import { signIn, tenant } from './people.ts';

/** Expense of one item: begins an approval, reserves its amount and uses its invoice number. */
export interface Expense {
  readonly programId: string;
  readonly expenseType: string;
  readonly expenseDate: string;
  readonly payee: string;
  readonly receivablesAccount: string;
  readonly openingBank: string;
  readonly reason: string;
  readonly items: readonly {
    readonly itemCode: string;
    readonly amount: string;
    readonly invoiceNum: string;
    readonly remark: string;
  }[];
}

const leaderAccount = 'teacher';
const itemCode = '10201';
/**
 * Number of projects, as many as in a college: expenses of one project wait for each other's locks.
 */
const projects = 40;

let serial = Date.now() % 1_000_000_000;

const freshExpense = (programId: string): Expense => {
  serial += 1;
  return {
    programId,
    expenseType: '01',
    expenseDate: '2026-11-20',
    payee: `江陵试剂有限公司 ${serial}`,
    receivablesAccount: `6222020200${serial}`,
    openingBank: '中国工商银行江陵支行',
    reason: '购买实验材料',
    items: [{ itemCode, amount: '12.50', invoiceNum: `B${serial}`, remark: '试剂' }],
  };
};

/**
 * Makes projects of one leader with more money than the run can spend, directly in the database,
 * since spending is measured. The baseline has equal balances in separate tables.
 */
const richProjects = async (admin: pg.Client, leader: string): Promise<readonly string[]> => {
  const { rows } = await admin.query<{ id: string }>(
    `update program set program_leader = $2, status = '20', fund_mode = '2'
      where tenant_id = $1 and id in (select id from program where tenant_id = $1 and is_deleted = 0
        order by id limit $3) returning id::text`,
    [tenant, leader, projects],
  );
  const ids = rows.map(({ id }) => id);
  for (const table of ['ledger_funds_balance', 'baseline_balance']) {
    await admin.query(
      `insert into ${table} (tenant_id, owner_id, account, booked)
         select $1, id, account, 999999999 from unnest($2::bigint[]) id, unnest($3::text[]) account
         on conflict (tenant_id, owner_id, account) do update set booked = excluded.booked`,
      [tenant, ids, ['', itemCode]],
    );
  }
  return ids;
};

/**
 * Makes requests for new expenses of one leader, over the projects in turn, each with an uploaded
 * invoice.
 * @param site address of the product; undefined for the baseline server, whose expenses have no
 * file
 */
export const openExpenses = async (
  site: string | undefined,
  admin: pg.Client,
  expected: number,
): Promise<Next> => {
  const { rows } = await admin.query<{ id: string }>(
    'select id::text from users where tenant_id = $1 and account = $2',
    [tenant, leaderAccount],
  );
  const leader = rows[0]?.id ?? '';
  const owners = await richProjects(admin, leader);
  let turn = 0;
  const next = (): Expense => {
    turn += 1;
    return freshExpense(owners[turn % owners.length] ?? '');
  };
  if (site === undefined) {
    return () => ({ method: 'POST', path: '/spend', body: JSON.stringify(next()) });
  }
  const headers = await signIn(site, leaderAccount);
  const files = await waitingFiles(admin, leader, expected, '25');
  return () => {
    const id = files.pop();
    if (id === undefined) return null;
    const attachments = [{ id, catalog: '25' }];
    return {
      method: 'POST',
      path: '/api/kh-edu-research/fundsExpenditure/submit',
      headers,
      body: JSON.stringify({ ...next(), attachments }),
    };
  };
};
