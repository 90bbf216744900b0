import { useClient } from '@keyan/console/client/context.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { EditorProps } from '@keyan/console/presentation/present.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type RoleAlias, roles } from './roles.ts';

/** Parts of a comma-separated text. */
export const splitList = (value: unknown): string[] =>
  typeof value === 'string' && value !== '' ? value.split(',') : [];

/** Props shared by all pickers of a form field. */
export const pickerProps = ({
  id,
  faulty,
  describedBy,
  caption,
  required,
  onBlur,
}: EditorProps) => ({
  id,
  className: 'ky-wide',
  status: faulty ? ('error' as const) : undefined,
  'aria-label': caption,
  'aria-invalid': faulty || undefined,
  'aria-describedby': describedBy,
  'aria-required': required || undefined,
  onBlur,
});

const shipped = (Object.entries(roles) as [RoleAlias, { label: Label }][]).map(
  ([alias, { label }]) => ({ alias: alias as string, name: label }),
);

/** Role names by alias: shipped roles, and tenant roles that the reader may share with. */
export const useRoleNames = (): ReadonlyMap<string, Label> => {
  const client = useClient();
  const { data = [] } = useQuery({
    queryKey: ['roles to share with'],
    queryFn: () => client.get<typeof shipped>('/keyan/views/roles', {}, { quiet: true }),
    staleTime: 60_000,
  });
  return new Map([...shipped, ...data].map(({ alias, name }) => [alias, name]));
};

/** Picker of roles, stored as comma-separated aliases. */
export const RolePicker = ({ prompt, ...props }: EditorProps & { readonly prompt: Label }) => {
  const label = useLabel();
  const names = useRoleNames();
  return (
    <Select
      {...pickerProps(props)}
      mode="multiple"
      options={[...names].map(([value, name]) => ({ value, label: label(name) }))}
      value={splitList(props.value)}
      placeholder={label(prompt)}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(chosen: string[]) => props.onChange(chosen.join(',') || null)}
    />
  );
};

/** Names of the roles that a field stores by alias. */
export const RoleNames = ({ value }: { readonly value: unknown }) => {
  const label = useLabel();
  const names = useRoleNames();
  return splitList(value)
    .map((alias) => label(names.get(alias) ?? [alias, alias]))
    .join(label(['、', ', ']));
};
