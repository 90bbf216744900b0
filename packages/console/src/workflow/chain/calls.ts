import type {
  ChainPage,
  EvidenceRow,
  JudgedChainRow,
  TrialRecordRow,
} from '@keyan/kernel/wire/routes.ts';
import type { ForecastRow } from '@keyan/kernel/wire/tasks.ts';
import type { Chain } from '@keyan/kernel/workflow/chain/chain.ts';
import type { Client } from '../../client/client.ts';

const quiet = { quiet: true } as const;

/** Groups by which durations of steps are counted. */
export type EvidenceGroup = 'step' | 'month' | 'person' | 'department' | 'version';

/** Input for deploying an edited route. */
export interface DeployedVersion {
  readonly tenantIds: readonly string[];
  /** Remark of the author, shown in the list of versions. */
  readonly remark: string;
}

/** Returns the calls of routes as lists. */
export const chainCalls = (client: Client) => ({
  page: (kind: string, processDefinitionId?: string) =>
    client.get<ChainPage>('/blade-flow/chain/detail', { kind, processDefinitionId }, quiet),
  judge: (kind: string, chain: Chain, signal?: AbortSignal) =>
    client.post<JudgedChainRow>(
      '/blade-flow/chain/judge',
      { kind, chain },
      { quiet: true, ...(signal ? { signal } : {}) },
    ),
  records: (kind: string, text: string) =>
    client.get<readonly TrialRecordRow[]>('/blade-flow/chain/records', { kind, text }, quiet),
  evidence: (kind: string, group: EvidenceGroup, node: string) =>
    client.get<EvidenceRow>('/blade-flow/chain/evidence', { kind, group, node }, quiet),
  attempt: (kind: string, chain: Chain, businessId: string) =>
    client.post<ForecastRow>('/blade-flow/chain/try', { kind, chain, businessId }, quiet),
  deploy: (kind: string, chain: Chain, baseId: string, wish: DeployedVersion) =>
    client.post<unknown>('/blade-flow/chain/deploy', { kind, chain, baseId, ...wish }, quiet),
});

export const chainKeys = {
  page: (kind: string, version: string) => ['live', 'routes', 'chain', kind, version] as const,
  judged: (kind: string, text: string) => ['chain', 'judged', kind, text] as const,
  records: (kind: string, text: string) => ['chain', 'records', kind, text] as const,
  evidence: (kind: string, group: EvidenceGroup, node: string) =>
    ['chain', 'evidence', kind, group, node] as const,
};
