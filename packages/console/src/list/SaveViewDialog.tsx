import { Checkbox, Input, Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { ApiFault } from '../client/fault.ts';
import { toast } from '../components/toast.ts';
import { LabelledField } from '../form/LabelledField.tsx';
import { useLabel } from '../i18n/language.ts';
import { useShareableRoles } from './savedViews.ts';
import type { ListSettings } from './useListSettings.ts';

interface Faults {
  readonly name?: string;
  readonly roles?: string;
}

/** Maximum number of characters of a name, as on the server. */
const maxNameLength = 40;

/** Returns the entered values, and the function that saves them. */
const useSaveView = (settings: ListSettings, onSaved: () => void) => {
  const label = useLabel();
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<readonly string[]>([]);
  const [isDefault, setIsDefault] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (name.trim() === '') {
      setFaults({ name: label(['请输入视图名称', 'Enter a name']) });
      return;
    }
    setBusy(true);
    try {
      const saved = await settings.saved.save({ name, roles, content: settings.snapshot() });
      if (isDefault) await settings.saved.choose(saved.id);
      settings.apply(saved);
      toast.success(['保存成功', 'Saved']);
      onSaved();
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      const ours = fault.fields.filter(({ path }) => path === 'name' || path === 'roles');
      setFaults(Object.fromEntries(ours.map(({ path, message }) => [path, message])));
      if (ours.length === 0) toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return {
    name,
    setName: (next: string) => {
      setName(next);
      setFaults({ ...faults, name: undefined });
    },
    roles,
    setRoles: (next: readonly string[]) => {
      setRoles(next);
      setFaults({ ...faults, roles: undefined });
    },
    isDefault,
    setIsDefault,
    faults,
    busy,
    save,
  };
};

/** Renders a dialog that saves the current list under a name. */
const SaveViewDialog = ({ settings, onClose }: { settings: ListSettings; onClose: () => void }) => {
  const label = useLabel();
  useFocusReturn();
  const shareable = useShareableRoles();
  const id = useId();
  const view = useSaveView(settings, onClose);
  const { faults, save } = view;
  return (
    <Modal
      open
      title={label(['另存为视图', 'Save as a view'])}
      width={560}
      okText={label(['保存视图', 'Save view'])}
      cancelText={label(['取消', 'Cancel'])}
      okButtonProps={{ loading: view.busy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <p className="ky-note">
        {label([
          '保存当前的筛选、排序、列和行高。只共享筛选条件，不共享数据',
          'Saves filters, order, columns and row height, but no records: everybody sees only what they have access to',
        ])}
      </p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <LabelledField id={`${id}-name`} label={['视图名称', 'Name']} required fault={faults.name}>
          <Input
            id={`${id}-name`}
            value={view.name}
            maxLength={maxNameLength}
            autoFocus
            autoComplete="off"
            status={faults.name ? 'error' : undefined}
            aria-required
            aria-invalid={faults.name !== undefined}
            aria-describedby={`${id}-name-help`}
            onChange={({ target }) => view.setName(target.value)}
          />
        </LabelledField>
        {shareable.length > 0 && (
          <LabelledField
            id={`${id}-roles`}
            label={['共享给角色（选填）', 'Share with roles (optional)']}
            fault={faults.roles}
            help={label([
              '这些角色可以使用，不能修改',
              'Users with these roles can use the view but not change it',
            ])}
          >
            <Select
              id={`${id}-roles`}
              className="ky-wide"
              mode="multiple"
              showSearch={{ optionFilterProp: 'label' }}
              value={[...view.roles]}
              options={shareable.map((role) => ({ value: role.alias, label: label(role.name) }))}
              status={faults.roles ? 'error' : undefined}
              aria-describedby={`${id}-roles-help`}
              onChange={view.setRoles}
            />
          </LabelledField>
        )}
        <Checkbox
          checked={view.isDefault}
          onChange={({ target }) => view.setIsDefault(target.checked)}
        >
          {label(['打开此列表时默认使用', 'Use it by default'])}
        </Checkbox>
      </form>
    </Modal>
  );
};

export default SaveViewDialog;
