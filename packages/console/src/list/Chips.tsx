import { CloseOutlined } from '@ant-design/icons';
import { listFields } from '@keyan/kernel/base.ts';
import { entryOf } from '@keyan/kernel/dictionary.ts';
import type { FieldSpec } from '@keyan/kernel/field.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import { useEntries } from '../data/dictionary.ts';
import { useNames } from '../data/useNames.ts';
import { choicesOf, type Lookup } from '../data/values.ts';
import { useLabel } from '../i18n/language.ts';
import { cleared, fieldOfKey, isFiltered, type ListState } from './state.ts';
import './chips.css';

/** How a condition's sign reads; what is not listed is an equality. */
const signs: Readonly<Record<string, Label>> = {
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

/** A condition's value in words: codes and records by their names. */
const Value = ({ lookup, spec, value }: ValueProps) => {
  const label = useLabel();
  useEntries(spec.dictionary);
  const isRef = spec.kind === 'ref';
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

interface ChipsProps {
  readonly resource: Resource;
  readonly state: ListState;
  readonly onChange: (change: Readonly<Record<string, string | undefined>>) => void;
  readonly onState: (state: ListState) => void;
}

/** What narrows the list now, each with its cross, and 清空. Nothing where nothing does. */
export const Chips = ({ resource, state, onChange, onState }: ChipsProps) => {
  const label = useLabel();
  if (!isFiltered({ ...state, status: '' })) return null;
  const fields = listFields(resource);
  return (
    <div className="ky-chips">
      <span className="ky-note">{label(['已筛选', 'Filtered by'])}</span>
      {state.search && (
        <Chip
          title={label(['搜索', 'Search'])}
          onRemove={() => onState({ ...state, search: '', page: 1 })}
        >
          {state.search}
        </Chip>
      )}
      {Object.entries(state.filters).map(([key, value]) => {
        const spec = fields[fieldOfKey(key)]?.spec;
        if (!spec) return null;
        const sign = signs[key.slice(fieldOfKey(key).length + 1)];
        return (
          <Chip key={key} title={label(spec.label)} onRemove={() => onChange({ [key]: undefined })}>
            {sign && `${label(sign)} `}
            <Value lookup={choicesOf(resource, fieldOfKey(key))} spec={spec} value={value} />
          </Chip>
        );
      })}
      <button
        type="button"
        className="ky-link"
        onClick={() => onState({ ...cleared(state), status: state.status })}
      >
        {label(['清空', 'Clear'])}
      </button>
    </div>
  );
};
