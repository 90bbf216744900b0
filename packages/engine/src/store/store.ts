import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import { createReferenceStatements, type ReferenceStatements } from './statements/references.ts';
import type { ScopeTables, TaskScopes } from './statements/scope.ts';
import { type AttachmentColumn, createReader, type Reader } from './statements/select.ts';
import { createWriter, type Writer } from './statements/write.ts';

/** Resources, their references, and the statements that read and write rows. */
export interface Store {
  readonly catalog: Catalog;
  readonly scopeTables: ScopeTables;
  readonly references: ReferenceStatements;
  readonly reader: Reader;
  readonly writer: Writer;
}

/** @throws Error if the definitions contradict each other (`createCatalog`). */
export const createStore = (
  resources: readonly Resource[],
  workflow: TaskScopes,
  files: AttachmentColumn,
): Store => {
  const catalog = createCatalog(resources);
  const scopeTables: ScopeTables = { ...workflow, target: catalog.target };
  return {
    catalog,
    scopeTables,
    references: createReferenceStatements(catalog),
    reader: createReader(catalog, scopeTables, files),
    writer: createWriter(),
  };
};
