import type { ReplicaSettings } from '@keyan/engine/store/replicas/replicas.ts';
import type { Env } from '../env.ts';
import { assertOwnConnections } from './roles.ts';

/** Name of the variable, for whoever has to correct it. */
const variable = 'DATABASE_REPLICA_URLS';

/**
 * Address of a replica with the login of the application, which a replica copies with all else: the policies of rows bind it.
 * @param url host, port and parameters; a database of its own only where it has another name there
 */
export const replicaAddress = (appUrl: string, url: string): string => {
  const [main, address] = [new URL(appUrl), new URL(url)];
  address.username = main.username;
  address.password = main.password;
  if (['', '/'].includes(address.pathname)) address.pathname = main.pathname;
  return address.href;
};

/**
 * Replicas as the configuration names them. A process reads in each with as many connections as it spares for heavy reads of the
 * primary.
 */
export const replicaSettings = (
  { databaseReplicaUrls, databaseConnections }: Env,
  appUrl: string,
): ReplicaSettings => ({
  places: databaseReplicaUrls.map((url) => replicaAddress(appUrl, url)),
  connections: Math.ceil(databaseConnections * 0.4),
  admit: (place) => assertOwnConnections(variable, place),
});
