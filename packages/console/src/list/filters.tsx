import { SearchOutlined } from '@ant-design/icons';
import { dept } from '@keyan/kernel/definition/field/base-fields.ts';
import { type FieldType, f } from '@keyan/kernel/definition/field/field.ts';
import { type Label, say } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useDebounced } from '../base/useDebounced.ts';
import { useClient } from '../client/context.tsx';
import { useClearButton } from '../components/useClearButton.tsx';
import { useEntries } from '../data/dictionary.ts';
import { useMatches } from '../data/initials.ts';
import { useNames } from '../data/useNames.ts';
import type { Option } from '../data/values.ts';
import { type Text, useLabel, useLanguage } from '../i18n/language.ts';
import { useOutline } from '../presentation/resources.tsx';
import { type FilterProps, filterCodes, filterCondition } from './filter.ts';
import { selectedNames } from './selectedNames.tsx';

/** Milliseconds without typing before the text takes effect. */
const typingPause = 400;

interface TypedProps {
  readonly value: string;
  readonly label: string;
  /** Placeholder; by default the label. */
  readonly placeholder?: string;
  readonly onSettled: (text: string) => void;
  readonly numeric?: boolean;
  /** Marks the text as contradicting another input beside it. */
  readonly isOdd?: boolean;
  readonly prefix?: ReactNode;
  readonly className?: string;
}

/** Renders a text field that takes effect when typing pauses, or immediately on Enter. */
export const DebouncedInput = (props: TypedProps) => {
  const clearing = useClearButton();
  const { value, label, placeholder = label, onSettled, numeric, isOdd, ...rest } = props;
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Follow changes from outside: a removed condition or the address.
  if (value !== known) {
    setKnown(value);
    if (value !== typed.trim()) setTyped(value);
  }
  const type = (text: string, wait: number) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSettled(text.trim()), wait);
  };
  return (
    <Input
      {...rest}
      value={typed}
      placeholder={placeholder}
      aria-label={label}
      allowClear={clearing}
      inputMode={numeric ? 'decimal' : undefined}
      status={isOdd ? 'error' : ''}
      aria-invalid={isOdd || undefined}
      onChange={({ target }) => type(target.value, target.value === '' ? 0 : typingPause)}
      onPressEnter={() => type(typed, 0)}
    />
  );
};

/** Renders the search of a list, its first filter. */
export const SearchInput = (props: Omit<TypedProps, 'prefix' | 'className'>) => (
  <DebouncedInput {...props} className="ky-filter-search" prefix={<SearchOutlined />} />
);

interface ListTextProps<Name extends string> {
  readonly list: {
    readonly state: Readonly<Record<Name, string>>;
    readonly change: (next: { readonly [name in Name]?: string }) => void;
  };
  /** Name of the condition. */
  readonly name: Name;
  readonly label: Text;
  /** Renders a search box instead of a plain field. */
  readonly isSearch?: boolean;
}

/** Renders a condition of a list page as a text field. */
export const ListText = <Name extends string>(props: ListTextProps<Name>) => {
  const { list, name, label: text, isSearch } = props;
  const label = useLabel();
  const shared = {
    value: list.state[name],
    label: label(text),
    onSettled: (value: string) => list.change({ [name]: value } as { [name in Name]?: string }),
  };
  return isSearch ? <SearchInput {...shared} /> : <DebouncedInput {...shared} />;
};

const TextFilter = ({ name, spec, filters, placeholder, onChange }: FilterProps) => {
  const label = useLabel();
  return (
    <DebouncedInput
      value={filters[name] ?? ''}
      label={label(spec.label)}
      placeholder={placeholder || label(['不限', 'Any'])}
      onSettled={(text) => onChange({ [name]: text })}
    />
  );
};

/** Returns true if a range ends before it begins: it matches nothing, so the control marks it. */
const isReversed = (from: string | undefined, to: string | undefined): boolean =>
  Boolean(from) && Boolean(to) && Number(from) > Number(to);

