import { hasProcess } from '@keyan/kernel/base.ts';
import type { ActionName, Resource, View } from '@keyan/kernel/resource.ts';
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react';
import { useScreen } from '../base/useScreen.ts';
import { Page, PageHeader } from '../components/Page.tsx';
import { Empty } from '../components/state.tsx';
import type { WireRow } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';
import { useTab } from '../navigation/tab.ts';
import { usePermissions } from '../navigation/useMenus.ts';
import type { Presentation } from '../presentation/present.ts';
import { pagesOf, usePresentation } from '../presentation/resources.tsx';
import { ListBody } from '../table/ListFrame.tsx';
import { useRowDensity } from '../theme/useRowDensity.ts';
import { Chips } from './Chips.tsx';
import { availableColumns, pinnedNames } from './columns.ts';
import { FilterBar, usableFilters, type WantedFilter } from './FilterBar.tsx';
import type { ColumnAct } from './HeadCell.tsx';
import { ListActions } from './ListActions.tsx';
import { ListCards } from './ListCards.tsx';
import { ListFoot } from './ListFoot.tsx';
import { ListTable, rowHeights } from './ListTable.tsx';
import '../form/field.css';
import {
  type ActionContext,
  isOffered,
  isOfOneStatus,
  type RecordActionName,
} from '../records/actions.ts';
import { useRecordActions } from '../records/useRecordActions.tsx';
import { StatusTabs, Strip } from '../table/StatusTabs.tsx';
import { useSelection } from '../table/useSelection.ts';
import { changed, cleared, isFiltered, type ListState, sortOf } from './state.ts';
import { sumOf, useRows, useStatusCounts } from './useList.ts';
import { useListLook } from './useListLook.ts';
import { useResponsiveColumns } from './useResponsiveColumns.ts';
import { useToolbarActions } from './useToolbarActions.tsx';
import { ViewsMenu } from './ViewsMenu.tsx';

const BinDrawer = lazy(() => import('./BinDrawer.tsx'));
const ColumnsDrawer = lazy(() => import('./ColumnsDrawer.tsx'));

export interface ResourceListProps {
  readonly resource: Resource;
  /** The name of one of its views. */
  readonly view: string;
}

const viewOf = ({ resource, view }: ResourceListProps): View => {
  const found = resource.views[view];
  if (!found) throw new Error(`${resource.key} has no view ${view}`);
  return found;
};

/** The widths that a presentation asks for, of columns that nobody has dragged. */
const widthsOf = ({ fields }: Presentation): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { width }]) =>
      width === undefined || name.includes('.') ? [] : [[name, width]],
    ),
  );

const idOf = (row: WireRow): string => row.id;

