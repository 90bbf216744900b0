import {
  ColumnHeightOutlined,
  DeleteOutlined,
  FilterOutlined,
  ReloadOutlined,
  SettingOutlined,
} from '@ant-design/icons';
import { fill } from '@keyan/kernel/label.ts';
import { Badge, Button, Tooltip } from 'antd';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { ScreenClass } from '../base/screen.ts';
import { useScreen } from '../base/useScreen.ts';
import { Popover } from '../components/Popover.tsx';
import { useLabel } from '../i18n/language.ts';
import { isTodoPage } from '../records/actions.ts';
import { ChoiceFilter } from './ChoiceFilter.tsx';
import { fieldOfKey } from './state.ts';
import { usableFilters } from './usableFilters.ts';
import { useFilterControls } from './useFilterControls.tsx';
import type { FocusedFilter, ResourceListController } from './useResourceList.ts';

const FilterDrawer = lazy(() => import('./FilterDrawer.tsx'));

/** Number of filters in the bar, by screen class; the rest is in 更多条件. */
const inBar: Readonly<Record<ScreenClass, number>> = { 0: 0, 1: 1, 2: 3, 3: 3 };

/**
 * Milliseconds before a filter in a popup gets the focus, because opening the popup moves the focus
 * first.
 */
const afterOpening = 120;

interface FilterBarProps {
  readonly list: ResourceListController;
  /** Opens the choice of columns. */
  readonly onColumns: () => void;
  /** Opens the recycle bin; undefined for users who may not delete. */
  readonly onBin: (() => void) | undefined;
}

/**
 * Renders the search, the filters, and the buttons of the list: refresh, row height, columns,
 * recycle bin.
 */
export const FilterBar = (props: FilterBarProps) =>
  useScreen() === 0 ? <NarrowBar {...props} /> : <WideBar {...props} />;

/** Renders the bar on a phone: the search, and all filters in a drawer. */
const NarrowBar = ({ list, onBin }: FilterBarProps) => {
  const label = useLabel();
  const [open, setOpen] = useState(false);
  const { search, labelled } = useFilterControls(list);
  const filters = usableFilters(list.resource, list.view);
  const title = label(['筛选', 'Filter']);
  const close = () => setOpen(false);
  return (
    <div className="ky-filters">
      {search}
      {filters.length > 0 && (
        <CountBadge list={list} names={filters}>
          <Button type="text" icon={<FilterOutlined />} onClick={() => setOpen(true)}>
            {title}
          </Button>
        </CountBadge>
      )}
      <BinButton onBin={onBin} />
      {open && (
        <Suspense>
          <FilterDrawer list={list} title={title} onClose={close}>
            <WaitingFilters list={list} />
            {filters.map(labelled)}
          </FilterDrawer>
        </Suspense>
      )}
    </div>
  );
};

/** Renders the bar on wider screens: the search, the filters used most, the others in a popover. */
const WideBar = ({ list, onColumns, onBin }: FilterBarProps) => {
  const label = useLabel();
  const screen = useScreen();
  const [open, setOpen] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const { search, control, labelled } = useFilterControls(list);
  const filters = usableFilters(list.resource, list.view);
  const room = Math.max(0, inBar[screen] - (isTodoPage(list.context) ? waitingFilters : 0));
  const others = filters.slice(room);
  const name = label(['更多条件', 'More filters']);
  useFocusedFilter(list.focusedFilter, others, setOpen, [bar, popover]);
  // A calendar, board or timeline has no columns to choose and no row height.
  const isTable = list.state.display === '';
  return (
    <div className="ky-filters" ref={bar}>
      {search}
      <WaitingFilters list={list} />
      {filters.slice(0, room).map(control)}
      {others.length > 0 && (
        <CountBadge list={list} names={others}>
          <Popover
            name={name}
            open={open}
            onOpenChange={setOpen}
            placement="bottomRight"
            content={
              <div className="ky-filter-more" ref={popover}>
                <div className="ky-filter-grid">{others.map(labelled)}</div>
              </div>
            }
          >
            <Button type="text" icon={<FilterOutlined />}>
              {name}
            </Button>
          </Popover>
        </CountBadge>
      )}
      <span className="ky-filter-tools">
        {isTable && <LeftOut list={list} onColumns={onColumns} />}
        <RefreshButton list={list} />
        {isTable && <TableButtons list={list} onColumns={onColumns} />}
        <BinButton onBin={onBin} />
      </span>
    </div>
  );
};

/**
 * Renders the number of columns for which the window is too narrow; a click opens the choice of
 * columns.
 */
