import type { Graph } from './graph.ts';
import type { RecordPosition, Snapshot } from './state.ts';

/** Returns the position of a record, computed from its instance and tokens. */
export const positionOf = (snapshot: Snapshot, graph: Graph): RecordPosition => {
  const returned = snapshot.visits.some(
    (visit) => visit.status === 'ACTIVE' && visit.node === graph.apply,
  );
  const table: Readonly<Record<Snapshot['instance']['status'], RecordPosition>> = {
    RUN: returned ? 'returned' : 'inApproval',
    DONE: 'approved',
    REFUSED: 'refused',
    RECALLED: 'recalled',
    DELETED: 'draft',
  };
  return table[snapshot.instance.status];
};
