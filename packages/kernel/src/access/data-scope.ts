/** Range of owners whose data a role opens, as roles store it (the codes of the wire). */
export const dataScopes = {
  all: '1',
  own: '2',
  department: '3',
  departmentAndBelow: '4',
  chosen: '5',
} as const;

export type DataScope = (typeof dataScopes)[keyof typeof dataScopes];
