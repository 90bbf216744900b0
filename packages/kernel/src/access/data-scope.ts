/** Ranges of owners whose data a role opens, by their codes on the wire. */
export const dataScopes = {
  all: '1',
  own: '2',
  department: '3',
  departmentAndBelow: '4',
  chosen: '5',
} as const;

export type DataScope = (typeof dataScopes)[keyof typeof dataScopes];
