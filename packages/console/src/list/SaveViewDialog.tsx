import { Checkbox, Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { ApiFault } from '../client/fault.ts';
import { toast } from '../components/toast.ts';
import { useLabel } from '../i18n/language.ts';
import { useFocusReturn } from '../shared/useFocusReturn.ts';
import { useShareableRoles } from './savedViews.ts';
import type { ListLook } from './useListLook.ts';

interface Given {
  readonly name: string;
  readonly roles?: readonly string[];
  readonly chosen?: boolean;
}

/** Characters of a name; the server says the same. */
const longestName = 40;

/** Saves the list as it looks now under a name. */
const SaveViewDialog = ({ look, onClose }: { look: ListLook; onClose: () => void }) => {
  const label = useLabel();
  useFocusReturn();
  const roles = useShareableRoles();
  const [form] = Form.useForm<Given>();
  const [busy, setBusy] = useState(false);
  const save = async ({ name, roles: shared = [], chosen = false }: Given) => {
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
      form.setFields(
        ours.map(({ path, message }) => ({ name: path as keyof Given, errors: [message] })),
      );
      if (ours.length === 0) toast.error(fault.message);
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
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className="ky-note">
        {label([
          '保存当前的筛选、排序、列和行高。筛选条件里没有记录本身，看到的人只看到自己有权看的数据',
          'Keeps filters, order, columns and row height. It carries no records: everybody sees only what they may',
        ])}
      </p>
      <Form
        form={form}
        layout="vertical"
        className="ky-view-form"
        onFinish={(given) => void save(given)}
      >
        <Form.Item
          name="name"
          label={label(['视图名称', 'Name'])}
          rules={[
            {
              required: true,
              whitespace: true,
              message: label(['请输入视图名称', 'Enter a name']),
            },
          ]}
        >
          <Input maxLength={longestName} autoFocus autoComplete="off" />
        </Form.Item>
        {roles.length > 0 && (
          <Form.Item
            name="roles"
            label={label(['共享给角色（选填）', 'Share with roles (optional)'])}
            extra={label(['这些角色的人看得到、用得到，不能改', 'They can use it, not change it'])}
          >
            <Select
              mode="multiple"
              optionFilterProp="label"
              options={roles.map(({ alias, name }) => ({ value: alias, label: label(name) }))}
            />
          </Form.Item>
        )}
        <Form.Item name="chosen" valuePropName="checked" noStyle>
          <Checkbox>{label(['打开此列表时默认使用', 'Begin with it'])}</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  );
};

export default SaveViewDialog;
