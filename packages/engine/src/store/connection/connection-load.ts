/** Use of the connections of a process. */
export interface ConnectionLoad {
  readonly used: number;
  readonly idle: number;
  /** Requests without a connection. */
  readonly waiting: number;
  /** Limit of connections. */
  readonly most: number;
}
