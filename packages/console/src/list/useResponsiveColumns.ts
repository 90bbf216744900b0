import type { Resource, View } from '@keyan/kernel/definition/resource.ts';
import type { ColumnChoice } from '@keyan/kernel/wire/saved-views.ts';
import { type RefCallback, useCallback, useMemo, useState } from 'react';
import { useScreen } from '../base/useScreen.ts';
import { useLanguage } from '../i18n/language.ts';
import type { ActionContext } from '../records/actions.ts';
import {
  type Column,
  pinnedNames,
  responsiveColumns,
  shownColumns,
  spreadWidths,
} from './columns.ts';
import { systemColumnWidths } from './systemColumns.ts';

/** Width of the list measured last; the next list starts with it and seldom renders twice. */
let lastRoom = Number.POSITIVE_INFINITY;

/**
 * Returns the inner width of an element in pixels, measured before it is painted, and the element's
 * ref.
 */
const useElementWidth = (): readonly [number, RefCallback<HTMLElement>] => {
  const [room, setRoom] = useState(lastRoom);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const measure = () => {
      // A hidden page has no width; it is measured when shown.
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
  /** Width in pixels by name, set by a presentation; without widths that the user dragged. */
  readonly widths: Readonly<Record<string, number>>;
  /** Field by which the rows are sorted; its column is never left out. */
  readonly sorted: string;
}

interface ResponsiveColumns {
  /** Columns that the user chose, or those of the definition. */
  readonly columns: readonly Column[];
  /** Visible columns: a small screen leaves out the least used. */
  readonly visible: readonly Column[];
  /** Width in pixels by name of columns that take part of the spare width. */
  readonly spread: Readonly<Record<string, number>>;
  /** Ref of the element whose width the columns share. */
  readonly ref: RefCallback<HTMLElement>;
}

/**
 * Returns the columns of a list that fit. If the user has chosen columns, all of them are visible;
 * dragging an edge, pinning or hiding a column does not count as a choice.
 */
export const useResponsiveColumns = (props: ResponsiveColumnsProps): ResponsiveColumns => {
  const { resource, view, context, selectable, choice, widths, sorted } = props;
  const { shown, order, hidden, pinned } = choice;
  const [room, ref] = useElementWidth();
  const language = useLanguage();
  const outer = Object.values(
    systemColumnWidths(context, selectable, language, useScreen()),
  ).reduce((sum, width) => sum + width);
  const columns = useMemo(
    () => shownColumns(resource, view, { shown, order, hidden, pinned }, language),
    [resource, view, shown, order, hidden, pinned, language],
  );
  const visible = useMemo(() => {
    if (shown) return columns;
    // A column with a sum below the list is never left out: the sum would have no column.
    const totals = new Set(resource.list.totals);
    const summed = columns.filter(({ name }) => totals.has(name)).slice(0, 1);
    const state = resource.states ? [resource.states.field] : [];
    const pins = pinnedNames(resource, choice);
    const kept = new Set([resource.title, sorted, ...state, ...pins]);
    for (const { name } of summed) kept.add(name);
    return responsiveColumns(columns, widths, room - outer, kept);
  }, [columns, resource, sorted, shown, choice, widths, room, outer]);
  const spread = useMemo(
    () => spreadWidths(resource, visible, widths, room - outer),
    [resource, visible, widths, room, outer],
  );
  return { columns, visible, spread, ref };
};
