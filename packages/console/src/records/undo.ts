import type { Label } from '@keyan/kernel/label.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import type { Client } from '../client/client.ts';
import { ApiFault } from '../client/fault.ts';
import { toast } from '../components/toast.ts';
import { callsOf } from '../data/calls.ts';

/** Says what was done, and has the lists asked anew. */
type Settle = (text: Label, ids: readonly string[]) => void;

/** A refusal names what has taken the place of a record, or what it points to no more. */
const refused = (fault: unknown): void => {
  if (!(fault instanceof ApiFault)) throw fault;
  toast.fault(fault, fault.fields[0]?.message);
};

/** Takes back what was done to several records at once. */
export const undoOf = (client: Client, resource: Resource, settle: Settle) => ({
  /** Brings back what was deleted. Returns whether it did. */
  restore: async (ids: readonly string[]): Promise<boolean> => {
    try {
      await callsOf(client, resource).restore(ids);
    } catch (fault) {
      refused(fault);
      return false;
    }
    settle(['已恢复', 'Restored'], []);
    return true;
  },

  /** What was handed in together, as far as nobody has handled it. */
  recallAll: async (ids: readonly string[]): Promise<void> => {
    const back: string[] = [];
    for (const id of ids) {
      try {
        await callsOf(client, resource).recall(id);
        back.push(id);
      } catch (fault) {
        refused(fault);
      }
    }
    if (back.length > 0) settle([`已撤回 ${back.length} 条`, `${back.length} recalled`], back);
  },
});
