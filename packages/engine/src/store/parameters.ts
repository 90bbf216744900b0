import { type Parameter, parameterValue } from '@keyan/kernel/definition/parameter.ts';
import type { Session } from './database.ts';

/** What the tenant has set for these parameters, by key; none where it has set none. */
const chosen = async (
  session: Session,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await session.query<{ key: string; value: string }>(
    `select param_key_key as key, param_value as value from param
      where tenant_id = $1 and param_key_key = any($2::text[]) and is_deleted = 0`,
    [session.tenantId, keys],
  );
  return new Map(rows.map(({ key, value }) => [key, value]));
};

/** The value of a parameter for the tenant as it is now. */
export const readParameter = async <V>(session: Session, parameter: Parameter<V>): Promise<V> =>
  parameterValue(parameter, (await chosen(session, [parameter.key])).get(parameter.key));

/** The values of several parameters, by the names that they have here. */
export const readParameters = async (
  session: Session,
  parameters: Readonly<Record<string, Parameter>>,
): Promise<Readonly<Record<string, unknown>>> => {
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
