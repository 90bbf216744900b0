import type { Writer } from '../life/writer.ts';
import type { Fields, RowOf } from './field.ts';

/** The first values of a new record. */
export const initialRow = <F extends Fields>(fields: F, writer: Writer): RowOf<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { spec }]) => {
      const { initial } = spec;
      return [name, (typeof initial === 'function' ? initial(writer) : initial) ?? null];
    }),
  ) as RowOf<F>;
