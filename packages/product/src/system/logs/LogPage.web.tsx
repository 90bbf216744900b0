import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useScreen } from '@keyan/console/base/useScreen.ts';
import { isPermissionFault } from '@keyan/console/client/fault.ts';
import { Empty } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { ChoiceFilter } from '@keyan/console/list/ChoiceFilter.tsx';
import { ListDates, ListText } from '@keyan/console/list/filters.tsx';
import { PermissionDenied } from '@keyan/console/pages/ErrorPages.tsx';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataList } from '@keyan/console/table/DataList.tsx';
import { ListPage } from '@keyan/console/table/ListPage.tsx';
import {
  type ListControllerProps,
  useListController,
} from '@keyan/console/table/useListController.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Drawer } from 'antd';
import { useState } from 'react';
import { type LogName, logPages } from './logs.ts';
import './logs.web.css';

/** Label and value of an entry in its drawer. */
export type LogEntryField = readonly [name: Label, value: string];

interface LogEntry {
  readonly id: string;
  readonly createTime: string;
}

export interface LogPageProps<Entry extends LogEntry, Filter extends string> {
  readonly name: LogName;
  /** Content of the log and its retention period. */
  readonly context: Label;
  /** Filters by parameter of the list, some with options; the first is the search text. */
  readonly filters: readonly (readonly [
    name: Filter,
    label: Label,
    choices?: Readonly<Record<string, Label>>,
  ])[];
  readonly columns: readonly DataColumn<Entry>[];
  /** Returns the title of an entry for its card and drawer. */
  readonly title: (entry: Entry) => string;
  readonly note: (entry: Entry) => string;
  readonly facts: (entry: Entry) => readonly LogEntryField[];
}

interface DrawerProps {
  readonly heading: Label;
  readonly title: string;
  readonly facts: readonly LogEntryField[];
  readonly onClose: () => void;
}

const EntryDrawer = ({ heading, title, facts, onClose }: DrawerProps) => {
  const label = useLabel();
  useFocusReturn();
  const narrow = useScreen() === 0;
  return (
    <Drawer open size={narrow ? '100%' : 640} title={label(heading)} onClose={onClose}>
      <p className="ky-system-log-title">{title}</p>
      <dl className="ky-system-log-facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name[1]}>
              <dt>{label(name)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Drawer>
  );
};

interface CardProps {
  readonly title: string;
  readonly note: string;
  readonly time: string;
  readonly onShow: () => void;
}

const EntryCard = ({ title, note, time, onShow }: CardProps) => (
  <li>
    <button type="button" className="ky-row-card" onClick={onShow}>
      <span className="ky-row-card-title">{title}</span>
      <span className="ky-row-card-facts">
        <span className="ky-row-card-notes">{note}</span>
        {time}
      </span>
    </button>
  </li>
);

type LogFilters<Filter extends string> = LogPageProps<LogEntry, Filter>['filters'];

interface FiltersProps<Entry extends LogEntry, Filter extends string> {
  readonly list: ListControllerProps<Entry, Filter | 'from' | 'to'>;
  readonly filters: LogFilters<Filter>;
}

const Filters = <Entry extends LogEntry, Filter extends string>({
  list,
  filters,
}: FiltersProps<Entry, Filter>) => {
  const label = useLabel();
  return (
    <div className="ky-filters">
      {filters.map(([filter, text, choices], index) =>
        choices ? (
          <ChoiceFilter
            key={filter}
            value={list.state[filter]}
            label={label(text)}
            options={Object.entries(choices).map(([value, name]) => ({
              value,
              label: label(name),
            }))}
            onChange={(value) =>
              list.change({ [filter]: value } as Partial<Record<Filter | 'from' | 'to', string>>)
            }
          />
        ) : (
          <ListText<Filter | 'from' | 'to'>
            key={filter}
            isSearch={index === 0}
            list={list}
            name={filter}
            label={text}
          />
        ),
      )}
      <ListDates list={list} label={['时间', 'When']} />
    </div>
  );
};

/** Renders one log: search, entries (newest first), and a drawer for each. */
export const LogPage = <Entry extends LogEntry, Filter extends string>(
  props: LogPageProps<Entry, Filter>,
) => {
  const { name, context, filters, columns, title, note, facts } = props;
  const { code, label: heading } = logPages[name];
  const label = useLabel();
  const [shown, setShown] = useState<Entry>();
  const [conditions] = useState(
    () =>
      Object.fromEntries(
        [...filters.map(([filter]) => filter), 'from', 'to'].map((filter) => [filter, '']),
      ) as Record<Filter | 'from' | 'to', string>,
  );
  const list = useListController<Entry, Filter | 'from' | 'to'>({
    conditions,
    keyOf: ({ id }) => id,
    queryKey: ['log', name],
    path: `/blade-log/${name}/list`,
    query: (state) => ({
      ...Object.fromEntries(filters.map(([filter]) => [filter, state[filter]])),
      createTime_datege: state.from,
      createTime_datele: state.to,
    }),
  });
  if (isPermissionFault(list.error)) return <PermissionDenied page={code} />;
  return (
    <>
      <ListPage
        title={label(heading)}
        context={label(context)}
        list={list}
        filters={<Filters list={list} filters={filters} />}
        empty={<Empty>{label(['还没有日志', 'Nothing logged yet'])}</Empty>}
      >
        <DataList<Entry>
          frame="region"
          caption={label(heading)}
          minWidth={900}
          keyOf={({ id }) => id}
          columns={columns}
          onAction={(_show, entry) => setShown(entry)}
          card={(entry) => (
            <EntryCard
              key={entry.id}
              title={title(entry)}
              note={note(entry)}
              time={entry.createTime}
              onShow={() => setShown(entry)}
            />
          )}
        />
      </ListPage>
      {shown && (
        <EntryDrawer
          heading={heading}
          title={title(shown)}
          facts={facts(shown)}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
};

/** Renders the cell that opens an entry. */
export const LogEntryLink = ({ children }: { readonly children: string }) => (
  <button type="button" className="ky-link" title={children} data-action="show">
    {children}
  </button>
);
