import type { SavedView } from '@keyan/kernel/wire/saved-views.ts';
import { App, Button, Input, Modal, Select, Switch } from 'antd';
import { useState } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { Empty } from '../components/state.tsx';
import { toast } from '../components/toast.ts';
import { useLabel } from '../i18n/language.ts';
import type { DataColumn } from '../table/column.ts';
import { DataTable } from '../table/DataTable.tsx';
import { type SavedViewChange, useShareableRoles } from './savedViews.ts';
import type { ListSettings } from './useListSettings.ts';

const maxNameLength = 40;

/** Shows the server's message if a call fails; the typed text remains. */
const showingFaults = (call: Promise<unknown>): void => void call.catch(toast.fault);

interface CellProps {
  readonly view: SavedView;
  readonly settings: ListSettings;
}

/** Returns a function that saves a change of a view; `reset` clears the typed text after saving. */
const useKeep =
  ({ view, settings }: CellProps) =>
  (change: Partial<SavedViewChange>, reset: () => void) => {
    const { id, version, content, name, roles } = view;
    const done = () => {
      reset();
      toast.success(['更新成功', 'Updated']);
    };
    showingFaults(settings.saved.save({ id, version, content, name, roles, ...change }).then(done));
  };

const NameCell = (props: CellProps) => {
  const { view } = props;
  const label = useLabel();
  const keep = useKeep(props);
  const [typed, setTyped] = useState<string>();
  if (!view.mine) {
    return (
      <>
        {view.name} <span className="ky-note">{view.ownerName}</span>
      </>
    );
  }
  const rename = () => {
    const name = typed?.trim() ?? '';
    const reset = () => setTyped(undefined);
    if (name === '' || name === view.name) reset();
    else keep({ name }, reset);
  };
  return (
    <Input
      value={typed ?? view.name}
      maxLength={maxNameLength}
      aria-label={label([`视图名称 ${view.name}`, `Name of ${view.name}`])}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={rename}
      // Blur renames, once.
      onPressEnter={({ currentTarget }) => currentTarget.blur()}
    />
  );
};

const RolesCell = (props: CellProps) => {
  const { view } = props;
  const label = useLabel();
  const keep = useKeep(props);
  const roles = useShareableRoles();
  const [picked, setPicked] = useState<readonly string[]>();
  const [isOpen, setIsOpen] = useState(false);
  if (!view.mine) {
    return <span className="ky-note">{label(['共享给我', 'Shared with me'])}</span>;
  }
  const share = (next: readonly string[]) => {
    const reset = () => setPicked(undefined);
    if (next.join() === view.roles.join()) reset();
    else keep({ roles: next }, reset);
  };
  return (
    <Select
      mode="multiple"
      className="ky-view-roles"
      value={[...(picked ?? view.roles)]}
      placeholder={label(['仅自己', 'Only me'])}
      aria-label={label([`共享 ${view.name} 给`, `Share ${view.name} with`])}
      optionFilterProp="label"
      options={roles.map((role) => ({ value: role.alias, label: label(role.name) }))}
      // Several roles are picked while the list is open, and saved together on close.
      onChange={(next) => (isOpen ? setPicked(next) : share(next))}
      onOpenChange={(open) => {
        setIsOpen(open);
        if (!open && picked) share(picked);
      }}
    />
  );
};

const DefaultCell = ({ view, settings }: CellProps) => {
  const label = useLabel();
  return (
    <Switch
      size="small"
      checked={view.chosen}
      aria-label={label([`默认使用 ${view.name}`, `Use ${view.name} by default`])}
      onChange={(on) => showingFaults(settings.saved.choose(on ? view.id : undefined))}
    />
  );
};

const RemoveCell = ({ view, settings }: CellProps) => {
  const label = useLabel();
  const { modal } = App.useApp();
  if (!view.mine) return null;
  const remove = () =>
    modal.confirm({
      title: label([`删除视图“${view.name}”？`, `Delete the view “${view.name}”?`]),
      content:
        view.roles.length > 0 &&
        label(['共享给他人的也一并收回', 'People it is shared with will lose it too']),
      okText: label(['删除', 'Delete']),
      okButtonProps: { danger: true },
      cancelText: label(['取消', 'Cancel']),
      onOk: () => showingFaults(settings.saved.remove(view.id)),
    });
  return (
    <Button type="link" danger onClick={remove}>
      {label(['删除', 'Delete'])}
    </Button>
  );
};

interface ManageViewsDialogProps {
  readonly settings: ListSettings;
  readonly onClose: () => void;
}

/** Renders the saved views of one list: names, sharing, default. */
const ManageViewsDialog = ({ settings, onClose }: ManageViewsDialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const { views = [] } = settings.saved;
  const columns: readonly DataColumn<SavedView>[] = [
    {
      key: 'name',
      head: ['名称', 'Name'],
      cell: (view) => <NameCell view={view} settings={settings} />,
    },
    {
      key: 'roles',
      head: ['共享给', 'Shared with'],
      cell: (view) => <RolesCell view={view} settings={settings} />,
    },
    {
      key: 'default',
      head: ['默认', 'Default'],
      cell: (view) => <DefaultCell view={view} settings={settings} />,
      cellAttributes: () => ({ 'data-label': label(['默认', 'Default']) }),
    },
    {
      key: 'actions',
      head: ['操作', 'Actions'],
      cell: (view) => <RemoveCell view={view} settings={settings} />,
    },
  ];
  return (
    <Modal
      open
      title={label(['管理视图', 'Manage views'])}
      width={720}
      footer={null}
      onCancel={onClose}
    >
      {settings.saved.views?.length === 0 ? (
        <Empty>{label(['还没有视图', 'No views yet'])}</Empty>
      ) : (
        <DataTable
          frame="plain"
          className="ky-views"
          rows={views}
          columns={columns}
          keyOf={({ id }) => id}
        />
      )}
    </Modal>
  );
};

export default ManageViewsDialog;
