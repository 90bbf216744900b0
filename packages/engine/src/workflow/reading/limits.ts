/**
 * Maximum sizes of a file. Routes that people draw have some dozens of nodes; every limit is far above that and bounds
 * the work of reading, checking, storing and drawing.
 */
export const fileLimits = {
  /** Maximum bytes of the file; below the limit of uploads in general. */
  bytes: 2 * 1024 * 1024,
  /** Maximum number of elements, drawing included. */
  elements: 20_000,
  /** Maximum nesting depth of elements. */
  depth: 50,
  /** Maximum number of attributes of one element. */
  attributes: 100,
  /** Maximum number of nodes. */
  nodes: 500,
  /** Maximum number of flows. */
  flows: 1500,
  /** Maximum number of names of fields, people and roles, counted at each use. */
  named: 5000,
  /** Maximum number of characters of a condition. */
  condition: 1000,
  /** Maximum number of characters of an id or a name. */
  name: 200,
} as const;
