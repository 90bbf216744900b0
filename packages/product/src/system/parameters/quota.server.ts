import { defaultQuota, type StorageQuota } from '@keyan/engine/files/quota.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { parameterValue } from '@keyan/kernel/definition/field/parameter.ts';
import { quotaParams, uploadMaxSize } from './params.ts';

const gigabyte = 1024 ** 3;

/** Gigabytes as an administrator writes them, in bytes; 0 is no limit, anything else the usual. */
const bytesOf = (text: string | undefined, usual: number): number => {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  if (value === 0) return Number.POSITIVE_INFINITY;
  return value > 0 ? Math.floor(value * gigabyte) : usual;
};

/** How much the tenant of the session lets be kept, as its parameters say. */
export const storageQuota = async (session: Session): Promise<StorageQuota> => {
  const rows = await session.query<{ key: string; value: string }>(
    `select param_key as key, param_value as value from param
      where tenant_id = $1 and param_key = any($2) and is_deleted = 0`,
    [session.tenantId, [...Object.values(quotaParams), uploadMaxSize.key]],
  );
  const paramOf = (key: string) => rows.find((row) => row.key === key)?.value;
  const megabytes = parameterValue(uploadMaxSize, paramOf(uploadMaxSize.key));
  return {
    file: megabytes * 1024 ** 2,
    tenant: bytesOf(paramOf(quotaParams.tenant), defaultQuota.tenant),
    person: bytesOf(paramOf(quotaParams.person), defaultQuota.person),
  };
};
