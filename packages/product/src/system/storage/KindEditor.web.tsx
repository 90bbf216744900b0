import { useClient } from '@keyan/console/client/context.tsx';
import { useLabel, useLanguage } from '@keyan/console/i18n/language.ts';
import type { EditorProps, ValueProps } from '@keyan/console/presentation/present.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';

interface Kind {
  readonly resource: string;
  readonly name: string;
}

/** Returns the resources with attachments, with names in the user's language. */
const useKinds = (): readonly Kind[] => {
  const client = useClient();
  const { data = [] } = useQuery({
    queryKey: ['kinds of record with attachments', useLanguage()],
    queryFn: () => client.get<readonly Kind[]>('/keyan/attachment/kinds', {}),
  });
  return data;
};

/** Renders the resource's name; rows store the Chinese name, by which lists are searched. */
export const KindName = ({ row, value }: ValueProps) =>
  useKinds().find(({ resource }) => resource === row.resource)?.name ?? String(value ?? '');

/** Renders the choice of a resource by name. */
export const KindEditor = ({ id, value, onChange, onBlur, faulty, describedBy }: EditorProps) => {
  const label = useLabel();
  const kinds = useKinds();
  return (
    <Select
      id={id}
      className="ky-wide"
      showSearch={{ optionFilterProp: 'label' }}
      value={typeof value === 'string' && value !== '' ? value : null}
      placeholder={label(['选择业务种类', 'Choose a kind'])}
      options={kinds.map(({ resource, name }) => ({ value: resource, label: name }))}
      aria-describedby={describedBy}
      onChange={(chosen: string) => onChange(chosen)}
      {...(onBlur ? { onBlur } : {})}
      {...(faulty ? { status: 'error' as const } : {})}
    />
  );
};
