import type { RepresentedRow } from '@keyan/kernel/wire/absences.ts';
import type { Client } from '../../client/client.ts';

/** Path of the call that returns absences, a page at a time. */
export const absenceList = '/kh-edu-research/mywork/absence/page';

const quiet = { quiet: true } as const;

/** An absence as the dialog sends it. */
export interface SetAbsence {
  /** Id of the absent person; empty for the caller. */
  readonly personId: string;
  readonly proxyId: string;
  readonly fromTime: string;
  readonly toTime: string;
  /** Kinds of processes, separated by commas; empty for all. */
  readonly kinds: string;
}

/** Returns the calls for absences, and for tasks done on the caller's behalf. */
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

/** Keys of the query cache; a live event refetches them. */
export const absenceKeys = {
  list: ['live', 'absences'] as const,
  tasks: ['live', 'absences', 'tasks'] as const,
};
