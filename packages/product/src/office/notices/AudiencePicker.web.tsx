import { useClient } from '@keyan/console/client/context.tsx';
import { type FormStore, useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { EditorProps } from '@keyan/console/presentation/present.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Select, TreeSelect } from 'antd';
import { useMemo } from 'react';
import { type RoleAlias, roles } from '../../shared/roles.ts';
import { audiences } from './notice.ts';

/** A department in the answer of the tree call. */
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

const listOf = (value: unknown): string[] =>
  typeof value === 'string' && value !== '' ? value.split(',') : [];

/** What every picker has of the form's field. */
const common = ({ id, faulty, describedBy, caption, required, onBlur }: EditorProps) => ({
  id,
  className: 'ky-wide',
  status: faulty ? ('error' as const) : undefined,
  'aria-label': caption,
  'aria-invalid': faulty || undefined,
  'aria-describedby': describedBy,
  'aria-required': required || undefined,
  onBlur,
});

/** A department means itself and everything below it. */
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
      {...common(props)}
      multiple
      treeData={tree as never}
      value={data ? listOf(props.value) : []}
      placeholder={label(['请选择部门，包含其下级', 'Departments, with all below them'])}
      loading={isPending}
      notFoundContent={isError ? label(['网络异常!', 'Network failure!']) : undefined}
      treeDefaultExpandedKeys={tree.map(({ value }) => value)}
      showSearch={{ treeNodeFilterProp: 'title' }}
      listHeight={320}
      onChange={(chosen: string[]) => props.onChange(chosen.join(',') || null)}
    />
  );
};

const Roles = (props: EditorProps) => {
  const label = useLabel();
  const options = (Object.entries(roles) as [RoleAlias, { label: Label }][]).map(
    ([value, role]) => ({ value, label: label(role.label) }),
  );
  return (
    <Select
      {...common(props)}
      mode="multiple"
      options={options}
      value={listOf(props.value)}
      placeholder={label(['请选择角色', 'Roles'])}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(chosen: string[]) => props.onChange(chosen.join(',') || null)}
    />
  );
};

interface AudienceProps extends EditorProps {
  readonly form: FormStore;
}

/** Whom a notice is meant for: departments or roles, as the form's `fwlx` says at the moment. */
const AudiencePicker = ({ form, ...props }: AudienceProps) => {
  const fwlx = useForm(form, ({ values }) => values.fwlx);
  return fwlx === audiences.departments ? <Departments {...props} /> : <Roles {...props} />;
};

export default AudiencePicker;
