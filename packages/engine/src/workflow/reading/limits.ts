/**
 * How large a file may be. Routes that people draw have some dozens of nodes; every limit lies far
 * above that and keeps what is read, checked, stored and drawn small.
 */
export const fileLimits = {
  /** Bytes of the file; the limit of uploads is one of files of any kind. */
  bytes: 2 * 1024 * 1024,
  /** Elements of the file, drawing included. */
  elements: 20_000,
  /** Elements within elements. */
  depth: 50,
  /** Attributes of one element. */
  attributes: 100,
  /** Nodes of the route. */
  nodes: 500,
  /** Flows of the route. */
  flows: 1500,
  /** Fields, people and roles that the route names, each as often as it does. */
  named: 5000,
  /** Characters of a condition. */
  condition: 1000,
  /** Characters of an id or a name. */
  name: 200,
} as const;
