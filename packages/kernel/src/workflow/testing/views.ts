import type { Decision } from '../decide.ts';
import { isTaskOpen } from '../state.ts';
import { isService } from './draw.ts';
import { agreedBy, isSeatWaiting } from './memory.ts';
import type { Oracle } from './oracle.ts';

export const hourInMilliseconds = 3_600_000;

const until = (hours: number | null): string => (hours === null ? '' : ` until ${hours}`);

/** Returns a decision as players see it: positions, history entries, messages. */
export const viewOf = ({ snapshot, events }: Decision) => {
  const { instance, visits, tasks } = snapshot;
  const open = visits.flatMap((visit) => {
    if (visit.status !== 'ACTIVE') return [];
    const seats = tasks.flatMap((task) =>
      task.visit === visit.id && isTaskOpen(task)
        ? [
            `${task.assignee ?? task.candidates.join('+')}${task.claimed ? '!' : ''}${task.kind === 'N' ? '' : task.kind}${task.status === 'WAIT' ? '…' : ''}`,
          ]
        : [],
    );
    const due = visit.due === null ? null : visit.due.getTime() / hourInMilliseconds;
    return [`${visit.node} ${visit.done}/${visit.total} ${seats.sort().join(' ')}${until(due)}`];
  });
  const said = events.flatMap((event) =>
    event.type === 'log' && event.entry.operation !== 'route' && !isService(event.entry.node)
      ? [`${event.entry.operation} ${event.entry.node ?? ''} ${event.entry.reason?.[0] ?? ''}`]
      : [],
  );
  const told = events.flatMap((event) =>
    event.type === 'notice' ? [`${event.notice.kind} ${[...event.notice.to].sort().join()}`] : [],
  );
  return {
    status: `${instance.status}${instance.suspended ? ' suspended' : ''}`,
    open: open.sort().join(' | '),
    said: said.sort().join(' | '),
    told: told.sort().join(' | '),
  };
};

/** Returns the oracle's state in the form of `viewOf`, to compare both. */
export const expectedOf = (oracle: Oracle): ReturnType<typeof viewOf> => {
  const open = [...oracle.acts.values()].flatMap((act) => {
    if (act.phase !== 'open') return [];
    const seats = act.seats.map(
      (seat) =>
        `${seat.who ?? seat.pool.join('+')}${seat.claimed ? '!' : ''}${seat.kind === 'N' ? '' : seat.kind}${isSeatWaiting(act, seat) ? '…' : ''}`,
    );
    const votes = `${agreedBy(act).length}/${act.total}`;
    return [`${act.step.id} ${votes} ${seats.sort().join(' ')}${until(act.due)}`];
  });
  return {
    status: `${oracle.status}${oracle.suspended ? ' suspended' : ''}`,
    open: open.sort().join(' | '),
    said: [...oracle.said].sort().join(' | '),
    told: [...oracle.told].sort().join(' | '),
  };
};
