import type { SavedView } from '@keyan/kernel/saved-view.ts';
import { App, Button, Input, Modal, Select, Switch } from 'antd';
import { useState } from 'react';
import { toast } from '../components/toast.ts';
import { useLabel } from '../i18n/language.ts';
import { useFocusReturn } from '../shared/useFocusReturn.ts';
import { type SavedViewGiven, useShareableRoles } from './savedViews.ts';
import type { ListLook } from './useListLook.ts';

const longestName = 40;

/** Says what went wrong in the words of the server; what was typed stays. */
const telling = (act: Promise<unknown>): void =>
  void act.catch((fault) => toast.error(fault instanceof Error ? fault.message : String(fault)));

interface RowProps {
  readonly view: SavedView;
  readonly look: ListLook;
}

const ViewRow = ({ view, look }: RowProps) => {
  const label = useLabel();
  const roles = useShareableRoles();
  const { modal } = App.useApp();
  const [name, setName] = useState(view.name);
  const { saved } = look;
  const keep = (change: Partial<SavedViewGiven>) => {
    const { id, version, content } = view;
    const input = { id, version, content, name: view.name, roles: view.roles, ...change };
    telling(saved.save(input).then(() => toast.success(['更新成功', 'Updated'])));
  };
  const rename = () => {
    const wanted = name.trim();
    if (wanted === view.name) return;
    if (wanted === '') setName(view.name);
    else keep({ name: wanted });
  };
  const remove = () =>
    modal.confirm({
      title: label([`删除视图“${view.name}”？`, `Delete the view “${view.name}”?`]),
      content:
        view.roles.length > 0 &&
        label(['共享给他人的也一并收回', 'Those it is shared with lose it, too']),
      okText: label(['删除', 'Delete']),
      okButtonProps: { danger: true },
      cancelText: label(['取消', 'Cancel']),
      onOk: () => telling(saved.remove(view.id)),
    });
  return (
    <tr>
      <td>
        {view.mine ? (
          <Input
            value={name}
            maxLength={longestName}
            aria-label={label([`视图名称 ${view.name}`, `Name of ${view.name}`])}
            onChange={({ target }) => setName(target.value)}
            onBlur={rename}
            // Leaving the field renames, once.
            onPressEnter={({ currentTarget }) => currentTarget.blur()}
          />
        ) : (
          <>
            {view.name} <span className="ky-note">{view.ownerName}</span>
          </>
        )}
      </td>
      <td>
        {view.mine ? (
          <Select
            mode="multiple"
            className="ky-view-roles"
            value={[...view.roles]}
            placeholder={label(['仅自己', 'Only me'])}
            aria-label={label([`共享 ${view.name} 给`, `Share ${view.name} with`])}
            optionFilterProp="label"
            options={roles.map((role) => ({ value: role.alias, label: label(role.name) }))}
            onChange={(chosen) => keep({ roles: chosen })}
          />
        ) : (
          <span className="ky-note">{label(['共享给我', 'Shared with me'])}</span>
        )}
      </td>
      <td>
        <Switch
          size="small"
          checked={view.chosen}
          aria-label={label([`默认使用 ${view.name}`, `Begin with ${view.name}`])}
          onChange={(on) => telling(saved.choose(on ? view.id : undefined))}
        />
      </td>
      <td>
        {view.mine && (
          <Button type="link" danger onClick={remove}>
            {label(['删除', 'Delete'])}
          </Button>
        )}
      </td>
    </tr>
  );
};

/** Names, sharing and default of the views of one list. */
const ManageViewsDialog = ({ look, onClose }: { look: ListLook; onClose: () => void }) => {
  const label = useLabel();
  useFocusReturn();
  return (
    <Modal
      open
      title={label(['管理视图', 'Manage views'])}
      width={720}
      footer={null}
      onCancel={onClose}
    >
      <div className="ky-views-scroll">
        <table className="ky-views">
          <thead>
            <tr>
              <th scope="col">{label(['名称', 'Name'])}</th>
              <th scope="col">{label(['共享给', 'Shared with'])}</th>
              <th scope="col">{label(['默认', 'Default'])}</th>
              <th scope="col">{label(['操作', 'Actions'])}</th>
            </tr>
          </thead>
          <tbody>
            {look.saved.views?.map((view) => (
              <ViewRow key={`${view.id} ${view.version}`} view={view} look={look} />
            ))}
          </tbody>
        </table>
      </div>
    </Modal>
  );
};

export default ManageViewsDialog;
