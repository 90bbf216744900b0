import { useClient } from '@keyan/console/client/context.tsx';
import { type FormStore, useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { EditorProps } from '@keyan/console/presentation/present.ts';
import { useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { pickerProps, RolePicker, splitList } from '../../shared/role-picker.web.tsx';
import { noticeScopeCodes } from './notice.ts';

/** Department in the response of the tree call. */
interface Department {
  readonly id: string;
  readonly title: string;
  readonly children?: readonly Department[];
}

interface Node {
  readonly value: string;
  readonly title: string;
  readonly children: readonly Node[];
}

const nodeOf = ({ id, title, children = [] }: Department): Node => ({
  value: id,
  title,
  children: children.map(nodeOf),
});

/** Picker of departments; a department includes its descendants. */
const Departments = (props: EditorProps) => {
  const label = useLabel();
  const client = useClient();
  const { data, isPending, isError } = useQuery({
    queryKey: ['dept', 'tree'],
    queryFn: () =>
      client.get<readonly Department[]>('/blade-system/dept/tree', {}, { quiet: true }),
    staleTime: 60_000,
  });
  const tree = useMemo(() => (data ?? []).map(nodeOf), [data]);
  return (
    <TreeSelect
      {...pickerProps(props)}
      multiple
      treeData={tree as never}
      value={data ? splitList(props.value) : []}
      placeholder={label(['请选择部门，包含其下级', 'Choose departments, including those below'])}
      loading={isPending}
      notFoundContent={isError ? label(['网络异常!', 'Network error!']) : undefined}
      treeDefaultExpandedKeys={tree.map(({ value }) => value)}
      showSearch={{ treeNodeFilterProp: 'title' }}
      listHeight={320}
      onChange={(chosen: string[]) => props.onChange(chosen.join(',') || null)}
    />
  );
};

interface AudienceProps extends EditorProps {
  readonly form: FormStore;
}

/** Picker of a notice’s audience: departments or roles, by the current value of `fwlx`. */
const AudiencePicker = ({ form, ...props }: AudienceProps) => {
  const fwlx = useForm(form, ({ values }) => values.fwlx);
  return fwlx === noticeScopeCodes.departments ? (
    <Departments {...props} />
  ) : (
    <RolePicker {...props} prompt={['请选择角色', 'Choose roles']} />
  );
};

export default AudiencePicker;
