import { SearchOutlined } from '@ant-design/icons';
import { listFields } from '@keyan/kernel/definition/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { ReactNode } from 'react';
import { choicesOf } from '../data/values.ts';
import { useLabel } from '../i18n/language.ts';
import { headText } from './columns.ts';
import { filterControls, TypedInput } from './filters.tsx';
import type { ResourceListController } from './useResourceList.ts';

/** Behind the first field, which is in sight in narrow boxes too: it is also found by how it is read. */
const byPinyin: Label = ['拼音首字母', 'pinyin'];

const leastNamed = 2;

/**
 * What the search finds, as its placeholder says it: what people have at hand of a record are its
 * title, the names of its people and its unique number, such as a DOI; of a record without them, the next
 * fields.
 */
export const searchHint = ({ title, fields }: Pick<Resource, 'title' | 'fields'>): Label => {
  const searched = Object.entries(fields).filter(([, { spec }]) => spec.searchable);
  const specs = searched.map(([, { spec }]) => spec);
  const named = [
    fields[title]?.spec.searchable ? fields[title]?.spec : specs[0],
    specs
      .filter(({ namesPeople }) => namesPeople)
      .toSorted((a, b) => (b.max ?? 0) - (a.max ?? 0))[0],
    searched.find(([name, { spec }]) => name !== title && spec.unique)?.[1].spec,
  ].filter((spec) => spec !== undefined);
  const shown = [...new Set([...named, ...specs])].slice(
    0,
    Math.max(leastNamed, new Set(named).size),
  );
  const labels: readonly Label[] = shown.map(({ label }) => label);
  const side = (index: 0 | 1, separator: string): string =>
    [
      ...labels.slice(0, 1).map((label) => headText(label[index])),
      byPinyin[index],
      ...labels.slice(1).map((label) => headText(label[index])),
    ].join(separator);
  return [side(0, '、'), side(1, ', ')];
};

interface FilterControls {
  /** The search over the searchable fields; null where there are none. */
  readonly search: ReactNode;
  /** The control of one field; its label is the placeholder. */
  readonly control: (name: string) => ReactNode;
  /** The control of one field below its label. */
  readonly labelled: (name: string) => ReactNode;
}

/** The controls that narrow the list of a resource. */
export const useFilterControls = (list: ResourceListController): FilterControls => {
  const { resource, state, change, setFilters } = list;
  const label = useLabel();
  const fields = listFields(resource);
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
          onChange={setFilters}
        />
      </span>
    );
  };
  const isSearchable = Object.values(resource.fields).some(({ spec }) => spec.searchable);
  return {
    search: isSearchable && (
      <TypedInput
        className="ky-filter-search"
        prefix={<SearchOutlined />}
        value={state.search}
        label={label(searchHint(resource))}
        onSettled={(search) => change({ search })}
      />
    ),
    control: (name) => control(name),
    labelled: (name) => {
      const spec = fields[name]?.spec;
      return (
        <div key={name} className="ky-filter-field">
          <span className="ky-label" aria-hidden="true">
            {spec && label(spec.label)}
          </span>
          {control(name, '')}
        </div>
      );
    },
  };
};
