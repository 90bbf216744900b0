import type { RepresentedRow } from '@keyan/kernel/wire/absences.ts';
import type { Client } from '../../client/client.ts';

/** The call that answers absences, a page at a time. */
export const absenceList = '/kh-edu-research/mywork/absence/page';

const quiet = { quiet: true } as const;

/** A period as the dialog sends it. */
export interface SetAbsence {
  /** Empty for the caller. */
  readonly personId: string;
  readonly proxyId: string;
  readonly fromTime: string;
  readonly toTime: string;
  /** Kinds of processes, separated by commas; empty for all. */
  readonly kinds: string;
}

/** The calls of absences, and of tasks that are done in the caller's name. */
export const absenceCalls = (client: Client) => ({
  set: (absence: SetAbsence) =>
    client.post<boolean>('/kh-edu-research/mywork/absence/submit', { ...absence }, quiet),
  revoke: (id: string) =>
    client.post<boolean>('/kh-edu-research/mywork/absence/revoke', { id }, quiet),
  tasks: () =>
    client.get<readonly RepresentedRow[]>('/kh-edu-research/mywork/absence/tasks', {}, quiet),
  reclaim: (taskId: string) =>
    client.post<boolean>('/kh-edu-research/mywork/absence/reclaim', { taskId }, quiet),
});

/** Keys of the query cache: an event from the server reads them anew. */
export const absenceKeys = {
  list: ['live', 'absences'] as const,
  tasks: ['live', 'absences', 'tasks'] as const,
};
