import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { Client } from '../client/client.ts';
import { ApiFault } from '../client/fault.ts';
import { toast } from '../components/toast.ts';
import { resourceCalls } from '../data/calls.ts';

/** Shows a message and refetches the lists. */
type Finish = (text: Label, ids: readonly string[]) => void;

/**
 * The first field names the record that took the unique value, or the reference that no longer
 * exists.
 */
const showRefusal = (fault: unknown): void => {
  if (!(fault instanceof ApiFault)) throw fault;
  toast.fault(fault, fault.fields[0]?.message);
};

/** Returns functions that undo a deletion or a submission of several records. */
export const undoAction = (client: Client, resource: Resource, settle: Finish) => ({
  /** Restores deleted records. Resolves to true if they were restored. */
  restore: async (ids: readonly string[]): Promise<boolean> => {
    try {
      await resourceCalls(client, resource).restore(ids);
    } catch (fault) {
      showRefusal(fault);
      return false;
    }
    settle(['已恢复', 'Restored'], []);
    return true;
  },

  /** Recalls submitted records that nobody has handled yet. */
  recallAll: async (ids: readonly string[]): Promise<void> => {
    const back: string[] = [];
    for (const id of ids) {
      try {
        await resourceCalls(client, resource).recall(id);
        back.push(id);
      } catch (fault) {
        showRefusal(fault);
      }
    }
    if (back.length > 0) settle([`已撤回 ${back.length} 条`, `${back.length} recalled`], back);
  },
});
