import { type Parameter, parameterValue } from '@keyan/kernel/definition/field/parameter.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Database, Session } from '../connection/database.ts';

interface Chosen {
  readonly key: string;
  readonly value: string;
}

const statement = (tenantId: string, keys: readonly string[]) => ({
  sql: `select param_key_key as key, param_value as value from param
      where tenant_id = $1 and param_key_key = any($2::text[]) and is_deleted = 0`,
  parameters: [tenantId, keys],
});

/** Returns the values that the tenant has set for these parameters, by key. */
const chosen = async (
  session: Session,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { sql, parameters } = statement(session.tenantId, keys);
  const rows = await session.query<Chosen>(sql, parameters);
  return new Map(rows.map(({ key, value }) => [key, value]));
};

/** Returns the current value of a parameter for the tenant. */
export const readParameter = async <V>(session: Session, parameter: Parameter<V>): Promise<V> =>
  parameterValue(parameter, (await chosen(session, [parameter.key])).get(parameter.key));

/** Reads the value of a parameter for the tenant outside a transaction. */
export const parameterNow = async <V>(
  database: Database,
  tenantId: string,
  parameter: Parameter<V>,
): Promise<V> => {
  const [found] = await database.short<Chosen>(tenantId, statement(tenantId, [parameter.key]));
  return parameterValue(parameter, found?.value);
};

/** Returns the values of several parameters, under the given names. */
export const readParameters = async (
  session: Session,
  parameters: Readonly<Record<string, Parameter>>,
): Promise<RowLike> => {
  const named = Object.entries(parameters);
  if (named.length === 0) return {};
  const found = await chosen(
    session,
    named.map(([, { key }]) => key),
  );
  return Object.fromEntries(
    named.map(([name, parameter]) => [name, parameterValue(parameter, found.get(parameter.key))]),
  );
};
