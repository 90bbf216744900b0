import { snakeCase } from '@keyan/kernel/definition/resource.ts';
import { funds } from '../../project/budget/funds.ts';

/** Column names of the ledger’s measures. */
export const measureColumns: readonly string[] = Object.keys(funds.measures).map(snakeCase);

/**
 * SQL of common table expressions after `own` (ids of matching projects): `share` is true if more
 * than half of the projects with funds match; then `others` has the projects that do not match.
 */
export const shareSql = (tenant: string): string => `share as materialized (
        select (select count(*) from own) * 2 > coalesce(sum(owners), 0) as most
          from ledger_funds_total where tenant_id = ${tenant} and account = '' and year = 0),
      others as materialized (
        select b.owner_id as id from ledger_funds_balance b
         where b.tenant_id = ${tenant} and b.account = '' and b.owner_id not in (select id from own)
           and (select most from share))`;

/** SQL of sums by owner, multiplied by a sign. */
const ownersSums = (
  tenant: string,
  kept: 'year' | 'balance',
  where: readonly string[],
  sign: '' | '-',
): string =>
  `select s.account, ${kept === 'year' ? 's.year' : '0 as year'}, ${sign}1 as owners,
          ${measureColumns.map((one) => `${sign}s.${one} as ${one}`).join(', ')}
     from ledger_funds_${kept} s where s.tenant_id = ${tenant} and ${where.join(' and ')}`;

/**
 * SQL of the sums of matching projects by subaccount and year. If most projects match, these are
 * the stored totals minus the sums of the others (decision 0410).
 * @param kept table with sums by year or of all years
 * @param where conditions on subaccount and year of `s`
 */
export const sumsOfFoundProjects = (
  tenant: string,
  kept: 'year' | 'balance',
  where: readonly string[],
): string => `select s.account, s.year, s.owners, ${measureColumns.map((one) => `s.${one}`).join(', ')}
     from ledger_funds_total s
    where s.tenant_id = ${tenant} and s.year ${kept === 'year' ? '<> 0' : '= 0'} and ${where.join(' and ')}
      and (select most from share)
   union all
   ${ownersSums(tenant, kept, [...where, 's.owner_id in (select id from others)', '(select most from share)'], '-')}
   union all
   ${ownersSums(tenant, kept, [...where, 's.owner_id in (select id from own)', 'not (select most from share)'], '')}`;
