import type { JudgedChainRow } from '@keyan/kernel/wire/routes.ts';
import type { Client } from '../../client/client.ts';
import type { DeployedVersion } from '../chain/calls.ts';

const quiet = { quiet: true } as const;

/**
 * Returns the address of the page where the route of a kind is drawn; `copyOf` is a version to
 * copy.
 */
export const drawingPath = (kind: string, copyOf = ''): string =>
  `/flow/draw/${kind}${copyOf === '' ? '' : `?copy=${copyOf}`}`;

/** Returns the calls of routes as diagrams. */
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
