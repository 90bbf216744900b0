import type { Fields, RowOf } from './field.ts';
import type { Writer } from './writer.ts';

/** The first values of a new record. */
export const initialRow = <F extends Fields>(fields: F, writer: Writer): RowOf<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { spec }]) => {
      const { initial } = spec;
      return [name, (typeof initial === 'function' ? initial(writer) : initial) ?? null];
    }),
  ) as RowOf<F>;