const LeftOut = ({ list, onColumns }: Pick<FilterBarProps, 'list' | 'onColumns'>) => {
  const label = useLabel();
  const { chosen, shown } = list.columns;
  const count = chosen.length - shown.length;
  if (count <= 0) return null;
  return (
    <button type="button" className="ky-link ky-left-out" onClick={onColumns}>
      {label(fill(['{count} 列未显示', '{count} hidden'], { count }))}
    </button>
  );
};

/** Number of extra filters in front on a task page. */
const waitingFilters = 2;
const waitingDays = ['3', '7', '14', '30'];

/** Renders the filters of a task page: waiting time, and whether the record was submitted again. */
const WaitingFilters = ({ list }: Pick<FilterBarProps, 'list'>) => {
  const label = useLabel();
  const { state, change, context } = list;
  if (!isTodoPage(context)) return null;
  return (
    <>
      <ChoiceFilter
        value={state.stay}
        label={label(['停留', 'Waiting'])}
        options={waitingDays.map((days) => ({
          value: days,
          label: label([`超过 ${days} 天`, `Over ${days} days`]),
        }))}
        onChange={(stay) => change({ stay })}
      />
      <ChoiceFilter
        value={state.again}
        label={label(['提交次数', 'Submission'])}
        options={[
          { value: '1', label: label(['再次提交', 'Resubmitted']) },
          { value: '0', label: label(['首次提交', 'First submission']) },
        ]}
        onChange={(again) => change({ again })}
      />
    </>
  );
};

/** Focuses the filter that was chosen in the menu of a column. */
const useFocusedFilter = (
  focused: FocusedFilter | undefined,
  others: readonly string[],
  setOpen: (open: boolean) => void,
  places: readonly React.RefObject<HTMLElement | null>[],
): void => {
  const isOther = focused !== undefined && others.includes(focused.name);
  const latest = useRef(places);
  useEffect(() => {
    if (!focused) return;
    if (isOther) setOpen(true);
    const timer = setTimeout(
      () =>
        latest.current
          .map(({ current }) =>
            current?.querySelector<HTMLElement>(`[data-filter="${focused.name}"] input`),
          )
          .find(Boolean)
          ?.focus(),
      isOther ? afterOpening : 0,
    );
    return () => clearTimeout(timer);
  }, [focused, isOther, setOpen]);
};

const RefreshButton = ({ list }: Pick<FilterBarProps, 'list'>) => {
  const label = useLabel();
  const refresh = label(['刷新', 'Refresh']);
  return (
    <Tooltip title={refresh}>
      <Button type="text" icon={<ReloadOutlined />} aria-label={refresh} onClick={list.refetch} />
    </Tooltip>
  );
};

/** Renders the buttons for row height and columns. */
const TableButtons = ({ list, onColumns }: Omit<FilterBarProps, 'onBin'>) => {
  const label = useLabel();
  const { density, setDensity } = list.settings;
  const hasTexts = useScreen() === 3;
  const isCompact = density === 'compact';
  const height = label(isCompact ? ['紧凑', 'Compact'] : ['标准', 'Standard']);
  const columns = label(['列设置', 'Columns']);
  return (
    <>
      <Button
        type="text"
        icon={<ColumnHeightOutlined />}
        aria-pressed={isCompact}
        aria-label={`${label(['行高', 'Row height'])} ${height}`}
        onClick={() => setDensity(isCompact ? 'regular' : 'compact')}
      >
        {hasTexts && height}
      </Button>
      <Button type="text" icon={<SettingOutlined />} aria-label={columns} onClick={onColumns}>
        {hasTexts && label(['列', 'Columns'])}
      </Button>
    </>
  );
};

const BinButton = ({ onBin }: Pick<FilterBarProps, 'onBin'>) => {
  const label = useLabel();
  if (!onBin) return null;
  const name = label(['回收站', 'Recycle bin']);
  return (
    <Tooltip title={name}>
      <Button type="text" icon={<DeleteOutlined />} aria-label={name} onClick={onBin} />
    </Tooltip>
  );
};

interface CountBadgeProps {
  readonly list: ResourceListController;
  /** Names of the filters behind the button. */
  readonly names: readonly string[];
  readonly children: ReactNode;
}

/** Renders a button with the number of active conditions behind it. */
const CountBadge = ({ list, names, children }: CountBadgeProps) => {
  const used = Object.keys(list.state.filters).map(fieldOfKey);
  const count = new Set(used.filter((name) => names.includes(name))).size;
  return (
    <Badge count={count} size="small" offset={[-4, 4]}>
      {children}
    </Badge>
  );
};
