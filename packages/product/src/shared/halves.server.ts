import type { EngineJob } from '@keyan/engine/engine.ts';
import type { Behaviour } from '@keyan/engine/records/behaviour.ts';
import type { MixinBehaviour } from '@keyan/engine/records/mixed-behaviour.ts';
import type { Endpoint } from '@keyan/engine/wire/endpoint.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';

/**
 * Server half of a folder: hooks, jobs and calls for its definitions, exported as `serverHalf` from
 * `server-half.server.ts`. The server finds these files by name, so no further registration is
 * needed.
 */
export interface ServerHalf {
  /** Hooks of all kinds with a mixin. */
  readonly mixins?: readonly MixinBehaviour[];
  /** Hooks of single kinds. */
  readonly behaviours?: readonly Behaviour[];
  /** Background jobs. */
  readonly jobs?: readonly EngineJob<never>[];
  /** Calls that do not derive from definitions. */
  readonly endpoints?: readonly Endpoint[];
}

/** Function that creates a server half from the kinds of the product. */
export type ServerHalfOf = (resources: readonly Resource[]) => ServerHalf;
