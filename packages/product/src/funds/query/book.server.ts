import type { Engine } from '@keyan/engine/engine.ts';
import { openingMonth } from '@keyan/engine/ledger/statements.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { anyScope, departmentScope, own, scopeAdmits } from '@keyan/kernel/access/scope.ts';
import { Denied } from '@keyan/kernel/errors.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { budgetItem } from '../../project/budget/budget-items.ts';
import { wholeProjectSubaccount } from '../../project/budget/funds.ts';
import { byBudgetModeCode, fundMode } from '../../project/common/dictionaries.ts';
import { memberRoleCodes } from '../../project/common/parts.ts';
import { project } from '../../project/project.ts';
import { fundsOpening } from '../opening/funds-opening.ts';
import type { Book, SpendingMonth } from './figures.ts';
import { elapsedPercentOf, figureSumsOf, spendingRateOf, sumsSql } from './sums.server.ts';

/**
 * Scope of projects whose entries a reader may see: led by the reader, or of departments in the
 * reader’s data scope.
 */
const opening = anyScope(own('programLeader'), departmentScope('departmentId'));

/**
 * Readable project, and whether the reader may see its entries; members see sums only, except the
 * assistant who files expenses.
 * @throws Denied or Missing if the reader may not read the project
 */
export const readableProject = async (engine: Engine, actor: Actor, id: string) => {
  const { row } = await engine.as(actor).read(project, id);
  const isAssistant = row.members?.some(
    ({ userId, memberRole }) => userId === actor.id && memberRole === memberRoleCodes.assistant,
  );
  return {
    row,
    opens:
      isAssistant === true ||
      scopeAdmits(
        opening,
        actor,
        { programLeader: row.programLeader, departmentId: row.departmentId },
        { todo: false, done: false },
      ),
  };
};

/**
 * Checks that the reader may see the entries of a project.
 * @throws Denied if not; Missing if the project is not readable
 */
export const assertOpensEntries = async (engine: Engine, actor: Actor, id: string) => {
  const { row, opens } = await readableProject(engine, actor, id);
  if (!opens) throw new Denied();
  return row;
};

type TextRow = Readonly<Record<string, string | null>>;

const balancesSql = `
  select b.account as item, ${sumsSql('b')} from ledger_funds_balance b
   where b.tenant_id = $1 and b.owner_id = $2 group by b.account order by b.account`;

const namesSql = `
  select u.real_name as leader, said(d.dept_name, d.dept_name_en) as department from program p
    left join users u on u.tenant_id = p.tenant_id and u.id = p.program_leader
    left join dept d on d.tenant_id = p.tenant_id and d.id = p.department_id
   where p.tenant_id = $1 and p.id = $2`;

/** Opening amounts stand in the month of their day: that is where their line begins. */
const monthsSql = `
  with opened as (
    select date_trunc('month', min(e.on_day))::date as month from ledger_funds e
     where e.tenant_id = $1 and e.owner_id = $2 and e.source = '${fundsOpening.key}'
  ), m as (
    select case when k.month = '${openingMonth}' then coalesce(o.month, k.month) else k.month end as month,
           k.arrived, k.booked, k.spent
      from ledger_funds_month k cross join opened o
     where k.tenant_id = $1 and k.owner_id = $2 and k.account = ''
  )
  select m.month::text, (sum(sum(m.arrived)) over w)::text as arrived, (sum(sum(m.booked)) over w)::text as booked,
         (sum(sum(m.spent)) over w)::text as spent
    from m group by m.month window w as (order by m.month) order by m.month`;

const whole = figureSumsOf(
  Object.fromEntries(
    [
      'budget',
      'arrived',
      'carried',
      'taxed',
      'overhead',
      'indirect',
      'net',
      'pending',
      'booked',
      'held',
      'spent',
      'settled',
      'available',
    ].map((one) => [one, '0.00']),
  ),
);

/** Funds of one project: figures, items and months. */
export const projectBookOf = async (
  engine: Engine,
  actor: Actor,
  id: string,
  language: Language,
): Promise<Book> => {
  const { row, opens } = await readableProject(engine, actor, id);
  const { balances, months, names } = await engine.database.read(
    actor.tenantId,
    async (session) => {
      const [found] = await session.query<TextRow>(namesSql, [actor.tenantId, id]);
      return {
        names: found,
        balances: await session.query<TextRow>(balancesSql, [actor.tenantId, id]),
        months: await session.query<SpendingMonth>(monthsSql, [actor.tenantId, id]),
      };
    },
  );
  const byItem = new Map(balances.map((one) => [String(one.item), figureSumsOf(one)]));
  const sums = { ...(byItem.get('') ?? whole), budget: row.funds ?? '0.00' };
  byItem.delete('');
  const mode = row.fundMode ? entryOf(fundMode, row.fundMode) : undefined;
  return {
    id,
    name: row.programName ?? '',
    number: row.programNum ?? '',
    leader: names?.leader ?? '',
    department: names?.department ?? '',
    startDate: row.startDate ?? '',
    endDate: row.endDate ?? '',
    fundMode: mode ? say(mode.label, language) : '',
    isByItem: row.fundMode === byBudgetModeCode,
    sums,
    rate: spendingRateOf(sums),
    elapsed: elapsedPercentOf(row.startDate, row.endDate, dayText(engine.clock())),
    items: [...byItem].map(([code, itemSums]) => {
      const entry = entryOf(budgetItem, code);
      const name =
        code === wholeProjectSubaccount ? (['未分科目', 'No budget item'] as const) : entry?.label;
      return { code, name: name ? say(name, language) : code, sums: itemSums };
    }),
    months,
    opens,
  };
};
