import { useClient } from '@keyan/console/client/context.tsx';
import { Card } from '@keyan/console/components/Page.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataTable } from '@keyan/console/table/DataTable.tsx';
import { isZero } from '@keyan/kernel/values/amounts.ts';
import { useQuery } from '@tanstack/react-query';
import { YuanAmount } from './Amount.web.tsx';
import { type EntriesFilter, ProjectEntries } from './Entries.web.tsx';
import { FundsFigures } from './FundsFigures.web.tsx';
import { type Book, type Figure, fundsQueryService, moneyFigures } from './figures.ts';
import { PossibleArrivals } from './PossibleArrivals.web.tsx';
import { SpendingChart } from './SpendingChart.web.tsx';
import './funds-query.web.css';

/** Loads the funds of a project. */
export const useBook = (programId: string) => {
  const client = useClient();
  return useQuery({
    queryKey: ['funds', 'book', programId],
    queryFn: ({ signal }) =>
      client.get<Book>(`/${fundsQueryService}/book`, { programId }, { quiet: true, signal }),
  });
};

const itemFigures = ['budget', 'booked', 'held', 'spent'] as const;

type Item = Book['items'][number];

interface ItemsProps {
  readonly book: Book;
  readonly onOpen?: (item: string, figure: Figure) => void;
}

/** Table of budget items; each amount opens the entries behind it. */
const Items = ({ book, onOpen }: ItemsProps) => {
  const label = useLabel();
  const columns: readonly DataColumn<Item>[] = [
    { key: 'name', head: ['科目', 'Budget item'], isRowHead: true, cell: ({ name }) => name },
    ...[...itemFigures, ...(book.isByItem ? (['available'] as const) : [])].map(
      (figure): DataColumn<Item> => ({
        key: figure,
        head: moneyFigures[figure],
        align: 'right',
        width: 130,
        cell: ({ code, sums }) =>
          onOpen ? (
            <button type="button" className="ky-link" onClick={() => onOpen(code, figure)}>
              <YuanAmount value={sums[figure]} />
            </button>
          ) : (
            <YuanAmount value={sums[figure]} />
          ),
      }),
    ),
  ];
  const rows = book.items.filter(({ sums }) => itemFigures.some((one) => !isZero(sums[one])));
  if (rows.length === 0) {
    return <Empty>{label(['尚无科目', 'No budget items yet'])}</Empty>;
  }
  return (
    <DataTable
      frame={onOpen ? 'scroll' : 'region'}
      caption={label(['科目', 'Budget items'])}
      rows={rows}
      columns={columns}
      minWidth={860}
      keyOf={({ code }) => code}
    />
  );
};

interface FundsBoardProps {
  readonly programId: string;
  readonly filter: EntriesFilter;
  readonly onFilter: (filter: EntriesFilter) => void;
}

/**
 * Funds of one project: figures, spending chart, budget items, and the entries behind each number.
 * Embedded in pages about a project.
 */
export const FundsBoard = ({ programId, filter, onFilter }: FundsBoardProps) => {
  const label = useLabel();
  const { data: book, error, refetch } = useBook(programId);
  if (error) return <ErrorPanel fault={error} onRetry={refetch} />;
  if (!book) return <SkeletonRows />;
  const itemName = book.items.find(({ code }) => code === filter.item)?.name;
  const title = [itemName, filter.figure && label(moneyFigures[filter.figure])]
    .filter(Boolean)
    .join(' · ');
  const open = (item: string, figure: Figure) => onFilter({ item, figure, page: 1 });
  return (
    <div className="ky-funds-board">
      <FundsFigures
        book={book}
        chosen={filter.item === '' ? filter.figure : null}
        {...(book.opens ? { onChoose: (figure: Figure) => open('', figure) } : {})}
      />
      {book.opens && <PossibleArrivals programId={programId} />}
      <SpendingChart book={book} />
      <Card title={label(['科目', 'Budget items'])} flush>
        <Items book={book} {...(book.opens ? { onOpen: open } : {})} />
      </Card>
      {book.opens ? (
        <ProjectEntries
          programId={programId}
          filter={filter}
          title={
            title ? label([`分录：${title}`, `Entries: ${title}`]) : label(['分录', 'Entries'])
          }
          onChange={onFilter}
        />
      ) : (
        <p className="ky-note">
          {label([
            '分录由项目负责人、科研助理和管理部门查看',
            'Entries are for the leader, the assistant and the offices',
          ])}
        </p>
      )}
    </div>
  );
};
