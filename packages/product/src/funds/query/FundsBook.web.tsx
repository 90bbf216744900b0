import { Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { Empty } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab, useTabParams } from '@keyan/console/navigation/tab.ts';
import { useEffect, useState } from 'react';
import { AuditButtons } from './AuditButtons.web.tsx';
import type { EntriesFilter } from './Entries.web.tsx';
import { FundsBoard, useBook } from './FundsBoard.web.tsx';
import { type Figure, figureKeys } from './figures.ts';

const isFigure = (name: string | undefined): name is Figure =>
  figureKeys.some((one) => one === name);

/** Page 项目经费: funds of one project down to entries; the filter is stored in the address. */
const FundsBook = () => {
  const label = useLabel();
  const tab = useTab();
  const { id = '', item = '', figure, page } = useTabParams();
  const [filter, setFilter] = useState<EntriesFilter>({
    item,
    figure: isFigure(figure) ? figure : null,
    page: Math.max(1, Number(page) || 1),
  });
  const { data: book } = useBook(id);
  const name = book?.name;
  useEffect(() => {
    if (name) tab.setTitle([`${name} 经费`, `Funds: ${name}`], ['项目经费', 'Project funds']);
  }, [name, tab]);
  const change = (next: EntriesFilter) => {
    setFilter(next);
    tab.setQuery(
      new URLSearchParams({
        id,
        ...(next.item ? { item: next.item } : {}),
        ...(next.figure ? { figure: next.figure } : {}),
        ...(next.page > 1 ? { page: String(next.page) } : {}),
      }).toString(),
    );
  };
  if (!id) return <Empty>{label(['未指定项目', 'No project specified'])}</Empty>;
  return (
    <Page
      header={
        <PageHeader
          title={book?.name ?? label(['项目经费', 'Project funds'])}
          context={book?.number}
          facts={
            book &&
            [book.leader, book.department, `${book.startDate} – ${book.endDate}`, book.fundMode]
              .filter(Boolean)
              .join(' · ')
          }
          actions={book?.opens && <AuditButtons programId={id} />}
        />
      }
    >
      <FundsBoard programId={id} filter={filter} onFilter={change} />
    </Page>
  );
};

export default FundsBook;
