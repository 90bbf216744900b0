import { defineBehaviour, type TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { atMost } from '@keyan/kernel/values/amounts.ts';
import { fundingArrive } from './funding-arrive.ts';
import { fundingDivide } from './funding-divide.ts';

interface Waiting {
  readonly number: string;
  readonly leader: string;
  readonly amount: string;
}

/** Maximum number of claims named in a refusal. */
const maxNamedClaims = 5;

/**
 * Checks that no claim on the arrival is pending.
 * @throws Refused with claimants and amounts
 */
const assertNoPendingClaims = async (id: string, { tx }: TransactionContext): Promise<void> => {
  const found = await tx.query<Waiting>(
    `select d.divide_num as number, coalesce(u.real_name, '') as leader, d.divide_amount::text as amount
       from funding_divide d left join users u on u.tenant_id = d.tenant_id and u.id = d.program_leader
      where d.tenant_id = $1 and d.arrive_id = $2 and d.status = '9' and d.is_deleted = 0
      order by d.id limit ${maxNamedClaims}`,
    [tx.tenantId, id],
  );
  if (found.length === 0) return;
  const named = (unit: string): string =>
    found
      .map(({ number, leader, amount }) => `${number} ${leader} ${groupDigits(amount)}${unit}`)
      .join('、');
  throw new Refused([
    `尚有待裁定的认领：${named(' 元')}`,
    `Claims awaiting a decision: ${named(' yuan')}`,
  ]);
};

/** Refuses to end the division of an arrival while claims on it are pending. */
export const fundingArriveBehaviour = defineBehaviour(fundingArrive, {
  performed: { divideFinish: ({ id }, transaction) => assertNoPendingClaims(id, transaction) },
});

/** Refuses claims that exceed the unallocated amount of the arrival. */
export const fundingDivideBehaviour = defineBehaviour(fundingDivide, {
  check: async ({ arriveId, divideAmount, status }, { tx }) => {
    if (status !== null && status !== '9') return [];
    const [arrival] = await tx.query<{ left: string }>(
      `select (b.arrived - b.divided)::text as left from ledger_arrivals_balance b
        where b.tenant_id = $1 and b.owner_id = $2 and b.account = ''`,
      [tx.tenantId, arriveId],
    );
    if (!arrival || atMost(divideAmount, arrival.left)) return [];
    const [left, asked] = [groupDigits(arrival.left), groupDigits(String(divideAmount))];
    return [
      {
        path: 'divideAmount',
        message: [
          `剩余 ${left} 元，不能认领 ${asked} 元`,
          `${left} yuan are left; ${asked} cannot be claimed`,
        ],
      },
    ];
  },
});