/** Renders a filter by a range of numbers, both ends included. */
const NumberFilter = ({ name, spec, filters, placeholder, onChange }: FilterProps) => {
  const label = useLabel();
  const isOdd = isReversed(filters[`${name}_ge`], filters[`${name}_le`]);
  const end = (suffix: 'ge' | 'le', text: string, hint: string) => (
    <DebouncedInput
      numeric
      value={filters[`${name}_${suffix}`] ?? ''}
      label={text}
      placeholder={[placeholder, hint].filter(Boolean).join(' ')}
      isOdd={isOdd}
      onSettled={(value) => onChange({ [`${name}_${suffix}`]: value })}
    />
  );
  const title = label(spec.label);
  return (
    <span className="ky-filter-pair">
      {end('ge', label([`${title} 从`, `${title} from`]), label(['从', 'from']))}
      {end('le', label([`${title} 到`, `${title} to`]), label(['到', 'to']))}
      {isOdd && (
        <span role="alert" className="ky-filter-odd">
          {label(['起始值大于截止值', 'The first value is above the last'])}
        </span>
      )}
    </span>
  );
};

/** Number of years offered, back from next year. */
const yearsBack = 40;

const YearFilter = ({ name, spec, filters, placeholder, onChange }: FilterProps) => {
  const label = useLabel();
  const clearing = useClearButton();
  const [next] = useState(() => new Date().getFullYear() + 1);
  const years = Array.from({ length: yearsBack }, (_, index) => String(next - index));
  return (
    <Select<string>
      value={filters[name] ?? null}
      options={years.map((year) => ({ value: year, label: year }))}
      placeholder={placeholder || label(['不限', 'Any'])}
      aria-label={label(spec.label)}
      allowClear={clearing}
      showSearch
      onChange={(year) => onChange({ [name]: year })}
    />
  );
};

interface Choice {
  readonly value: string;
  readonly label: string;
}

const FlatCodesFilter = ({ name, spec, filters, placeholder, onChange }: FilterProps) => {
  const label = useLabel();
  const clearing = useClearButton();
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const matches = useMatches(open);
  const { entries } = useEntries(spec.dictionary);
  const options = useMemo<Choice[]>(
    () => entries.map((entry) => ({ value: entry.code, label: say(entry.label, language) })),
    [entries, language],
  );
  return (
    <Select<string[], Choice>
      mode="multiple"
      value={filterCodes(filters[name])}
      options={options}
      placeholder={placeholder || label(['不限', 'Any'])}
      aria-label={label(spec.label)}
      allowClear={clearing}
      maxTagCount={0}
      maxTagPlaceholder={selectedNames}
      popupMatchSelectWidth={200}
      open={open}
      onOpenChange={setOpen}
      showSearch={{ filterOption: (text, choice) => matches(text, choice?.label ?? '') }}
      onChange={(codes) => onChange({ [name]: filterCondition(codes) })}
    />
  );
};

/** Loaded when first rendered: large, and seldom used. */
const LazyTree = lazy(() => import('./TreeCodesFilter.tsx'));
const LazyRecords = lazy(() => import('./beside/TreeRecordsFilter.tsx'));
const LazyDates = lazy(() => import('./DateFilter.tsx'));

/** Renders a disabled field until the control is loaded. */
const Awaited = ({ children, label }: { children: ReactNode; label: string }) => (
  <Suspense fallback={<Input disabled placeholder={label} aria-label={label} />}>
    {children}
  </Suspense>
);

const CodesFilter = (props: FilterProps) => {
  const label = useLabel();
  if (!props.spec.dictionary?.tree) return <FlatCodesFilter {...props} />;
  return (
    <Awaited label={label(props.spec.label)}>
      <LazyTree {...props} />
    </Awaited>
  );
};

interface DepartmentFilterProps {
  readonly ids: string;
  readonly onChange: (ids: string) => void;
}

/** Renders a filter by departments with those below them, for lists without a single resource. */
export const DepartmentFilter = ({ ids, onChange }: DepartmentFilterProps) => {
  const label = useLabel();
  const path = useOutline(dept.key)?.path;
  const name = label(dept.label);
  if (path === undefined) return null;
  return (
    <Awaited label={name}>
      <LazyRecords
        lookup={{ path: `/${path}/lookup` }}
        ids={filterCodes(ids)}
        label={name}
        placeholder={name}
        onChange={(next) => onChange(next.join())}
      />
    </Awaited>
  );
};

