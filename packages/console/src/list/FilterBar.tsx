import {
  ColumnHeightOutlined,
  DeleteOutlined,
  FilterOutlined,
  ReloadOutlined,
  SearchOutlined,
  SettingOutlined,
} from '@ant-design/icons';
import { listFields } from '@keyan/kernel/base.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import type { ScreenClass } from '@keyan/kernel/screen.ts';
import { Badge, Button, Drawer, Tooltip } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useScreen } from '../base/useScreen.ts';
import { Popover } from '../components/Popover.tsx';
import { choicesOf } from '../data/values.ts';
import { useLabel } from '../i18n/language.ts';
import type { Density } from '../theme/density.ts';
import { filterControls, TypedInput } from './filters.tsx';
import { cleared, fieldOfKey, type ListState } from './state.ts';

/** How many filters stand in the row, per class of screen; the rest is behind 更多条件. */
const inRow: Readonly<Record<ScreenClass, number>> = { 0: 0, 1: 1, 2: 3, 3: 3 };
/** How many searchable fields the search box names. */
const named = 3;

/** The fields that the list of a resource is narrowed by, the most used first. */
export const usableFilters = (resource: Resource): readonly string[] => {
  const fields = listFields(resource);
  return resource.list.filters.filter((name) => {
    const field = fields[name];
    return field && filterControls[field.spec.kind];
  });
};

/** A filter that was asked for at the head of its column; a new object for each time. */
export interface WantedFilter {
  readonly name: string;
}

/** Opening a popup moves the focus; the filter gets it after that. */
const afterOpening = 120;

interface FilterBarProps {
  readonly resource: Resource;
  readonly state: ListState;
  /** Exact number of records under these conditions, once known. */
  readonly total: number | undefined;
  readonly density: Density;
  readonly onDensity: (density: Density) => void;
  /** The filter that shall get the cursor. */
  readonly wanted: WantedFilter | undefined;
  readonly onChange: (change: Readonly<Record<string, string | undefined>>) => void;
  readonly onState: (state: ListState) => void;
  readonly onRefresh: () => void;
  readonly onColumns: () => void;
  /** Opens the bin, for those who may delete. */
  readonly onBin: (() => void) | null;
}

