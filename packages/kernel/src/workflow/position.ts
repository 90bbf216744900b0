import type { Graph } from './graph.ts';
import type { Position, Snapshot } from './state.ts';

/** The position of a record: a function of the instance and of its tokens. */
export const position = (snapshot: Snapshot, graph: Graph): Position => {
  const returned = snapshot.visits.some(
    (visit) => visit.status === 'ACTIVE' && visit.node === graph.apply,
  );
  const table: Readonly<Record<Snapshot['instance']['status'], Position>> = {
    RUN: returned ? 'returned' : 'inApproval',
    DONE: 'approved',
    REFUSED: 'refused',
    RECALLED: 'recalled',
    DELETED: 'draft',
  };
  return table[snapshot.instance.status];
};
