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

/** The width of the list that was measured last; the next list starts with it and seldom renders twice. */
let lastRoom = Number.POSITIVE_INFINITY;

/** The inner width of an element in pixels, measured before it is painted, and the element's ref. */
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
  /** Pixels by name where a presentation sets them; without what the user dragged. */
  readonly widths: Readonly<Record<string, number>>;
  /** The field that the rows are sorted by; its column is kept. */
  readonly sorted: string;
}

interface ResponsiveColumns {
  /** The columns that the user chose, or those of the definition. */
  readonly columns: readonly Column[];
  /** Columns that are shown: a small screen leaves out the least used. */
  readonly visible: readonly Column[];
  /** Pixels by name of those that take part of the spare width. */
  readonly spread: Readonly<Record<string, number>>;
  /** Belongs on the element whose width the columns share. */
  readonly ref: RefCallback<HTMLElement>;
}

/**
 * The columns of a list, and which of them have room. Once the user has chosen columns, all of them
 * are visible; dragging an edge, pinning or hiding a column is not such a choice.
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
    // Below a list of amounts stands their sum: without its column it would be a word alone.
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
