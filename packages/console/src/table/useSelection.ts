import { useCallback, useMemo, useState } from 'react';

const noSelection = new Map<string, never>();

/** Selected rows by key, over all pages of a list. */
export interface RowSelection<Row> {
  readonly selected: ReadonlyMap<string, Row>;
  readonly select: (rows: readonly Row[], on: boolean) => void;
  readonly unselect: (ids: readonly string[]) => void;
  readonly clear: () => void;
}

/**
 * Returns the selection of a list.
 * @param idOf stable between renders
 */
export const useSelection = <Row>(idOf: (row: Row) => string): RowSelection<Row> => {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(noSelection);
  const select = useCallback(
    (rows: readonly Row[], on: boolean) =>
      setSelected((before) => {
        const next = new Map(before);
        for (const row of rows) {
          if (on) next.set(idOf(row), row);
          else next.delete(idOf(row));
        }
        return next;
      }),
    [idOf],
  );
  const unselect = useCallback(
    (ids: readonly string[]) =>
      setSelected((before) => {
        const left = [...before].filter(([id]) => !ids.includes(id));
        return left.length === before.size ? before : new Map(left);
      }),
    [],
  );
  const clear = useCallback(() => setSelected(noSelection), []);
  return useMemo(
    () => ({ selected, select, unselect, clear }),
    [selected, select, unselect, clear],
  );
};
