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
  /** Above everything: a title with buttons. */
  readonly head?: ReactNode;
  /** The parts of the list, a `Strip`. */
  readonly tabs?: ReactNode;
  /** The controls that narrow the list. */
  readonly filters?: ReactNode;
  /** In place of rows where there are none at all. */
  readonly empty: ReactNode;
  /** Buttons in the foot for the selected rows. */
  readonly footActions?: ReactNode;
  /** Number of selected rows that the foot shows; none where rows cannot be selected. */
  readonly chosen?: number;
  /** The rows stand on no pages, such as those of a calendar. */
  readonly unpaged?: boolean;
  /** The list has half the page: shorter paging, and a foot even without rows. */
  readonly half?: boolean;
  /** Pixels of a row, for the placeholder while rows are fetched. */
  readonly rowHeight?: number;
  readonly density?: Density;
  readonly ref?: Ref<HTMLElement>;
  /** The rows, a `DataList`. */
  readonly children: ReactNode;
}

/** A list with its filters, states and pages. */
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
  /** Beside the title. */
  readonly status?: ReactNode;
  /** One line about the list. */
  readonly context?: ReactNode;
  /** Buttons in the head. */
  readonly actions?: ReactNode;
  /** A tree beside the list, which narrows it. */
  readonly beside?: ReactNode;
  /** One row with its facts, at the right of the others. */
  readonly peek?: (peek: PeekProps<Row>) => ReactNode;
}

/** Row that is shown beside the others. */
export interface PeekProps<Row> {
  readonly row: Row;
  readonly onClose: () => void;
}

/** A page that is one list. */
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