/** Search first, then the three filters most in use, then the rest; refresh, density, columns, bin. */
export const FilterBar = (props: FilterBarProps) => {
  const { resource, state, total, onChange, onState, onRefresh, onColumns, onBin } = props;
  const label = useLabel();
  const screen = useScreen();
  const { density, onDensity, wanted } = props;
  const [open, setOpen] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLDivElement>(null);
  const fields = listFields(resource);
  const usable = usableFilters(resource);
  const searchable = Object.values(resource.fields).filter(({ spec }) => spec.searchable);
  const control = (name: string, placeholder?: string) => {
    const field = fields[name];
    const Control = field && filterControls[field.spec.kind];
    if (!field || !Control) return null;
    return (
      <span key={name} className="ky-filter" data-filter={name}>
        <Control
          lookup={choicesOf(resource, name)}
          name={name}
          spec={field.spec}
          filters={state.filters}
          placeholder={placeholder ?? label(field.spec.label)}
          onChange={onChange}
        />
      </span>
    );
  };
  const labelled = (name: string) => {
    const spec = fields[name]?.spec;
    return (
      <div key={name} className="ky-filter-field">
        <span className="ky-label" aria-hidden="true">
          {spec && label(spec.label)}
        </span>
        {control(name, '')}
      </div>
    );
  };
  const search = searchable.length > 0 && (
    <TypedInput
      className="ky-filter-search"
      prefix={<SearchOutlined />}
      value={state.search}
      label={searchable
        .slice(0, named)
        .map(({ spec }) => label(spec.label))
        .join(label(['、', ', ']))}
      onSettled={(text) => onState({ ...state, search: text, page: 1 })}
    />
  );
  const narrow = screen === 0;
  const behind = usable.slice(inRow[screen]);
  const isBehind = wanted !== undefined && behind.includes(wanted.name);
  useEffect(() => {
    if (!wanted) return;
    if (isBehind) setOpen(true);
    const timer = setTimeout(
      () =>
        [bar.current, more.current]
          .map((place) => place?.querySelector<HTMLElement>(`[data-filter="${wanted.name}"] input`))
          .find(Boolean)
          ?.focus(),
      isBehind ? afterOpening : 0,
    );
    return () => clearTimeout(timer);
  }, [wanted, isBehind]);
  const behindInUse = new Set(
    Object.keys(state.filters)
      .map(fieldOfKey)
      .filter((name) => behind.includes(name)),
  ).size;
  const compact = density === 'compact';
  const moreName = narrow ? label(['筛选', 'Filter']) : label(['更多条件', 'More filters']);
  const filterButton = (onClick?: () => void) => (
    <Button type="text" icon={<FilterOutlined />} onClick={onClick}>
      {moreName}
    </Button>
  );
  const withCount = (button: ReactNode) => (
    <Badge count={behindInUse} size="small" offset={[-4, 4]}>
      {button}
    </Badge>
  );
  const binName = label(['回收站', 'Recycle bin']);
  const binButton = onBin && (
    <Tooltip title={binName}>
      <Button type="text" icon={<DeleteOutlined />} aria-label={binName} onClick={onBin} />
    </Tooltip>
  );
  if (narrow) {
    return (
      <div className="ky-filters">
        {search}
        {usable.length > 0 && withCount(filterButton(() => setOpen(true)))}
        {binButton}
        <Drawer
          open={open}
          onClose={() => setOpen(false)}
          placement="bottom"
          size="90dvh"
          title={label(['筛选', 'Filter'])}
          footer={
            <div className="ky-drawer-foot">
              <Button onClick={() => onState(cleared(state))}>{label(['清空', 'Clear'])}</Button>
              <Button type="primary" onClick={() => setOpen(false)}>
                {label([`查看 ${total ?? ''} 条`, `Show ${total ?? ''}`])}
              </Button>
            </div>
          }
        >
          <div className="ky-filter-grid">{usable.map(labelled)}</div>
        </Drawer>
      </div>
    );
  }
  return (
    <div className="ky-filters" ref={bar}>
      {search}
      {usable.slice(0, inRow[screen]).map((name) => control(name))}
      {behind.length > 0 &&
        withCount(
          <Popover
            name={moreName}
            open={open}
            onOpenChange={setOpen}
            placement="bottomRight"
            content={
              <div className="ky-filter-more" ref={more}>
                <div className="ky-filter-grid">{behind.map(labelled)}</div>
              </div>
            }
          >
            {filterButton()}
          </Popover>,
        )}
      <span className="ky-filter-tools">
        <Tooltip title={label(['刷新', 'Refresh'])}>
          <Button
            type="text"
            icon={<ReloadOutlined />}
            aria-label={label(['刷新', 'Refresh'])}
            onClick={onRefresh}
          />
        </Tooltip>
        <Button
          type="text"
          icon={<ColumnHeightOutlined />}
          aria-pressed={compact}
          aria-label={`${label(['行高', 'Row height'])} ${compact ? label(['紧凑', 'Compact']) : label(['标准', 'Standard'])}`}
          onClick={() => onDensity(compact ? 'standard' : 'compact')}
        >
          {screen === 3 && (compact ? label(['紧凑', 'Compact']) : label(['标准', 'Standard']))}
        </Button>
        <Button
          type="text"
          icon={<SettingOutlined />}
          aria-label={label(['列设置', 'Columns'])}
          onClick={onColumns}
        >
          {screen === 3 && label(['列', 'Columns'])}
        </Button>
        {binButton}
      </span>
    </div>
  );
};
