import { Failure } from '../failure.ts';
import { type Place } from './place.ts';
/** Roles of the embedded cluster; roles.ts says what each may do. */
export type Role = 'postgres' | 'keyan_owner' | 'keyan_app';
export interface ClusterOptions {
  readonly dataDir: string;
  /** Serve from this cluster: only one process at a time may. Commands pass false. */
  readonly serving: boolean;
  /** Progress, one line each. */
  readonly say: (line: string) => void;
  /** Server settings over the defaults (tests turn fsync off). */
  readonly settings?: Readonly<Record<string, string>>;
  /** `tcp` listens on a free loopback port; default: a socket in a private folder where it can. */
  readonly transport?: 'socket' | 'tcp';
}
/** The embedded PostgreSQL, up and reachable. */
export interface Cluster {
  readonly place: Place;
  /** Connection address of a role. */
  url(role: Role, database: string): string;
  password(role: Role): string;
  /** Leave; the last process that uses the cluster shuts it down. */
  close(): Promise<void>;
}
/** Another process serves from the same data folder. */
export declare class InUse extends Failure {
  constructor(dataDir: string);
}
/**
 * Starts the embedded PostgreSQL of a data folder, or joins it when it runs already: started by a
 * command next door, or left behind by a process that was killed. It is watched from then on and
 * started again should it die.
 *
 * @throws InUse when `serving` and another process serves.
 */
export declare function openCluster(options: ClusterOptions): Promise<Cluster>;
//# sourceMappingURL=cluster.d.ts.map
