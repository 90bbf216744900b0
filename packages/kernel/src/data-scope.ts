/** Whose data a role opens, as roles store it (contract §8 data_scope_type, domain §8.2). */
export const dataScopes = {
  all: '1',
  own: '2',
  department: '3',
  departmentAndBelow: '4',
  chosen: '5',
} as const;

export type DataScope = (typeof dataScopes)[keyof typeof dataScopes];
