import type { SavedView } from '@keyan/kernel/saved-view.ts';
import { App, Button, Input, Modal, Select, Switch } from 'antd';
import { useState } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { Empty } from '../components/state.tsx';
import { toast } from '../components/toast.ts';
import { useLabel } from '../i18n/language.ts';
import { type SavedViewGiven, useShareableRoles } from './savedViews.ts';
import type { ListLook } from './useListLook.ts';

const longestName = 40;

/** Says what went wrong in the words of the server; what was typed stays. */
const telling = (act: Promise<unknown>): void => void act.catch(toast.fault);

interface RowProps {
  readonly view: SavedView;
  readonly look: ListLook;
}

const ViewRow = ({ view, look }: RowProps) => {
  const label = useLabel();
  const roles = useShareableRoles();
  const { modal } = App.useApp();
  const [typed, setTyped] = useState<string>();
  const [picked, setPicked] = useState<readonly string[]>();
  const [picking, setPicking] = useState(false);
  const { saved } = look;
  const keep = (change: Partial<SavedViewGiven>, forget: () => void) => {
    const { id, version, content } = view;
    const input = { id, version, content, name: view.name, roles: view.roles, ...change };
    const done = () => {
      forget();
      toast.success(['更新成功', 'Updated']);
    };
    telling(saved.save(input).then(done));
  };
  const rename = () => {
    const name = typed?.trim() ?? '';
    const forget = () => setTyped(undefined);
    if (name === '' || name === view.name) forget();
    else keep({ name }, forget);
  };
  const share = (roles: readonly string[]) => {
    const forget = () => setPicked(undefined);
    if (roles.join() === view.roles.join()) forget();
    else keep({ roles }, forget);
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
            value={typed ?? view.name}
            maxLength={longestName}
            aria-label={label([`视图名称 ${view.name}`, `Name of ${view.name}`])}
            onChange={({ target }) => setTyped(target.value)}
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
            value={[...(picked ?? view.roles)]}
            placeholder={label(['仅自己', 'Only me'])}
            aria-label={label([`共享 ${view.name} 给`, `Share ${view.name} with`])}
            optionFilterProp="label"
            options={roles.map((role) => ({ value: role.alias, label: label(role.name) }))}
            // Several are picked one after the other, and count when their list closes.
            onChange={(roles) => (picking ? setPicked(roles) : share(roles))}
            onOpenChange={(open) => {
              setPicking(open);
              if (!open && picked) share(picked);
            }}
          />
        ) : (
          <span className="ky-note">{label(['共享给我', 'Shared with me'])}</span>
        )}
      </td>
      <td data-label={label(['默认', 'Default'])}>
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
      {look.saved.views?.length === 0 ? (
        <Empty>{label(['还没有视图', 'No views yet'])}</Empty>
      ) : (
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
              <ViewRow key={view.id} view={view} look={look} />
            ))}
          </tbody>
        </table>
      )}
    </Modal>
  );
};

export default ManageViewsDialog;
