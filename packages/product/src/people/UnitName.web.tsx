import { useUser } from '@keyan/console/client/context.tsx';
import { useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { FormPartProps } from '@keyan/console/presentation/present.ts';

/** Button inside the empty field 单位名称 that fills in the university’s name. */
const UnitName = ({ form, path }: FormPartProps) => {
  const label = useLabel();
  const { tenantName } = useUser();
  const isEmpty = useForm(form, ({ values }) => !values[path]);
  return isEmpty && tenantName !== '' ? (
    <button type="button" className="ky-link" onClick={() => form.set(path, tenantName)}>
      {label(['填入本校', 'This university'])}
    </button>
  ) : null;
};

export default UnitName;
