import type { Resource } from '@keyan/kernel/resource.ts';
import { sql } from 'kysely';
import type { ProcessColumns } from '../records/process-columns.ts';
import { cached, slot } from '../store/compile.ts';
import type { Tx } from '../store/database.ts';

const templates = cached(500);

/**
 * Notes on the record who has its task now. The record is not changed by that: no version, no
 * history of its own (the process's log has the line).
 */
export const storePlace = async (
  tx: Tx,
  resource: Resource,
  id: string,
  process: ProcessColumns,
): Promise<void> => {
  const template = templates(
    resource.key,
    () =>
      sql`update ${sql.table(resource.table)} set current_node = ${slot('node')}, current_assignee = ${slot('assignee')}, current_since = ${slot('since')}, steps = ${slot('steps')} where tenant_id = ${slot('tenant')} and id = ${slot('id')}`,
  );
  tx.send(
    template.bind({
      tenant: tx.tenantId,
      id,
      node: process.currentNode,
      assignee: process.currentAssignee,
      since: process.currentSince,
      steps: JSON.stringify(process.steps),
    }),
  );
};
