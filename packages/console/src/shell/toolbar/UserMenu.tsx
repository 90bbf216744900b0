import type { MenuProps } from 'antd';
import { useUser } from '../../client/context.tsx';
import { Avatar } from '../../components/Avatar.tsx';
import { MenuButton } from '../../components/MenuButton.tsx';
import { useLabel } from '../../i18n/language.ts';
import { openTool } from '../../navigation/toolbarDialog.ts';
import type { ShownTool } from './items.ts';
import { usePersonEntries } from './useUserEntries.ts';

/** Separates a tool's key from that of one of its values; neither contains it. */
const mark = ':';

const itemOf = ({ tool, view }: ShownTool): NonNullable<MenuProps['items']>[number] => ({
  key: tool.key,
  icon: view.icon,
  label: view.label,
  children: view.choices?.options.map(({ key, label, icon }) => ({
    key: `${tool.key}${mark}${key}`,
    label,
    icon,
  })),
});

/** What the user's own menu offers; the tools that the bar has no room for come first. */
export const Person = ({ folded }: { folded: readonly ShownTool[] }) => {
  const label = useLabel();
  const user = useUser();
  const entries = usePersonEntries();
  const choose = (chosen: string) => {
    const [key, value] = chosen.split(mark);
    const view = folded.find(({ tool }) => tool.key === key)?.view;
    const entry = entries.find((each) => each.key === chosen);
    if (entry) entry.onPick();
    else if (view?.choices && value !== undefined) view.choices.onChoose(value);
    else if (view?.onPick) view.onPick();
    else if (view && key !== undefined) openTool(key);
  };
  return (
    <MenuButton
      placement="bottomRight"
      menu={{
        selectedKeys: folded.flatMap(({ tool, view }) =>
          view.choices ? [`${tool.key}${mark}${view.choices.chosen}`] : [],
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
