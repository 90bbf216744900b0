import { MoreOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ScreenClass } from '../base/screen.ts';
import { MenuButton } from '../components/MenuButton.tsx';
import { useLabel } from '../i18n/language.ts';
import { type ToolbarAction, visibleActions } from './visibleActions.ts';

/** Maximum number of buttons in the head, by screen class. */
const maxButtons: Readonly<Record<ScreenClass, number>> = { 0: 1, 1: 1, 2: 2, 3: 4 };

interface ListActionsProps {
  readonly screen: ScreenClass;
  readonly actions: readonly ToolbarAction[];
  /** Text of the primary button. */
  readonly addText: string;
  /** Adds a record; undefined if records cannot be added. */
  readonly onAdd: (() => void) | undefined;
}

/**
 * Renders the buttons of a list: at most three and a primary one; on smaller screens the rest is in
 * the menu 更多.
 */
export const ListActions = ({ screen, actions, addText, onAdd }: ListActionsProps) => {
  const label = useLabel();
  const buttons = visibleActions(actions, maxButtons[screen] - (onAdd ? 1 : 0));
  const folded = actions.slice(buttons.length);
  return (
    <>
      {buttons.map(({ key, text, icon, run }) => (
        <Button key={key} icon={icon} onClick={run}>
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
          <Button icon={<MoreOutlined />}>{label(['更多', 'More'])}</Button>
        </MenuButton>
      )}
      {onAdd && (
        <Button type="primary" icon={<PlusOutlined />} onClick={onAdd}>
          {addText}
        </Button>
      )}
    </>
  );
};
