import { hostname, networkInterfaces } from 'node:os';
import { likeLiteral } from '@keyan/engine/store/statements/conditions.ts';
import { Type } from 'typebox';

/** Name and process id of the server that writes log entries. */
export const machineName = {
  host: hostname(),
  ip:
    Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '',
} as const;

/**
 * SQL condition for entries about a failed call of the server, whose URL has the form `POST
 * kh-edu-research/papers/save`.
 */
const call = `e.type = 'server' and e.url ~ '^[A-Z]+ '`;

/** SQL of the columns that BladeX log lists read, from an entry `e` and its sender `u`. */
const columns = {
  tenantId: 'e.tenant_id',
  serviceId: `case when e.type = 'server' then 'keyan-api' else 'keyan-web' end`,
  serverHost: 'e.server_host',
  serverIp: 'e.server_ip',
  env: `'prod'`,
  method: `case when ${call} then split_part(e.url, ' ', 1) else '' end`,
  requestUri: `case when ${call} then '/api/' || split_part(e.url, ' ', 2) else e.url end`,
  remoteIp: 'e.address',
  stackTrace: 'e.stack',
  exceptionName: `coalesce(substring(e.stack from '^(\\w+)(?::|\\n)'), '')`,
  methodClass: `''`,
  methodName: `''`,
  fileName: `''`,
  /** Empty, since user input is not stored. */
  params: `''`,
  createBy: `coalesce(u.real_name, '')`,
} as const;

/** Columns for BladeX clients, in addition to the product's. */
export type FamilyColumns = Readonly<Record<keyof typeof columns, string>>;

export const familyColumns = Object.entries(columns)
  .map(([name, sql]) => `${sql} as "${name}"`)
  .join(', ');

const part = Type.Optional(Type.String({ maxLength: 100 }));

/** Columns by which BladeX clients filter, as substrings. */
export const familyFilters = {
  serviceId: part,
  serverHost: part,
  serverIp: part,
  env: part,
  method: part,
  requestUri: part,
} as const;

type FilterName = keyof typeof familyFilters;
const filters = Object.keys(familyFilters) as readonly FilterName[];

/** SQL condition for the filters. @param parameter number of the query parameter with the array of filter values */
export const familyFilterSql = (parameter: number): string =>
  filters
    .map((name, index) => {
      const value = `($${parameter}::text[])[${index + 1}]`;
      return `(${value} is null or ${columns[name]} ilike ${value})`;
    })
    .join(' and ');

/** Pattern for texts that contain the typed text; null if nothing was typed. */
export const containingPattern = (typed: string | undefined): string | null =>
  typed ? `%${likeLiteral(typed)}%` : null;

/** Returns the typed text of each filter, in the order that `familyFilterSql` requires. */
export const familyValues = (
  given: Partial<Record<FilterName, string>>,
): readonly (string | null)[] => filters.map((name) => containingPattern(given[name]));
