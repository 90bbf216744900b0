import { InMemorySpanExporter } from '@opentelemetry/sdk-trace-node';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openInstallation } from '../testing/installation.ts';
import { openMetrics } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';
import { openTraces } from './traces.ts';

const installation = await openInstallation(1);
afterAll(() => installation.close());
const [{ parts, server: page, call, tokenFor }] = installation.processes as [
  (typeof installation.processes)[0],
];

test('operators read metrics of requests, statements, connections and queues on an address of their own', async () => {
  const metrics = openMetrics(parts);
  const server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await server.close();
    metrics.close();
  });
  const teacher = await tokenFor('000000', 'teacher');
  await call('GET', 'kh-edu-research/papers/list?size=1', { token: teacher });
  const { headers, body: text } = await server.inject('/metrics');
  expect(headers['content-type']).toContain('text/plain');
  expect(text).toContain(
    'keyan_http_request_duration_seconds_count{method="GET",route="/api/kh-edu-research/papers/list",status="200"} 1',
  );
  expect(text).toMatch(/keyan_statement_duration_seconds_count\{verb="select",outcome="done"\} \d/);
  expect(text).toMatch(/keyan_database_connections\{state="idle"\} \d/);
  expect(text).toMatch(/keyan_queue_waiting\{queue="jobs"\} \d/);
  expect(text).toContain('keyan_queue_read_failures_total 0');
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  // Nobody reads them through the port of the page.
  expect((await page.inject('/metrics')).body).not.toContain('keyan_http');
});

test('a call is a span under the trace of its caller, with its statements below it and without values', async () => {
  const exporter = new InMemorySpanExporter();
  const close = openTraces({ service: 'keyan', version: '1', exporter });
  const teacher = await tokenFor('000000', 'teacher');
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  await page.inject({
    url: '/api/kh-edu-research/papers/list?artName=%E7%A7%98%E5%AF%86',
    headers: { 'blade-auth': `bearer ${teacher}`, traceparent: `00-${trace}-00f067aa0ba902b7-01` },
  });
  const spans: { name: string; id: string; parent: string | undefined; text: string }[] = [];
  const keep = exporter.export.bind(exporter);
  exporter.export = (batch, done) => {
    for (const span of batch) {
      if (span.spanContext().traceId !== trace) continue;
      spans.push({
        name: span.name,
        id: span.spanContext().spanId,
        parent: span.parentSpanContext?.spanId,
        text: JSON.stringify(span.attributes),
      });
    }
    keep(batch, done);
  };
  await close();
  const root = spans.find(({ name }) => name === 'GET kh-edu-research/papers/list');
  expect(root).toMatchObject({ parent: '00f067aa0ba902b7' });
  const below = spans.filter(({ parent }) => parent === root?.id);
  expect(below.length).toBeGreaterThan(0);
  expect(below.map(({ text }) => text).join()).toContain('db.query.text');
  expect(JSON.stringify(spans)).not.toContain('秘密');
});

test('liveness does not ask the database, readiness does', async () => {
  expect((await page.inject('/healthz')).json()).toEqual({ status: 'up' });
  expect((await page.inject('/readyz')).statusCode).toBe(200);
});

test('the page of performance is for the platform’s administrator, and names no tenant’s values', async () => {
  const admin = await tokenFor('000000', 'admin');
  const state = await call('GET', 'keyan/performance', { token: admin });
  expect(state.data).toMatchObject({
    answers: expect.any(Number),
    connections: { most: 6 },
    queues: { oldestSeconds: expect.any(Number) },
  });
  for (const sort of ['calls', 'statements', 'jobs']) {
    const { status, data } = await call('GET', `keyan/performance/list?of=${sort}`, {
      token: admin,
    });
    expect(status).toBe(200);
    if (sort !== 'jobs') expect(data.records).not.toEqual([]);
  }
  const teacher = await tokenFor('000000', 'teacher');
  expect((await call('GET', 'keyan/performance', { token: teacher })).status).toBe(403);
  expect((await call('GET', 'keyan/performance/list', { token: teacher })).status).toBe(403);
});
