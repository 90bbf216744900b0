import type { Actor, RoleShare, RowLimit } from '@keyan/kernel/access/actor.ts';
import { type DataScope, dataScopes } from '@keyan/kernel/access/data-scope.ts';

/** Role in force, as stored. */
export interface RoleInForce {
  readonly id: string;
  readonly alias: string;
  readonly scope: DataScope;
  /** Department ids of the scope 自定义. */
  readonly chosen: readonly string[];
}

/** Data scope granted to a role. */
export interface DataScopeInForce {
  readonly role: string;
  /** Code of the page that it limits. */
  readonly page: string;
  readonly type: DataScope;
  readonly column: string;
  /** Ids of chosen departments. */
  readonly units: readonly string[];
}

/** Departments of a person. */
interface Seated {
  readonly departments: readonly string[];
  /** Departments of the person and their sub-departments. */
  readonly below: readonly string[];
}

type Opening = (seated: Seated, chosen: readonly string[]) => 'all' | readonly string[];

/** Returns the departments that each kind of data scope allows. */
export const departmentsOpenedBy: Readonly<Record<DataScope, Opening>> = {
  [dataScopes.all]: () => 'all',
  [dataScopes.own]: () => [],
  [dataScopes.department]: ({ departments }) => departments,
  [dataScopes.departmentAndBelow]: ({ below }) => below,
  [dataScopes.chosen]: (_seated, chosen) => chosen,
};

interface Found extends Seated {
  readonly roles: readonly RoleInForce[];
  readonly limits: readonly DataScopeInForce[] | null;
  readonly pages: readonly { readonly role: string; readonly code: string }[] | null;
}

/** Returns what each role allows, where a data scope limits any of them; empty if none does. */
export const roleSharesOf = ({
  roles,
  limits,
  pages,
  ...seated
}: Found): Pick<Actor, 'shares' | 'unitLists'> => {
  if (limits === null) return {};
  const unitLists: (readonly string[])[] = [];
  const placed = (given: 'all' | readonly string[]): 'all' | number =>
    given === 'all' ? given : unitLists.push(given) - 1;
  const rowsOf = ({ type, units }: DataScopeInForce): RowLimit['rows'] =>
    type === dataScopes.own ? 'own' : placed(departmentsOpenedBy[type](seated, units));
  const shares = roles.map(
    (role): RoleShare => ({
      pages: new Set((pages ?? []).flatMap((page) => (page.role === role.id ? [page.code] : []))),
      reach: placed(departmentsOpenedBy[role.scope](seated, role.chosen)),
      limits: limits
        .filter((limit) => limit.role === role.id)
        .map((limit) => ({ page: limit.page, rows: rowsOf(limit), field: limit.column })),
    }),
  );
  return { shares, unitLists };
};
