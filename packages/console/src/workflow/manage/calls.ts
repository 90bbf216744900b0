import type { JumpPreviewRow, RunningDetail } from '@keyan/kernel/wire/processes.ts';
import type {
  DifferenceRow,
  MovedRow,
  RouteRow,
  UploadFindings,
} from '@keyan/kernel/wire/routes.ts';
import type { Client, Page } from '../../client/client.ts';
import type { DrawingMarks } from '../calls.ts';

/** Keys of renamed steps: new key by old key. */
export type StepMap = Readonly<Record<string, string>>;

/** A jump: from the open step of a visit to another step. */
export interface JumpTarget {
  readonly processInstanceId: string;
  readonly visitId: string;
  readonly nodeKey: string;
  readonly reason: string;
}

/** Input with which a manager ends a wait that nobody completes. */
export interface Settlement {
  readonly processInstanceId: string;
  readonly visitId: string;
  readonly flag: 'ok' | 'back';
  readonly reason: string;
}

const quiet = { quiet: true } as const;

const deployUpload = '/blade-flow/manager/deploy-upload';

const routeForm = (file: File): FormData => {
  const form = new FormData();
  form.append('files', file);
  return form;
};

/** Returns the calls for managing processes and routes. */
export const managerCalls = (client: Client) => ({
  setState: (processId: string, state: 'active' | 'suspend') =>
    client.post<boolean>('/blade-flow/manager/change-state', { processId, state }, quiet),
  /** Checks a route without deploying it. */
  checkRoute: (file: File) =>
    client.upload<UploadFindings>(`${deployUpload}?dryRun=true`, routeForm(file)),
  /** Deploys a route under the kind that its process names. */
  deployRoute: (file: File) => client.upload<UploadFindings>(deployUpload, routeForm(file)),
  /** Fetches every version of a route, the newest first. */
  versions: async (key: string) => {
    const query = { key, current: 1, size: 200 };
    const { records } = await client.get<Page<RouteRow>>('/blade-flow/manager/list', query, quiet);
    return records.filter((row) => row.key === key);
  },
  /** Fetches the diagram of a version. */
  routeDrawing: (processDefinitionId: string) =>
    client.get<DrawingMarks>('/blade-flow/process/model-view', { processDefinitionId }, quiet),
  compareRoutes: (from: string, to: string) =>
    client.get<readonly DifferenceRow[]>('/blade-flow/manager/compare', { from, to }, quiet),
  /** Deploys an earlier version again, replacing the version `baseId`. */
  restoreRoute: (processDefinitionId: string, baseId: string, reason: string) =>
    client.post<unknown>(
      '/blade-flow/manager/restore',
      { processDefinitionId, baseId, reason },
      quiet,
    ),
  /**
   * Moves running processes from one version to another; a dry run only reports which can be moved.
   */
  moveProcesses: (from: string, to: string, map: StepMap, dryRun: boolean) =>
    client.post<readonly MovedRow[]>('/blade-flow/manager/move', { from, to, map, dryRun }, quiet),
  removeRoute: (deploymentIds: string) =>
    client.post<boolean>('/blade-flow/manager-ext/delete-deployment', { deploymentIds }, quiet),
  remove: (processInstanceId: string, deleteReason: string) =>
    client.post<boolean>(
      '/blade-flow/follow/delete-process-instance',
      { processInstanceId, deleteReason },
      quiet,
    ),
  /** Fetches a running process, for its manager. */
  running: (processInstanceId: string) =>
    client.get<RunningDetail>('/blade-flow/follow/detail', { processInstanceId }, quiet),
  /** Returns the changes that a jump would make. */
  tryJump: (jump: Omit<JumpTarget, 'reason'>) =>
    client.post<JumpPreviewRow>('/blade-flow/follow/jump', { ...jump, dryRun: true }, quiet),
  jump: (jump: JumpTarget) => client.post<JumpPreviewRow>('/blade-flow/follow/jump', jump, quiet),
  settle: (settlement: Settlement) =>
    client.post<boolean>('/blade-flow/follow/settle', settlement, quiet),
  /** Checks processes for troubles now. */
  checkProcesses: () =>
    client.post<{ readonly found: number }>('/blade-flow/follow/check', {}, quiet),
});