/** The list of a view of a resource: everything follows from the definition. */
export const ResourceList = (props: ResourceListProps) => {
  const { resource, view: name } = props;
  const view = viewOf(props);
  const pages = pagesOf(view);
  const label = useLabel();
  const tab = useTab();
  const permissions = usePermissions();
  const screen = useScreen();
  const narrow = screen === 0;
  const presentation = usePresentation(resource);
  const { words } = presentation;
  const look = useListLook(resource, name, view);
  const { state, setState, choice, choose, density } = look;
  const drawnAs = useRowDensity(density);
  const [picking, setPicking] = useState(false);
  const [binning, setBinning] = useState(false);
  const { selected, select, unselect, clear: selectNone } = useSelection(idOf);
  const { data, error, isFetching, refetch, dataUpdatedAt } = useRows(resource, name, state);
  const process = hasProcess(resource);
  const byStatus = process && !isOfOneStatus(view) && view.done === undefined;
  const counts = useStatusCounts(resource, name, state, byStatus);

  const context = useMemo<ActionContext>(
    () => ({ resource, view, done: state.done, permissions }),
    [resource, view, state.done, permissions],
  );
  const acts = useRecordActions(resource, view, unselect);

  const { widths } = choice;
  const usual = useMemo(() => widthsOf(presentation), [presentation]);
  const inForce = useMemo(() => ({ ...usual, ...widths }), [usual, widths]);
  const [wanted, setWanted] = useState<WantedFilter>();

  const ask = (next: ListState) => setState(next);
  const narrowBy = (filters: Readonly<Record<string, string | undefined>>) =>
    setState((before) => changed(before, { filters }));
  const has = (action: ActionName) =>
    view.actions.includes(action) && permissions.has(`${view.code}_${action}`);
  const footActs: Partial<Record<RecordActionName, (rows: readonly WireRow[]) => void>> = {
    ...(process ? { submit: acts.submitAll } : {}),
    remove: acts.removeAll,
    zip: acts.zipAll,
  };
  const selectable = (Object.keys(footActs) as RecordActionName[]).some((verb) =>
    isOffered(verb, context),
  );

  const sort = state.sort ?? sortOf(resource.list.sort) ?? { field: '', descending: true };
  const fitting = useResponsiveColumns({
    resource,
    view,
    context,
    selectable,
    choice,
    widths: usual,
    sorted: sort.field,
  });
  const { columns } = fitting;

  const filterable = useMemo(() => new Set(usableFilters(resource)), [resource]);
  const pins = pinnedNames(resource, choice);
  const columnActs: Readonly<Record<ColumnAct, (column: string) => void>> = {
    filter: (column) => setWanted({ name: column }),
    pin: (column) => choose({ pinned: [...pins, column] }),
    unpin: (column) => choose({ pinned: pins.filter((each) => each !== column) }),
    hide: (column) => choose({ hidden: [...(choice.hidden ?? []), column] }),
  };

  const tools = useToolbarActions({ resource, name, view, state, columns, has });

  const sheetOf = (rows: readonly WireRow[]) =>
    narrow ? (
      <ListCards
        rows={rows}
        columns={columns}
        context={context}
        now={dataUpdatedAt}
        refreshing={isFetching}
      />
    ) : (
      <ListTable
        rows={rows}
        columns={fitting.drawn}
        widths={inForce}
        context={context}
        sort={sort}
        selectable={selectable}
        selected={selected}
        refreshing={isFetching}
        now={dataUpdatedAt}
        caption={label(view.label)}
        onSort={(sort) => ask(changed(state, { sort }))}
        onSelect={select}
        onVerb={acts.run}
        onResize={(column, width) => choose({ widths: { ...widths, [column]: width } })}
        density={drawnAs}
        onColumn={(act, column) => columnActs[act](column)}
        filterable={filterable}
      />
    );

  return (
    <Page
      body="fill"
      header={
        <PageHeader
          title={label(view.label)}
          status={<ViewsMenu look={look} title={label(view.label)} />}
          context={view.note && label(view.note)}
          actions={
            <ListActions
              screen={screen}
              actions={tools.actions}
              add={has('add') ? label(words?.add ?? [`登记${resource.label[0]}`, 'New']) : null}
              onAdd={() => tab.open(pages.add)}
            />
          }
        />
      }
    >
      <section
        ref={fitting.ref}
        className="ky-card ky-list"
        aria-label={label(view.label)}
        data-density={drawnAs}
      >
        {byStatus && (
          <StatusTabs
            counts={counts}
            status={state.status}
            onChoose={(status) => ask(changed(state, { status }))}
          />
        )}
        {view.done && <DoneTabs {...props} state={state} onState={ask} />}
        <FilterBar
          resource={resource}
          state={state}
          total={data?.total}
          density={density}
          onDensity={look.setDensity}
          wanted={wanted}
          onChange={narrowBy}
          onState={ask}
          onRefresh={() => void refetch()}
          onColumns={() => setPicking(true)}
          onBin={has('delete') ? () => setBinning(true) : null}
        />
        <Chips resource={resource} state={state} onChange={narrowBy} onState={ask} />
        <ListBody
          rows={data?.records}
          error={error}
          onRetry={() => void refetch()}
          narrowed={isFiltered(state)}
          onClear={() => ask(cleared(state))}
          empty={
            <NothingYet
              {...props}
              waiting={view.done !== undefined && !state.done}
              onAdd={has('add') ? () => tab.open(pages.add) : undefined}
            />
          }
          rowHeight={rowHeights[drawnAs]}
        >
          {sheetOf}
        </ListBody>
        {data && (data.total > 0 || selected.size > 0) && (
          <ListFoot
            context={context}
            selected={selected}
            total={data.total}
            page={state.page}
            size={state.size}
            onPage={(page, size) => ask(changed(state, { page, size }))}
            onUnselect={selectNone}
            acts={footActs}
          />
        )}
      </section>
      {acts.dialogs}
      {picking && (
        <Suspense>
          <ColumnsDrawer
            available={availableColumns(resource, view)}
            shown={columns}
            pinned={pins}
            title={resource.title}
            density={density}
            onDensity={look.setDensity}
            onClose={() => setPicking(false)}
            onChange={choose}
            onReset={look.resetColumns}
          />
        </Suspense>
      )}
      {binning && (
        <Suspense>
          <BinDrawer
            resource={resource}
            onRestore={acts.restore}
            onClose={() => setBinning(false)}
          />
        </Suspense>
      )}
      {tools.opened}
    </Page>
  );
};

interface DoneTabsProps extends ResourceListProps {
  readonly state: ListState;
  readonly onState: (state: ListState) => void;
}

/** Of a page of tasks: what waits, and what was dealt with (domain §8.2). */
const DoneTabs = ({ resource, view, state, onState }: DoneTabsProps) => {
  const label = useLabel();
  const waiting = useStatusCounts(resource, view, { ...state, done: false }, true);
  const handled = useStatusCounts(resource, view, { ...state, done: true }, true);
  return (
    <Strip
      label={label(['办理情况', 'Handled or not'])}
      active={state.done ? 'done' : 'todo'}
      onChoose={(key) => onState(changed(state, { done: key === 'done' }))}
      items={[
        { key: 'todo', text: label(['待我审核', 'Waiting for me']), count: sumOf(waiting) },
        { key: 'done', text: label(['我已审核', 'Handled by me']), count: sumOf(handled) },
      ]}
    />
  );
};

interface NothingYetProps extends ResourceListProps {
  readonly waiting: boolean;
  readonly onAdd: (() => void) | undefined;
}

/** Empty for good: why, and what to do about it. */
const NothingYet = ({ resource, waiting, onAdd }: NothingYetProps) => {
  const label = useLabel();
  const { words } = usePresentation(resource);
  const [zh] = resource.label;
  const add = words?.add ?? ([`登记${zh}`, 'Add the first'] as const);
  return (
    <Empty
      action={
        onAdd && (
          <button type="button" className="ky-link" onClick={onAdd}>
            {label(add)}
          </button>
        )
      }
    >
      {label(
        waiting
          ? [`没有待您审核的${zh}`, 'Nothing waits for you']
          : [`还没有${zh}`, 'Nothing here yet'],
      )}
    </Empty>
  );
};

/** A page component bound to one view of a resource, for the route table. */
export const listPage = (resource: Resource, view: string): ComponentType => {
  const Bound = () => <ResourceList resource={resource} view={view} />;
  return Bound;
};
