import { nobody } from '../../access/actor.ts';
import type { Writer } from '../life/writer.ts';
import type { Fields, RowOf } from './field.ts';

/**
 * Returns the initial values of a new record. A reference to its writer is null in records that the
 * program writes.
 */
export const initialRow = <F extends Fields>(fields: F, writer: Writer): RowOf<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { spec }]) => {
      const { initial } = spec;
      const first = (typeof initial === 'function' ? initial(writer) : initial) ?? null;
      return [name, spec.type === 'ref' && first === nobody ? null : first];
    }),
  ) as RowOf<F>;
