import { resourceTextsOf } from '@keyan/kernel/definition/page/words.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { type ComponentProps, type ComponentType, lazy, Suspense, useState } from 'react';
import { useScreen } from '../base/useScreen.ts';
import type { WireRow } from '../data/calls.ts';
import { countText } from '../i18n/format.ts';
import { useLabel } from '../i18n/language.ts';
import { useTab } from '../navigation/tab.ts';
import { viewAddresses } from '../presentation/resources.tsx';
import { isTodoPage } from '../records/actions.ts';
import { RouteLinks } from '../records/RouteLinks.tsx';
import { ListPage, type PeekProps } from '../table/ListPage.tsx';
import { rowHeights } from '../table/rowHeights.ts';
import { useRowDensity } from '../theme/useRowDensity.ts';
import { BulkActionButtons } from './bulk/BulkActionButtons.tsx';
import { DoneTabs } from './DoneTabs.tsx';
import { EmptyList } from './EmptyList.tsx';
import { FilterBar } from './FilterBar.tsx';
import { ListActions } from './ListActions.tsx';
import { ListTable } from './ListTable.tsx';
import { StatusTabs } from './StatusTabs.tsx';
import { isFiltered } from './state.ts';
import '../form/field.css';
import { type ResourceListController, useResourceList } from './useResourceList.ts';
import { useToolbarActions } from './useToolbarActions.tsx';
import { ViewsMenu } from './ViewsMenu.tsx';

const ConditionChips = lazy(() => import('./Chips.tsx'));
const BinDrawer = lazy(() => import('./BinDrawer.tsx'));
const TreeBeside = lazy(() => import('./beside/TreeBeside.tsx'));
const FoundActions = lazy(() => import('./bulk/FoundActions.tsx'));
const ColumnsDrawer = lazy(() => import('./ColumnsDrawer.tsx'));
const DisplaySwitch = lazy(() => import('./displays/DisplaySwitch.tsx'));
const DisplayedRows = lazy(() => import('./displays/DisplayedRows.tsx'));

export interface ResourceListProps {
  readonly resource: Resource;
  /** Name of one of its views. */
  readonly view: string;
  /** Renders further buttons for the selected rows of a task list. */
  readonly TaskActions?: ComponentType<{ readonly list: ResourceListController }> | undefined;
  /** Renders a record with its fields, at the right of the rows. */
  readonly Peek?: ComponentType<ListPeekProps> | undefined;
}