/** Renders a filter by a range of days, both included. */
export const DateFilter = (props: FilterProps) => {
  const label = useLabel();
  return (
    <Awaited label={label(props.spec.label)}>
      <LazyDates {...props} />
    </Awaited>
  );
};

interface ListDatesProps {
  readonly list: {
    readonly state: { readonly from: string; readonly to: string };
    readonly change: (next: { readonly from?: string; readonly to?: string }) => void;
  };
  readonly label: Label;
}

/** Renders the conditions `from` and `to` of a list page: days, both included. */
export const ListDates = ({ list, label: text }: ListDatesProps) => {
  const label = useLabel();
  const { state, change } = list;
  return (
    <DateFilter
      name="day"
      spec={f.date(text).spec}
      filters={{ day_dategt: state.from, day_datelt: state.to }}
      placeholder={label(text)}
      onChange={({ day_dategt: from = '', day_datelt: to = '' }) => change({ from, to })}
    />
  );
};

const FlatRefFilter = (props: FilterProps) => {
  const { lookup, name, spec, filters, placeholder, onChange } = props;
  const label = useLabel();
  const clearing = useClearButton();
  const client = useClient();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed, 250);
  const ids = filterCodes(filters[name]);
  const chosen = useNames(lookup, ids);
  const { data = [], isFetching } = useQuery({
    queryKey: [lookup, search],
    queryFn: () =>
      lookup
        ? client.get<readonly Option[]>(lookup.path, { ...lookup.query, search }, { quiet: true })
        : [],
    enabled: open,
    placeholderData: (before) => before,
    staleTime: 30_000,
  });
  const shown = [...chosen, ...data.filter(({ id }) => !ids.includes(id))];
  return (
    <Select<string[], Choice & { note?: string }>
      mode="multiple"
      value={ids}
      options={shown.map(({ id, text, note }) => ({ value: id, label: text, note }))}
      placeholder={placeholder || label(['不限', 'Any'])}
      aria-label={label(spec.label)}
      allowClear={clearing}
      maxTagCount={0}
      maxTagPlaceholder={selectedNames}
      popupMatchSelectWidth={280}
      loading={open && isFetching}
      open={open}
      onOpenChange={setOpen}
      notFoundContent={label(['没有符合条件的记录', 'No matching records'])}
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      optionRender={({ data: choice }) => (
        <span className="ky-option">
          <span>{choice.label}</span>
          <span className="ky-note">{choice.note}</span>
        </span>
      )}
      onChange={(next) => onChange({ [name]: filterCondition(next) })}
    />
  );
};

/**
 * Renders a filter by referenced records. Records of a tree include those below them, which is
 * another comparison.
 */
const RefFilter = (props: FilterProps) => {
  const { lookup, name, spec, filters, placeholder, onChange } = props;
  const label = useLabel();
  const isTree = useOutline(spec.target?.key)?.isTree ?? false;
  if (!isTree || !lookup) return <FlatRefFilter {...props} />;
  const key = `${name}_tree`;
  return (
    <Awaited label={label(spec.label)}>
      <LazyRecords
        lookup={lookup}
        ids={filterCodes(filters[key] ?? filters[name])}
        label={label(spec.label)}
        placeholder={placeholder || label(['不限', 'Any'])}
        onChange={(ids) => onChange({ [key]: filterCondition(ids), [name]: undefined })}
      />
    </Awaited>
  );
};

/** Filter control of each field type; null if a list cannot be filtered by it. */
export const filterControls: Readonly<Record<FieldType, ComponentType<FilterProps> | null>> = {
  text: TextFilter,
  note: TextFilter,
  rich: TextFilter,
  integer: NumberFilter,
  decimal: NumberFilter,
  money: NumberFilter,
  percent: NumberFilter,
  year: YearFilter,
  date: DateFilter,
  time: DateFilter,
  dict: CodesFilter,
  dicts: CodesFilter,
  ref: RefFilter,
  refs: RefFilter,
  rows: null,
  files: null,
};
