import { SearchOutlined } from '@ant-design/icons';
import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { ReactNode } from 'react';
import { lookupOptions } from '../data/values.ts';
import { useLabel } from '../i18n/language.ts';
import { searchHint } from './columns.ts';
import { DebouncedInput, filterControls } from './filters.tsx';
import type { ResourceListController } from './useResourceList.ts';

interface FilterControls {
  /** Search over the searchable fields; null if there are none. */
  readonly search: ReactNode;
  /** Returns the control of one field; its label is the placeholder. */
  readonly control: (name: string) => ReactNode;
  /** Returns the control of one field below its label. */
  readonly labelled: (name: string) => ReactNode;
}

/** Returns the controls that narrow the list of a resource. */
export const useFilterControls = (list: ResourceListController): FilterControls => {
  const { resource, state, change, setFilters } = list;
  const label = useLabel();
  const fields = listFields(resource);
  const control = (name: string, placeholder?: string) => {
    const field = fields[name];
    const Control = field && filterControls[field.spec.type];
    if (!field || !Control) return null;
    return (
      <span key={name} className="ky-filter" data-filter={name}>
        <Control
          lookup={lookupOptions(resource, name)}
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
      <DebouncedInput
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
