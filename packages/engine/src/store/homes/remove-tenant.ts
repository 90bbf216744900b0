import type { DatabaseAddress } from '../connection/database.ts';
import { inTransaction, MoveClients } from './clients.ts';
import { removeRows, tablesOf } from './rows.ts';

/**
 * Deletes every row of a tenant in a database, except its row in the directory of tenants. Contents of files remain in
 * their store until the sweep removes them.
 * @param place address of the database, with login as the owner of its tables
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

/** Deletes a tenant with all its rows; its row in the directory of tenants last. */
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
