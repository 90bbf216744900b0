import { MoreOutlined, PlusOutlined } from '@ant-design/icons';
import type { ScreenClass } from '@keyan/kernel/screen.ts';
import { Button } from 'antd';
import { MenuButton } from '../components/MenuButton.tsx';
import { useLabel } from '../i18n/language.ts';
import { type ToolbarAction, visibleActions } from './visibleActions.ts';

/** How many buttons stand at the head, per class of screen (visual.md §5, §7). */
const most: Readonly<Record<ScreenClass, number>> = { 0: 1, 1: 1, 2: 2, 3: 4 };

interface ListActionsProps {
  readonly screen: ScreenClass;
  readonly actions: readonly ToolbarAction[];
  /** What the primary button says, where records may be added. */
  readonly add: string | null;
  readonly onAdd: () => void;
}

/** At most three tools and one primary button; on smaller screens the tools fold. */
export const ListActions = ({ screen, actions, add, onAdd }: ListActionsProps) => {
  const label = useLabel();
  const buttons = visibleActions(actions, most[screen] - (add ? 1 : 0));
  const folded = actions.slice(buttons.length);
  return (
    <>
      {buttons.map(({ key, text, icon, busy, run }) => (
        <Button key={key} icon={icon} loading={busy} onClick={run}>
          {text}
        </Button>
      ))}
      {folded.length > 0 && (
        <MenuButton
          menu={{
            items: folded.map(({ key, text, icon }) => ({ key, label: text, icon })),
            onClick: ({ key }) => folded.find((action) => action.key === key)?.run(),
          }}
        >
          <Button icon={<MoreOutlined />} loading={folded.some(({ busy }) => busy)}>
            {label(['更多', 'More'])}
          </Button>
        </MenuButton>
      )}
      {add && (
        <Button type="primary" icon={<PlusOutlined />} onClick={onAdd}>
          {add}
        </Button>
      )}
    </>
  );
};
