import {
  type Behaviour,
  defineBehaviour,
  type ReadingContext,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { CheckFinding } from '@keyan/kernel/definition/life/checks.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { roundAmount } from '@keyan/kernel/values/amounts.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { arrivalBudget } from './arrival-budget.ts';
import { fittingConfig, manageRateOf, type OverheadBand } from './config/fitting.ts';
import type { RateConfig } from './config/rates.ts';

/** Codes of `divideStatus` in which the rates of a booking are frozen. */
const frozenCodes: ReadonlySet<unknown> = new Set(['1', '2']);

interface Rated {
  readonly programId: string | null;
  readonly contractId: string | null;
  readonly programKind: string | null;
  readonly fundMode: string | null;
  readonly manageRate: string | null;
  readonly ratesOf: string | null;
  readonly status: string | null;
}

type Today = RateConfig & {
  readonly name: string;
};

const inForce = `
  select c.id::text, c.config_name as name, c.program_kind as "programKind", c.resource,
         c.contract_type as "contractType", c.fund_mode as "fundMode", c.start_date::text as "startDate",
         c.manage_rate::text as "manageRate", c.indirect_rate::text as "indirectRate",
         c.performance_rate::text as "performanceRate", c.college_rate::text as "collegeRate",
         c.tax_rate::text as "taxRate",
         coalesce((select json_agg(json_build_object('upTo', s.up_to::text, 'rate', s.rate::text) order by s.sort_order)
                     from funds_config_manage_steps s where s.tenant_id = c.tenant_id and s.parent_id = c.id), '[]')
           as "manageSteps"
    from funds_config c
   where c.tenant_id = $1 and c.is_deleted = 0 and c.status = '1'
     and c.start_date <= $2::date and (c.end_date is null or c.end_date >= $2::date)`;

interface Project {
  readonly id: string;
  readonly resource: string | null;
  readonly funds: string | null;
  readonly contractType: string | null;
}

const projectsOf = `
  select p.id::text, p.resource, p.funds::text, h.contract_type as "contractType"
    from program p
    left join horizontal_record h on h.tenant_id = p.tenant_id and h.id = p.contract_id
   where p.tenant_id = $1 and p.id = any($2::bigint[])`;

const said = (rate: string): string => `${roundAmount(rate, 2).replace(/\.?0+$/, '')}%`;

const findingOf = (
  row: Rated,
  configs: readonly Today[],
  project: Project | undefined,
): CheckFinding | null => {
  if (row.manageRate === null || row.ratesOf === null) return null;
  const config = fittingConfig(configs, {
    programKind: row.programKind,
    resource: project?.resource ?? null,
    contractType: project?.contractType ?? null,
    fundMode: row.fundMode,
  });
  if (!config) return null;
  const today = manageRateOf(
    { ...config, manageSteps: config.manageSteps as readonly OverheadBand[] },
    project?.funds,
  );
  if (roundAmount(today, 2) === roundAmount(row.manageRate, 2)) {
    return {
      level: 'good',
      text: [
        `按【${config.name}】${said(today)} 计提管理费`,
        `Overhead of ${said(today)} by “${config.name}”`,
      ],
    };
  }
  return {
    level: 'warn',
    text: [
      `费率配置已于 ${config.startDate} 由 ${said(row.manageRate)} 改为 ${said(today)}，本单按提交时（${row.ratesOf}）的 ${said(row.manageRate)} 计算`,
      `The rate was changed from ${said(row.manageRate)} to ${said(today)} on ${config.startDate}; this booking keeps the ${said(row.manageRate)} of its submission on ${row.ratesOf}`,
    ],
  };
};

/**
 * Findings on bookings whose rates differ from today’s; a booking keeps the rates of its
 * submission.
 */
const rateFindings = async (
  rows: readonly Rated[],
  { session, engine }: ReadingContext,
): Promise<readonly (CheckFinding | null)[]> => {
  const [configs, projects] = [
    await session.query<Today>(inForce, [session.tenantId, dayText(engine.clock())]),
    await session.query<Project>(projectsOf, [
      session.tenantId,
      rows.flatMap(({ programId }) => programId ?? []),
    ]),
  ];
  return rows.map((row) =>
    findingOf(
      row,
      configs,
      projects.find(({ id }) => id === row.programId),
    ),
  );
};

const booked = '2';

/**
 * Refuses to undo a booking with refunds, since a refund must not exceed the booked amount.
 * @throws Refused if funds were refunded
 */
const assertNothingRefunded = async (
  row: { readonly divideId: string | null },
  { tx }: TransactionContext,
): Promise<void> => {
  const [refund] = await tx.query<{ number: string; amount: string }>(
    `select refund_num as number, refund_amount::text as amount from funding_refund
      where tenant_id = $1 and divide_id = $2 and status = '1' and is_deleted = 0 order by id limit 1`,
    [tx.tenantId, row.divideId],
  );
  if (!refund) return;
  const amount = groupDigits(refund.amount);
  throw new Refused([
    `该分配已退款 ${amount} 元（${refund.number}），入账不能撤销`,
    `${amount} yuan of it were refunded (${refund.number}): the booking stays`,
  ]);
};

/** Records the day of a booking’s rates, and warns approvers if the rates have changed. */
export const arrivalBudgetBehaviour: Behaviour = defineBehaviour(arrivalBudget, {
  complete: async (_row, { before, now }) =>
    frozenCodes.has(before?.status) ? {} : { ratesOf: dayText(now) },
  saved: async (row, { before, ...transaction }) => {
    if (before?.status === booked && row.status !== booked)
      await assertNothingRefunded(row, transaction);
  },
  checked: { rates: (rows, context) => rateFindings(rows, context) },
});
