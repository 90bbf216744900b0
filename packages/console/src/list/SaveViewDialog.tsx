import { Checkbox, Input, Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { ApiFault } from '../client/fault.ts';
import { toast } from '../components/toast.ts';
import { LabelledField } from '../form/LabelledField.tsx';
import { useLabel } from '../i18n/language.ts';
import { useShareableRoles } from './savedViews.ts';
import type { ListLook } from './useListLook.ts';

interface Faults {
  readonly name?: string;
  readonly roles?: string;
}

/** Characters of a name; the server says the same. */
const longestName = 40;

/** Saves the list as it looks now under a name. */
const SaveViewDialog = ({ look, onClose }: { look: ListLook; onClose: () => void }) => {
  const label = useLabel();
  useFocusReturn();
  const roles = useShareableRoles();
  const id = useId();
  const [name, setName] = useState('');
  const [shared, setShared] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (name.trim() === '') {
      setFaults({ name: label(['请输入视图名称', 'Enter a name']) });
      return;
    }
    setBusy(true);
    try {
      const saved = await look.saved.save({ name, roles: shared, content: look.snapshot() });
      if (chosen) await look.saved.choose(saved.id);
      look.apply(saved);
      toast.success(['保存成功', 'Saved']);
      onClose();
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      const ours = fault.fields.filter(({ path }) => path === 'name' || path === 'roles');
      setFaults(Object.fromEntries(ours.map(({ path, message }) => [path, message])));
      if (ours.length === 0) toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={label(['另存为视图', 'Save as a view'])}
      width={560}
      okText={label(['保存视图', 'Save view'])}
      cancelText={label(['取消', 'Cancel'])}
      okButtonProps={{ loading: busy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <p className="ky-note">
        {label([
          '保存当前的筛选、排序、列和行高。筛选条件里没有记录本身，看到的人只看到自己有权看的数据',
          'Keeps filters, order, columns and row height. It carries no records: everybody sees only what they may',
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
            value={name}
            maxLength={longestName}
            autoFocus
            autoComplete="off"
            status={faults.name ? 'error' : undefined}
            aria-required
            aria-invalid={faults.name !== undefined}
            aria-describedby={`${id}-name-help`}
            onChange={({ target }) => {
              setName(target.value);
              setFaults({ ...faults, name: undefined });
            }}
          />
        </LabelledField>
        {roles.length > 0 && (
          <LabelledField
            id={`${id}-roles`}
            label={['共享给角色（选填）', 'Share with roles (optional)']}
            fault={faults.roles}
            help={label(['这些角色的人看得到、用得到，不能改', 'They can use it, not change it'])}
          >
            <Select
              id={`${id}-roles`}
              className="ky-wide"
              mode="multiple"
              showSearch={{ optionFilterProp: 'label' }}
              value={[...shared]}
              options={roles.map(({ alias, name: role }) => ({ value: alias, label: label(role) }))}
              status={faults.roles ? 'error' : undefined}
              aria-describedby={`${id}-roles-help`}
              onChange={(next) => {
                setShared(next);
                setFaults({ ...faults, roles: undefined });
              }}
            />
          </LabelledField>
        )}
        <Checkbox checked={chosen} onChange={({ target }) => setChosen(target.checked)}>
          {label(['打开此列表时默认使用', 'Begin with it'])}
        </Checkbox>
      </form>
    </Modal>
  );
};

export default SaveViewDialog;
