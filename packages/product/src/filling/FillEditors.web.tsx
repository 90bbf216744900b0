import { useUser } from '@keyan/console/client/context.tsx';
import { type FormStore, useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useSavedViews } from '@keyan/console/list/savedViews.ts';
import { filterQuery, stateOfView } from '@keyan/console/list/state.ts';
import type { EditorProps, FormPartProps } from '@keyan/console/presentation/present.ts';
import { useDefinition } from '@keyan/console/presentation/resources.tsx';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Select } from 'antd';
import { Suspense } from 'react';
import { ConditionsEditor, useSources } from '../reports/ReportEditors.web.tsx';
import { pickerProps } from '../shared/role-picker.web.tsx';
import './filling.web.css';

type Props = EditorProps & Partial<FormPartProps>;

/** Editor for the page whose records fill the table. */
export const SubjectEditor = ({ form: _form, ...props }: Props) => {
  const label = useLabel();
  const sources = useSources();
  const value = typeof props.value === 'string' && props.value !== '' ? props.value : null;
  return (
    <Select
      {...pickerProps(props)}
      showSearch={{ optionFilterProp: 'label' }}
      loading={!sources}
      value={value}
      placeholder={label([
        '如：项目台账、论文库、科研人员',
        'Such as project ledger, paper library, researchers',
      ])}
      options={(sources ?? [])
        // Pages of figures have no records for rows.
        .filter(({ resource }) => resource !== '')
        .map(({ page, label: name }) => ({ value: page, label: name }))}
      onChange={(page: string) => props.onChange(page, { conditions: null })}
    />
  );
};

interface ViewsProps {
  readonly resource: Resource;
  readonly page: string;
  readonly onChoose: (conditions: string) => void;
}

/** Picker of a saved view, which selects the records. */
const SavedViewPicker = ({ resource, page, onChoose }: ViewsProps) => {
  const label = useLabel();
  const { userId } = useUser();
  const view = Object.keys(resource.views).find((key) => resource.views[key]?.code === page) ?? '';
  const { views = [] } = useSavedViews(userId, resource.key, view);
  if (views.length === 0) return null;
  const choose = (id: string) => {
    const saved = views.find((one) => one.id === id);
    if (!saved) return;
    const state = stateOfView(resource, saved.content.query, saved.id);
    const { view: _view, ...conditions } = filterQuery(view, state);
    const order = state.sort
      ? { [state.sort.descending ? 'descs' : 'ascs']: state.sort.field }
      : {};
    onChoose(new URLSearchParams({ ...conditions, ...order }).toString());
  };
  return (
    <Select<string>
      className="ky-fill-view"
      value={null}
      aria-label={label(['用保存的视图', 'From a saved view'])}
      placeholder={label(['用保存的视图', 'From a saved view'])}
      options={views.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={choose}
    />
  );
};

/** Editor for the records that fill the table: a saved view, or filters of the page. */
export const RecordsEditor = (props: Props) => {
  const sources = useSources();
  useForm(props.form as FormStore, ({ values }) => values.page);
  const page = props.form?.state().values.page;
  const source = sources?.find((one) => one.page === page);
  const resource = useDefinition(source?.resource ?? '');
  return (
    <div className="ky-fill-records">
      {resource && source && (
        <Suspense fallback={null}>
          <SavedViewPicker
            resource={resource}
            page={source.page}
            onChoose={(conditions) => props.onChange(conditions || null)}
          />
        </Suspense>
      )}
      <ConditionsEditor {...props} />
    </div>
  );
};
