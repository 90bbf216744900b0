import { useClient } from '@keyan/console/client/context.tsx';
import { lookupOptions } from '@keyan/console/data/values.ts';
import { type FormStore, useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { filterControls } from '@keyan/console/list/filters.tsx';
import { usableFilters } from '@keyan/console/list/usableFilters.ts';
import type { EditorProps, FormPartProps } from '@keyan/console/presentation/present.ts';
import { useDefinition } from '@keyan/console/presentation/resources.tsx';
import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { Suspense } from 'react';
import { pickerProps, RolePicker, splitList } from '../shared/role-picker.web.tsx';
import { figuresPrefix, maxGroups, type ReportField, type ReportSource } from './report.ts';
import './report.web.css';

type Props = EditorProps & Partial<FormPartProps>;

/** Selectable numbers of years for figures, including the current. */
const offeredYears = [1, 2, 3, 5, 10] as const;
const usualYears = 5;

export const yearsIn = (conditions: unknown): number => {
  const years = new URLSearchParams(typeof conditions === 'string' ? conditions : '').get('years');
  return Number(years ?? usualYears);
};

export const yearsText = (years: number): Label =>
  years === 1 ? ['本年', 'this year'] : [`近 ${years} 年`, `the last ${years} years`];

/** Sources that the reader may query: pages with their fields, and figures. */
export const useSources = (): readonly ReportSource[] | undefined => {
  const client = useClient();
  return useQuery({
    queryKey: ['sources of reports'],
    queryFn: () => client.get<readonly ReportSource[]>('/keyan/report/sources', {}),
    staleTime: 60_000,
  }).data;
};

const pageIn = (form: FormStore, sources: readonly ReportSource[] | undefined) =>
  sources?.find(({ page }) => page === form.state().values.page);

/** Editor of a report’s source; a change clears fields of the previous source. */
export const SourceEditor = ({ form, ...props }: Props) => {
  const label = useLabel();
  const sources = useSources();
  const value = typeof props.value === 'string' && props.value !== '' ? props.value : null;
  return (
    <Select
      {...pickerProps(props)}
      showSearch={{ optionFilterProp: 'label' }}
      loading={!sources}
      value={value}
      placeholder={label(['选择页面', 'Choose a page'])}
      options={(sources ?? []).map(({ page, label: name }) => ({ value: page, label: name }))}
      onChange={(page: string) =>
        props.onChange(page, {
          // Stores the default years for sources of figures.
          conditions: page.startsWith(figuresPrefix) ? `years=${usualYears}` : null,
          groupBy: null,
          sums: null,
          columns: null,
        })
      }
    />
  );
};

type Part = 'groups' | 'sums' | 'columns';

const hints: Readonly<Record<Part, Label>> = {
  groups: ['选择分组字段', 'Fields to group by'],
  sums: ['选择合计字段', 'Fields to add up'],
  columns: ['选择显示列', 'Columns'],
};

/**
 * Fields of a source that can be combined with the chosen ones: figures can be split only by common
 * dimensions.
 */
export const fittingFields = (
  source: Pick<ReportSource, 'groups' | 'sums' | 'columns'>,
  part: Part,
  chosen: { readonly groups: readonly string[]; readonly sums: readonly string[] },
): readonly ReportField[] => {
  if (part === 'sums') {
    return source.sums.filter(
      ({ by }) => !by || chosen.groups.every((group) => by.includes(group)),
    );
  }
  const asked = source.sums.filter(({ name }) => chosen.sums.includes(name));
  return part === 'columns'
    ? source.columns
    : source.groups.filter(({ name }) => asked.every(({ by }) => !by || by.includes(name)));
};

const FieldsPicker = ({ part, most, form, ...props }: Props & { part: Part; most?: number }) => {
  const label = useLabel();
  const sources = useSources();
  useForm(form as FormStore, ({ values }) => [values.page, values.groupBy, values.sums].join(' '));
  const source = form && pageIn(form, sources);
  const { groupBy, sums } = form?.state().values ?? {};
  const offered = source
    ? fittingFields(source, part, { groups: splitList(groupBy), sums: splitList(sums) })
    : [];
  return (
    <Select
      {...pickerProps(props)}
      mode="multiple"
      maxCount={most}
      showSearch={{ optionFilterProp: 'label' }}
      disabled={!source}
      value={splitList(props.value)}
      placeholder={label(source ? hints[part] : ['请先选择数据来源', 'Choose the source first'])}
      options={offered.map(({ name, label: text }) => ({
        value: name,
        label: text,
      }))}
      onChange={(chosen: string[]) => props.onChange(chosen.join(',') || null)}
    />
  );
};

export const GroupsEditor = (props: Props) => (
  <FieldsPicker part="groups" most={maxGroups} {...props} />
);
export const SumsEditor = (props: Props) => <FieldsPicker part="sums" {...props} />;
export const ColumnsEditor = (props: Props) => <FieldsPicker part="columns" {...props} />;

/** Editor of the roles that may open a report. */
export const RolesEditor = ({ form: _form, ...props }: Props) => (
  <RolePicker
    {...props}
    prompt={['仅自己和报表管理员', 'Only the author and report administrators']}
  />
);

interface FiltersProps {
  readonly resource: string;
  readonly value: string;
  readonly onChange: (value: string | null) => void;
}

/** Filters of the source’s list page. */
const Filters = ({ resource: key, value, onChange }: FiltersProps) => {
  const label = useLabel();
  const resource = useDefinition(key);
  if (!resource) return null;
  const fields = listFields(resource);
  const filters = Object.fromEntries(new URLSearchParams(value));
  const change = (next: Readonly<Record<string, string | undefined>>) => {
    const kept = Object.entries({ ...filters, ...next }).flatMap(([name, text]) =>
      text ? [[name, text]] : [],
    );
    onChange(new URLSearchParams(kept).toString() || null);
  };
  return (
    <div className="ky-report-filters">
      {usableFilters(resource).map((name) => {
        const spec = fields[name]?.spec;
        const Control = spec && filterControls[spec.type];
        return (
          Control && (
            <Control
              key={name}
              lookup={lookupOptions(resource, name)}
              name={name}
              spec={spec}
              filters={filters}
              placeholder={label(spec.label)}
              onChange={change}
            />
          )
        );
      })}
    </div>
  );
};

/** Editor of the conditions: filters of the page, or years for figures. */
export const ConditionsEditor = ({ form, ...props }: Props) => {
  const label = useLabel();
  const sources = useSources();
  useForm(form as FormStore, ({ values }) => values.page);
  const source = form && pageIn(form, sources);
  if (!source) {
    return <p className="ky-note">{label(['请先选择数据来源', 'Choose the source first'])}</p>;
  }
  if (source.resource === '') {
    return (
      <Select<number>
        value={yearsIn(props.value)}
        aria-label={label(['年数', 'Years'])}
        options={offeredYears.map((years) => ({ value: years, label: label(yearsText(years)) }))}
        onChange={(years) => props.onChange(`years=${years}`)}
      />
    );
  }
  return (
    <Suspense fallback={null}>
      <Filters
        resource={source.resource}
        value={typeof props.value === 'string' ? props.value : ''}
        onChange={props.onChange}
      />
    </Suspense>
  );
};
