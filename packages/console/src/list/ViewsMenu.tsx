import { DownOutlined } from '@ant-design/icons';
import type { SavedView } from '@keyan/kernel/saved-view.ts';
import type { MenuProps } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { MenuButton } from '../components/MenuButton.tsx';
import { toast } from '../components/toast.ts';
import { useLabel } from '../i18n/language.ts';
import type { ListLook } from './useListLook.ts';
import './views.css';

/** Only opened to save or to put in order. */
const SaveViewDialog = lazy(() => import('./SaveViewDialog.tsx'));
const ManageViewsDialog = lazy(() => import('./ManageViewsDialog.tsx'));

type Open = 'save' | 'manage' | null;

interface ViewsMenuProps {
  readonly look: ListLook;
  /** What the list is called without a view. */
  readonly title: string;
}

/** Beside the title of a list: which saved view it shows, the others, and what to do with them. */
export const ViewsMenu = ({ look, title }: ViewsMenuProps) => {
  const label = useLabel();
  const [open, setOpen] = useState<Open>(null);
  const { saved, current, modified, apply } = look;
  const views = saved.views ?? [];
  const entry = (view: SavedView) => ({
    key: view.id,
    label: (
      <span className="ky-view-entry">
        <span>{view.name}</span>
        <span className="ky-note">
          {[view.chosen && label(['默认', 'Default']), !view.mine && view.ownerName]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    ),
  });
  const group = (key: string, text: string, list: readonly SavedView[]) =>
    list.length === 0
      ? []
      : [{ type: 'group' as const, key, label: text, children: list.map(entry) }];
  const items: MenuProps['items'] = [
    { key: 'none', label: label([`全部 · ${title}`, `All · ${title}`]) },
    ...group(
      'mine',
      label(['我的视图', 'My views']),
      views.filter(({ mine }) => mine),
    ),
    ...group(
      'shared',
      label(['共享给我的', 'Shared with me']),
      views.filter(({ mine }) => !mine),
    ),
    { type: 'divider' },
    ...(current?.mine && modified
      ? [
          {
            key: 'update',
            label: label([`更新“${current.name}”`, `Update “${current.name}”`]),
          },
        ]
      : []),
    { key: 'save', label: label(['另存为视图…', 'Save as a view…']) },
    ...(views.length > 0 ? [{ key: 'manage', label: label(['管理视图…', 'Manage views…']) }] : []),
  ];
  const update = async () => {
    if (!current) return;
    const { id, version, name, roles } = current;
    try {
      await saved.save({ id, version, name, roles, content: look.snapshot() });
      toast.success(['更新成功', 'Updated']);
    } catch (fault) {
      toast.fault(fault);
    }
  };
  const acts: Readonly<Record<string, () => void>> = {
    none: () => apply(undefined),
    update: () => void update(),
    save: () => setOpen('save'),
    manage: () => setOpen('manage'),
  };
  const name = current?.name ?? label(['视图', 'Views']);
  const changedNote = label(['已修改', 'changed']);
  return (
    <>
      <MenuButton
        menu={{
          items,
          selectedKeys: current ? [current.id] : [],
          onClick: ({ key }) => {
            const act = acts[key];
            if (act) act();
            else apply(views.find(({ id }) => id === key));
          },
        }}
      >
        <button
          type="button"
          className="ky-view-button"
          aria-label={label([
            `视图：${name}${modified ? ` ${changedNote}` : ''}`,
            `View: ${name}${modified ? ` ${changedNote}` : ''}`,
          ])}
        >
          <span>{name}</span>
          {modified && <span className="ky-view-changed" data-note={changedNote} />}
          <DownOutlined />
        </button>
      </MenuButton>
      <Suspense>
        {open === 'save' && <SaveViewDialog look={look} onClose={() => setOpen(null)} />}
        {open === 'manage' && <ManageViewsDialog look={look} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
};