interface ListPeekProps {
  readonly resource: Resource;
  readonly id: string;
  readonly go: Label;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

const openText: Label = ['打开', 'Open'];

/** Returns the tree beside the list, if the definition has one. */
const besideOf = (list: ResourceListController) => {
  const { beside } = list.resource.list;
  return (
    beside && (
      <Suspense>
        <TreeBeside list={list} name={beside} />
      </Suspense>
    )
  );
};

/**
 * Renders the buttons for the selected rows, or for all rows that match the conditions, and the
 * link that selects all.
 */
const SelectionActions = ({ list }: { readonly list: ResourceListController }) => {
  const label = useLabel();
  const { isSelected, isOffered, found, select } = list.everything;
  if (isSelected) {
    return (
      <Suspense>
        <FoundActions list={list} found={found} />
      </Suspense>
    );
  }
  const count = countText(found.count);
  return (
    <>
      <BulkActionButtons list={list} />
      {isOffered && (
        <button type="button" className="ky-link" onClick={select}>
          {label([`选择筛选出的全部 ${count} 条`, `Select all ${count} found`])}
        </button>
      )}
    </>
  );
};

/** Returns the record shown beside the rows. */
const peekOf = (list: ResourceListController, Peek: ResourceListProps['Peek']) =>
  Peek &&
  (({ row, onClose }: PeekProps<WireRow>) => (
    <Suspense>
      <Peek
        resource={list.resource}
        id={row.id}
        go={openText}
        onOpen={() => list.actions.run('view', row)}
        onClose={onClose}
      />
    </Suspense>
  ));

interface BesideTitleProps {
  readonly list: ResourceListController;
  readonly title: string;
}

/**
 * Renders saved views, routes, and the switch of displays if the definition has more than the
 * table.
 */
const BesideTitle = ({ list, title }: BesideTitleProps) => {
  const { resource, settings } = list;
  return (
    <>
      <ViewsMenu settings={settings} title={title} />
      <RouteLinks resource={resource} />
      {resource.list.displays && (
        <Suspense>
          <DisplaySwitch list={list} />
        </Suspense>
      )}
    </>
  );
};

/** Renders the rows in the display that the address names. */
const Rows = (props: ComponentProps<typeof ListTable>) => {
  const { display } = props.list.state;
  if (display === '') return <ListTable {...props} />;
  return (
    <Suspense>
      <DisplayedRows list={props.list} display={display} />
    </Suspense>
  );
};

/** Returns the conditions of the list, if it has any. */
const chipsOf = (list: ResourceListController) =>
  isFiltered(list.state) && (
    <Suspense>
      <ConditionChips list={list} />
    </Suspense>
  );

/** Renders the list page of a view from its definition. */
export const ResourceList = (props: ResourceListProps) => {
  const { resource, view: viewName, TaskActions, Peek } = props;
  const label = useLabel();
  const tab = useTab();
  const screen = useScreen();
  const list = useResourceList(resource, viewName);
  const { view, settings, may, selection, everything, change } = list;
  const { display } = list.state;
  const toolbar = useToolbarActions(list);
  const density = useRowDensity(settings.density);
  const [open, setOpen] = useState<'columns' | 'bin'>();
  const title = label(view.label);
  const add = may('add') ? () => tab.open(viewAddresses(view).add) : undefined;
  const close = () => setOpen(undefined);
  return (
    <>
      <ListPage
        title={title}
        status={<BesideTitle list={list} title={title} />}
        context={view.note && label(view.note)}
        actions={
          <ListActions
            screen={screen}
            actions={toolbar.actions}
            addText={label(resourceTextsOf(resource).add)}
            onAdd={add}
          />
        }
        list={list}
        beside={screen === 3 && besideOf(list)}
        peek={display === '' ? peekOf(list, Peek) : undefined}
        ref={list.columns.ref}
        label={title}
        density={density}
        rowHeight={rowHeights[density]}
        tabs={
          <>
            {list.statusTabs && <StatusTabs tabs={list.statusTabs} onChoose={change} />}
            {view.done && <DoneTabs list={list} />}
          </>
        }
        filters={
          <>
            <FilterBar
              list={list}
              onColumns={() => setOpen('columns')}
              onBin={may('delete') ? () => setOpen('bin') : undefined}
            />
            {chipsOf(list)}
          </>
        }
        empty={<EmptyList list={list} onAdd={add} />}
        unpaged={display !== '' && display !== 'timeline'}
        chosen={everything.isSelected ? everything.found.count : selection.selected.size}
        footActions={
          screen > 0 &&
          display === '' && (
            <>
              {TaskActions && isTodoPage(list.context) && <TaskActions list={list} />}
              <SelectionActions list={list} />
            </>
          )
        }
      >
        <Rows list={list} density={density} />
      </ListPage>
      {list.actions.dialogs}
      <Suspense>
        {open === 'columns' && <ColumnsDrawer list={list} onClose={close} />}
        {open === 'bin' && (
          <BinDrawer resource={resource} onRestore={list.actions.restore} onClose={close} />
        )}
      </Suspense>
      {toolbar.opened}
    </>
  );
};

/** Returns a page component for one view of a resource, for the route table. */
export const listPage = (
  resource: Resource,
  view: string,
  parts: Pick<ResourceListProps, 'TaskActions' | 'Peek'> = {},
): ComponentType => {
  const Bound = () => <ResourceList resource={resource} view={view} {...parts} />;
  return Bound;
};
