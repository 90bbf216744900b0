import type { DatabaseAddress } from '../connection/database.ts';
import { inTransaction, MoveClients } from './clients.ts';
import { removeRows, tablesOf } from './rows.ts';

/**
 * Removes every row that a tenant has in a database, except its line in the directory of tenants. Contents of files
 * stay in their store, where nothing names them any more, until the sweep finds them.
 * @param place the database, as the owner of its tables
 */
export const removeTenantRows = async (place: DatabaseAddress, tenantId: string): Promise<void> => {
  const clients = new MoveClients(tenantId);
  try {
    const client = await clients.open(place);
    const tables = await tablesOf(client);
    await inTransaction(client, 'begin', () => removeRows(client, tables, tenantId));
  } finally {
    await clients.close();
  }
};

/** Removes a tenant with every row that it has, and its line in the directory of tenants last. */
export const removeTenant = async (place: DatabaseAddress, tenantId: string): Promise<void> => {
  await removeTenantRows(place, tenantId);
  const clients = new MoveClients(tenantId);
  try {
    const client = await clients.open(place);
    await client.query('delete from tenant where tenant_id = $1', [tenantId]);
  } finally {
    await clients.close();
  }
};
