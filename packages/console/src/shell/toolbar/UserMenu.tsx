import type { MenuProps } from 'antd';
import { useUser } from '../../client/context.tsx';
import { Avatar } from '../../components/Avatar.tsx';
import { MenuButton } from '../../components/MenuButton.tsx';
import { useLabel } from '../../i18n/language.ts';
import { openToolbarDialog } from '../../navigation/toolbarDialog.ts';
import type { ShownItem } from './items.ts';
import { useUserEntries } from './useUserEntries.ts';

/** Separates an item's key from that of a choice; neither contains it. */
const keySeparator = ':';

const itemOf = ({ tool, view }: ShownItem): NonNullable<MenuProps['items']>[number] => ({
  key: tool.key,
  icon: view.icon,
  label: view.label,
  children: view.choices?.options.map(({ key, label, icon }) => ({
    key: `${tool.key}${keySeparator}${key}`,
    label,
    icon,
  })),
});

/** Renders the user menu; begins with the items that do not fit in the bar. */
export const UserMenu = ({ folded }: { folded: readonly ShownItem[] }) => {
  const label = useLabel();
  const user = useUser();
  const entries = useUserEntries();
  const choose = (chosen: string) => {
    const [key, value] = chosen.split(keySeparator);
    const view = folded.find(({ tool }) => tool.key === key)?.view;
    const entry = entries.find((each) => each.key === chosen);
    if (entry) entry.onPick();
    else if (view?.choices && value !== undefined) view.choices.onChoose(value);
    else if (view?.onPick) view.onPick();
    else if (view && key !== undefined) openToolbarDialog(key);
  };
  return (
    <MenuButton
      placement="bottomRight"
      menu={{
        selectedKeys: folded.flatMap(({ tool, view }) =>
          view.choices ? [`${tool.key}${keySeparator}${view.choices.chosen}`] : [],
        ),
        items: [
          ...folded.map(itemOf),
          ...(folded.length > 0 ? [{ type: 'divider' as const }] : []),
          ...entries.map(({ key, label }) => ({ key, label })),
        ],
        onClick: ({ key }) => choose(key),
      }}
    >
      <button
        type="button"
        className="ky-person"
        aria-label={`${label(['用户菜单', 'User menu'])} ${user.realName}`}
      >
        <Avatar />
        <span>{user.realName}</span>
      </button>
    </MenuButton>
  );
};
