import { defineMixin } from '@keyan/kernel/definition/mixin.ts';
import type { WorkCategory } from './achievement.ts';

/** Options of a resource whose records describe achievements without being achievements, for the quality desk. */
export interface AbsorbedKindOptions {
  readonly takenFor: readonly WorkCategory[];
  /** Field with the state that pages show. */
  readonly state: string;
  /** Condition for records that are not linked to an achievement yet. */
  readonly open: { readonly field: string; readonly code: string };
  /** Field with the year of publication. */
  readonly year: string;
  /** Authors of a record: field with the printed names, and lines with the matching people. */
  readonly people: { readonly printed: string; readonly matches: string };
  /** Fields by CSL variable, where one exists (`pairing.ts`). */
  readonly texts: Readonly<Record<string, string>>;
}

/**
 * Mixin of resources whose records are compared with achievements. When a record is found to be the same work, the
 * achievement takes over its values, and the record links to the achievement.
 */
export const absorbedMixin = defineMixin<AbsorbedKindOptions>('absorbed');

/** Mixin for a definition: `with: [absorbed({ … })]`; its server half is `quality/absorbing.server.ts`. */
export const absorbedKind = (options: AbsorbedKindOptions) =>
  absorbedMixin.with(options, {
    fields: {},
    reads: [
      options.state,
      options.open.field,
      options.year,
      ...Object.values(options.people),
      ...Object.values(options.texts),
    ],
  });
