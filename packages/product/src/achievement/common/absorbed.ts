import { defineMixin } from '@keyan/kernel/definition/mixin.ts';
import type { WorkCategory } from './achievement.ts';

/** Options that the quality desk needs of records that are about an achievement and are none themselves. */
export interface AbsorbedKindOptions {
  readonly takenFor: readonly WorkCategory[];
  /** The field with the state that pages show. */
  readonly state: string;
  /** Condition that holds until somebody says to which achievement the record belongs. */
  readonly open: { readonly field: string; readonly code: string };
  /** The year in which it was published. */
  readonly year: string;
  /** Authors of a record: the field with their names as printed, the sub-table of our people whom these may be. */
  readonly people: { readonly printed: string; readonly matches: string };
  /** Content of its fields, in words of CSL where there is one (`pairing.ts`). */
  readonly texts: Readonly<Record<string, string>>;
}

/**
 * Records of this kind are compared with achievements. When one of them is the same work, the achievement
 * takes over what the record knows, and the record says where it went.
 */
export const absorbedMixin = defineMixin<AbsorbedKindOptions>('absorbed');

/** `with: [absorbed({ … })]`; what becomes of such a record is in `quality/absorbing.server.ts`. */
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
