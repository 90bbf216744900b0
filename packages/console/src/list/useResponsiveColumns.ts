import type { Resource, View } from '@keyan/kernel/resource.ts';
import type { ColumnChoice } from '@keyan/kernel/saved-view.ts';
import { type RefCallback, useCallback, useMemo, useState } from 'react';
import { useScreen } from '../base/useScreen.ts';
import { useLanguage } from '../i18n/language.ts';
import type { ActionContext } from '../records/actions.ts';
import { type Column, pinnedNames, responsiveColumns, shownColumns } from './columns.ts';
import { systemColumnWidths } from './systemColumns.ts';

/** Of the list that was measured last: the next one begins with it, and is mostly drawn once. */
let lastRoom = Number.POSITIVE_INFINITY;

/** The width inside an element in pixels, known before it is painted, and a ref for the element. */
const useElementWidth = (): readonly [number, RefCallback<HTMLElement>] => {
  const [room, setRoom] = useState(lastRoom);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const measure = () => {
      // A hidden page has no width; it is measured when it is shown.
      if (element.clientWidth === 0) return;
      lastRoom = element.clientWidth;
      setRoom(lastRoom);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [room, ref];
};

interface ResponsiveColumnsProps {
  readonly resource: Resource;
  readonly view: View;
  readonly context: ActionContext;
  readonly selectable: boolean;
  readonly choice: ColumnChoice;
  /** Pixels of the columns that are not as wide as their kind, before anybody dragged their edge. */
  readonly widths: Readonly<Record<string, number>>;
  /** The field that the rows are sorted by, which stays in sight. */
  readonly sorted: string;
}

interface ResponsiveColumns {
  /** Those that the list is to show. */
  readonly columns: readonly Column[];
  /** Those that are drawn: on a small screen the least used give way. */
  readonly drawn: readonly Column[];
  /** Goes onto the element whose width they share. */
  readonly ref: RefCallback<HTMLElement>;
}

/**
 * The columns of a list, and which of them fit. What somebody chose to see is drawn as they wanted;
 * a dragged edge, a pin or a column put out of sight is no such choice, and changes nothing about
 * the columns beside it.
 */
export const useResponsiveColumns = (props: ResponsiveColumnsProps): ResponsiveColumns => {
  const { resource, view, context, selectable, choice, widths, sorted } = props;
  const { shown, hidden, pinned } = choice;
  const [room, ref] = useElementWidth();
  const outer = Object.values(
    systemColumnWidths(context, selectable, useLanguage(), useScreen()),
  ).reduce((sum, width) => sum + width);
  const columns = useMemo(
    () => shownColumns(resource, view, { shown, hidden, pinned }),
    [resource, view, shown, hidden, pinned],
  );
  const drawn = useMemo(() => {
    if (shown) return columns;
    const kept = new Set([resource.title, sorted, ...pinnedNames(resource, choice)]);
    return responsiveColumns(columns, widths, room - outer, kept);
  }, [columns, resource, sorted, shown, choice, widths, room, outer]);
  return { columns, drawn, ref };
};
