import { AsyncLocalStorage } from 'node:async_hooks';
import type { TracingChannel } from 'node:diagnostics_channel';
import { type ObservedCall, telemetryChannels } from '@keyan/engine/telemetry/channels.ts';
import { failureAnswer } from '@keyan/engine/wire/envelope.ts';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';

/** Name and attributes of a span at its beginning. */
interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  readonly parent: Context;
}

const propagator = new W3CTraceContextPropagator();

/** Returns the trace context that the caller sent as `traceparent`. */
const callerContext = ({ traceparent }: ObservedCall): Context =>
  propagator.extract(
    ROOT_CONTEXT,
    { traceparent },
    {
      get: (carrier, key) => (carrier as Record<string, string | undefined>)[key],
      keys: () => ['traceparent'],
    },
  );

export interface TraceOptions {
  readonly service: string;
  readonly version: string;
  /** Exporter of spans; default: sends them to `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly exporter?: SpanExporter;
}

/**
 * Writes a span for each call and job of this process, with child spans for its statements
 * (OpenTelemetry). Spans contain templates of addresses and statements, without values.
 * @returns function that sends the remaining spans and stops
 */
export const openTraces = ({ service, version, exporter }: TraceOptions): (() => Promise<void>) => {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(exporter ?? new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('keyan', version);
  const current = new AsyncLocalStorage<Span>();
  const undo: (() => void)[] = [];
  const parent = (): Context => {
    const span = current.getStore();
    return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT;
  };

  const follow = <Message extends object>(
    traced: TracingChannel<unknown, Message>,
    begin: (message: Message) => SpanStart,
    isFault: (error: unknown) => boolean = () => true,
  ): void => {
    const spans = new WeakMap<object, Span>();
    traced.start.bindStore(current as AsyncLocalStorage<unknown>, (message) => {
      const { name, kind, attributes, parent: context } = begin(message);
      const span = tracer.startSpan(name, { kind, attributes }, context);
      spans.set(message, span);
      return span;
    });
    const ended = (message: Message & { readonly error?: unknown }): void => {
      const span = spans.get(message);
      if (message.error !== undefined && isFault(message.error)) {
        const code = (message.error as { readonly code?: unknown }).code;
        span?.setAttribute('error.type', typeof code === 'string' ? code : 'error');
        span?.setStatus({ code: SpanStatusCode.ERROR });
      }
      span?.end();
    };
    traced.asyncEnd.subscribe(ended as (message: unknown) => void);
    undo.push(() => {
      traced.start.unbindStore(current as AsyncLocalStorage<unknown>);
      traced.asyncEnd.unsubscribe(ended as (message: unknown) => void);
    });
  };

  follow(
    telemetryChannels.call,
    (message) => ({
      name: message.call,
      kind: SpanKind.SERVER,
      attributes: { 'keyan.request_id': message.requestId },
      parent: callerContext(message),
    }),
    (error) => failureAnswer(error, 'zh', '').bug,
  );
  follow(telemetryChannels.job, ({ job, tenantId }) => ({
    name: `job ${job}`,
    kind: SpanKind.INTERNAL,
    attributes: { 'keyan.tenant': tenantId },
    parent: ROOT_CONTEXT,
  }));
  follow(telemetryChannels.statement, ({ sql }) => ({
    name: sql.trimStart().split(/\s/, 1)[0]?.toLowerCase() ?? 'statement',
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql },
    parent: parent(),
  }));
  return async () => {
    for (const one of undo) one();
    await provider.shutdown();
  };
};
