import { CloseOutlined } from '@ant-design/icons';
import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { useEntries } from '../data/dictionary.ts';
import { useNames } from '../data/useNames.ts';
import { type Lookup, lookupOptions } from '../data/values.ts';
import { useLabel } from '../i18n/language.ts';
import { fieldOfKey, isFiltered, withoutConditions } from './state.ts';
import type { ResourceListController } from './useResourceList.ts';
import { stateFieldOf } from './useStatusTabs.ts';
import './chips.css';

/** Sign of a condition by the suffix of its key; equality without a suffix. */
const comparisonSigns: Readonly<Record<string, Label>> = {
  dategt: ['不早于', 'from'],
  datelt: ['不晚于', 'to'],
  ge: ['≥', '≥'],
  le: ['≤', '≤'],
};

interface ChipProps {
  readonly title: string;
  readonly children: React.ReactNode;
  readonly onRemove: () => void;
}

const Chip = ({ title, children, onRemove }: ChipProps) => {
  const label = useLabel();
  return (
    <span className="ky-chip">
      <span className="ky-chip-text">
        {title}
        {label(['：', ': '])}
        {children}
      </span>
      <button
        type="button"
        aria-label={label([`去掉条件 ${title}`, `Remove filter ${title}`])}
        onClick={onRemove}
      >
        <CloseOutlined />
      </button>
    </span>
  );
};

interface ValueProps {
  readonly lookup: Lookup;
  readonly spec: FieldSpec;
  readonly value: string;
}

/** Renders the value of a condition; codes and records by their names. */
const Value = ({ lookup, spec, value }: ValueProps) => {
  const label = useLabel();
  useEntries(spec.dictionary);
  const isRef = spec.target !== undefined;
  const found = useNames(lookup, isRef ? value.split(',') : []);
  const text = (code: string): string => {
    const entry = spec.dictionary && entryOf(spec.dictionary, code);
    return entry ? label(entry.label) : (found.find(({ id }) => id === code)?.text ?? code);
  };
  const isCode = isRef || spec.dictionary !== undefined;
  return isCode
    ? value
        .split(',')
        .map(text)
        .join(label(['、', ', ']))
    : value;
};

/** Returns true if a tab above the list shows the condition. */
const isTab = ({ resource, view, state, statusTabs }: ResourceListController, key: string) =>
  key === stateFieldOf(resource, view) &&
  statusTabs?.dictionary.entries.some(({ code }) => code === state.filters[key]);

/** Renders the conditions of the list, each with a remove button, and 清空. */
const ConditionChips = ({ list }: { readonly list: ResourceListController }) => {
  const { resource, state, change, setFilters } = list;
  const label = useLabel();
  // Status, waiting time and a single state are shown by their own controls.
  const shown = Object.entries(state.filters).filter(([key]) => !isTab(list, key));
  const filters = Object.fromEntries(shown);
  if (!isFiltered({ ...state, filters, status: '', stay: '', again: '' })) return null;
  const fields = listFields(resource);
  return (
    <div className="ky-chips">
      <span className="ky-note">{label(['已筛选', 'Filtered by'])}</span>
      {state.search && (
        <Chip title={label(['搜索', 'Search'])} onRemove={() => change({ search: '' })}>
          {state.search}
        </Chip>
      )}
      {state.batch && (
        <Chip title={label(['导入', 'Import'])} onRemove={() => change({ batch: '' })}>
          {label(['刚导入的记录', 'the records just imported'])}
        </Chip>
      )}
      {shown.map(([key, value]) => {
        const spec = fields[fieldOfKey(key)]?.spec;
        if (!spec) return null;
        const sign = comparisonSigns[key.slice(fieldOfKey(key).length + 1)];
        return (
          <Chip
            key={key}
            title={label(spec.label)}
            onRemove={() => setFilters({ [key]: undefined })}
          >
            {sign && `${label(sign)} `}
            <Value lookup={lookupOptions(resource, fieldOfKey(key))} spec={spec} value={value} />
            {key.endsWith('_tree') && label(['（含下级）', ' (incl. sub-units)'])}
          </Chip>
        );
      })}
      <button
        type="button"
        className="ky-link"
        onClick={() => {
          const kept = Object.entries(state.filters).filter(([key]) => isTab(list, key));
          list.settings.setState({
            ...withoutConditions(state),
            status: state.status,
            filters: Object.fromEntries(kept),
          });
        }}
      >
        {label(['清空', 'Clear'])}
      </button>
    </div>
  );
};

export default ConditionChips;
