import type { EngineJob } from '@keyan/engine/engine.ts';
import type { Behaviour } from '@keyan/engine/records/behaviour.ts';
import type { MixinBehaviour } from '@keyan/engine/records/mixed-behaviour.ts';
import type { Endpoint } from '@keyan/engine/wire/endpoint.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';

/**
 * Hooks, jobs and calls that a folder adds to its definitions: the export `serverHalf` of its `server-half.server.ts`.
 * The server finds these files by their name, so that no other list names a kind again.
 */
export interface ServerHalf {
  /** Hooks of every kind with a mixin. */
  readonly mixins?: readonly MixinBehaviour[];
  /** Hooks of single kinds. */
  readonly behaviours?: readonly Behaviour[];
  /** Work outside requests. */
  readonly jobs?: readonly EngineJob<never>[];
  /** Calls beside those that derive from the definitions. */
  readonly endpoints?: readonly Endpoint[];
}

/** A server half that depends on the kinds of the product. */
export type ServerHalfOf = (resources: readonly Resource[]) => ServerHalf;
