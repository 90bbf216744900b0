import type { ArchiveState } from '../archive/watch.ts';
import type { Env } from '../env.ts';
import type { Parts } from '../parts.ts';
import { openMetrics } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';

/**
 * Opens the configured telemetry: metrics on `METRICS_PORT`, and traces to
 * `OTEL_EXPORTER_OTLP_ENDPOINT`. The tracing library is loaded only if configured.
 * @returns function that closes both
 */
export const openTelemetry = async (
  env: Env,
  parts: Pick<Parts, 'engine'>,
  {
    version,
    archive,
  }: { readonly version: string; readonly archive: { readonly state: ArchiveState } | undefined },
): Promise<() => Promise<void>> => {
  const closers: (() => unknown)[] = [];
  if (env.metrics) {
    const metrics = openMetrics(parts, archive);
    closers.push(() => metrics.close());
    const server = await serveMetrics(metrics, env.metrics);
    closers.push(() => server.close());
  }
  if (env.traces) {
    const { openTraces } = await import('./traces.ts');
    closers.push(openTraces({ ...env.traces, version }));
  }
  return async () => {
    for (const close of closers.toReversed()) await close();
  };
};
