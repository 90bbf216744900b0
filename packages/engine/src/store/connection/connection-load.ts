/** Database connections of a process in use. */
export interface ConnectionLoad {
  readonly used: number;
  readonly idle: number;
  /** Number of requests that wait for a connection. */
  readonly waiting: number;
  /** Maximum number of connections. */
  readonly most: number;
}
