import { type ReactNode, type Ref, useState } from 'react';
import { useScreen } from '../base/useScreen.ts';
import { Page, PageHeader } from '../components/Page.tsx';
import type { Density } from '../theme/density.ts';
import { ListBody, ListFooter } from './ListFrame.tsx';
import { type ListController, ListProvider, type Peek } from './listController.ts';

interface ListSectionProps<Row> {
  readonly list: ListController<Row>;
  /** Name of the section, for screen readers. */
  readonly label?: string;
  /** Content above everything: a title with buttons. */
  readonly head?: ReactNode;
  /** Tabs for the parts of the list, a `Strip`. */
  readonly tabs?: ReactNode;
  /** Controls that narrow the list. */
  readonly filters?: ReactNode;
  /** Content shown if there are no rows at all. */
  readonly empty: ReactNode;
  /** Buttons in the footer for the selected rows. */
  readonly footActions?: ReactNode;
  /** Number of selected rows that the footer shows; absent if rows cannot be selected. */
  readonly chosen?: number;
  /** True if the rows have no pages, as in a calendar. */
  readonly unpaged?: boolean;
  /** True if the list has half the page: shorter paging, and a footer even without rows. */
  readonly half?: boolean;
  /** Height of a placeholder row in pixels. */
  readonly rowHeight?: number;
  readonly density?: Density;
  readonly ref?: Ref<HTMLElement>;
  /** Rows, a `DataList`. */
  readonly children: ReactNode;
}

/** Renders a list with its filters, states and pages. */
export const ListSection = <Row,>(props: ListSectionProps<Row>) => {
  const { list, label, head, tabs, filters, empty, footActions, chosen, half, density } = props;
  const isPaged = !props.unpaged;
  const { rows, total, selection } = list;
  return (
    <ListProvider value={list as unknown as ListController<never>}>
      <section
        ref={props.ref}
        className="ky-card ky-list"
        aria-label={label}
        data-density={density}
      >
        {head}
        {tabs}
        {filters}
        <ListBody
          rows={rows}
          error={list.error}
          onRetry={list.refetch}
          narrowed={list.isNarrowed}
          onClear={list.clear}
          empty={empty}
          rowHeight={props.rowHeight}
          boxRef={list.sizing?.ref}
        >
          {() => props.children}
        </ListBody>
        {isPaged && (half || (rows && (total > 0 || selection.selected.size > 0))) && (
          <ListFooter
            half={half}
            total={total}
            whole={list.whole}
            more={list.more}
            onCountAll={list.countAll}
            page={list.page}
            size={list.size}
            onPage={list.turn}
            sizing={list.sizing}
            onResize={list.resize}
            peek={list.peek as Peek<never> | undefined}
            firstRow={rows?.[0]}
            chosen={chosen}
            onUnselect={chosen === undefined ? undefined : selection.clear}
          >
            {footActions}
          </ListFooter>
        )}
      </section>
    </ListProvider>
  );
};

interface ListPageProps<Row> extends ListSectionProps<Row> {
  readonly title: string;
  /** Content beside the title. */
  readonly status?: ReactNode;
  /** One line about the list. */
  readonly context?: ReactNode;
  /** Buttons in the header. */
  readonly actions?: ReactNode;
  /** Tree beside the list, which narrows it. */
  readonly beside?: ReactNode;
  /** Renders one row with its fields, at the right of the list. */
  readonly peek?: (peek: PeekProps<Row>) => ReactNode;
}

/** Props of the panel that shows a row beside the list. */
export interface PeekProps<Row> {
  readonly row: Row;
  readonly onClose: () => void;
}

/** Renders a page that consists of one list. */
export const ListPage = <Row,>(props: ListPageProps<Row>) => {
  const { title, status, context, actions, beside, peek, ...section } = props;
  const hasRoom = useScreen() >= 2;
  const [row, show] = useState<Row>();
  const peeked = peek && hasRoom ? { row, show } : undefined;
  return (
    <Page
      body="fill"
      header={<PageHeader title={title} status={status} context={context} actions={actions} />}
    >
      <div className="ky-beside">
        {beside}
        <ListSection {...section} list={{ ...section.list, peek: peeked }} />
        {peeked && row && peek?.({ row, onClose: () => show(undefined) })}
      </div>
    </Page>
  );
};
