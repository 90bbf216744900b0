import type { JudgedChainRow } from '@keyan/kernel/wire/routes.ts';
import type { Client } from '../../client/client.ts';
import type { DeployedVersion } from '../chain/calls.ts';

const quiet = { quiet: true } as const;

/** The page on which the route of a kind is drawn, as a copy of another version where one is named. */
export const drawingPath = (kind: string, copyOf = ''): string =>
  `/flow/draw/${kind}${copyOf === '' ? '' : `?copy=${copyOf}`}`;

/** The calls of routes as drawings. */
export const drawingCalls = (client: Client) => ({
  judge: (kind: string, xml: string, references: readonly string[], signal?: AbortSignal) =>
    client.post<JudgedChainRow>(
      '/blade-flow/drawing/judge',
      { kind, xml, references },
      { quiet: true, ...(signal ? { signal } : {}) },
    ),
  deploy: (kind: string, xml: string, baseId: string, wish: DeployedVersion) =>
    client.post<unknown>('/blade-flow/drawing/deploy', { kind, xml, baseId, ...wish }, quiet),
});
