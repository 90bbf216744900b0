import { DownOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { MenuButton } from '../../components/MenuButton.tsx';
import { openToolbarDialog } from '../../navigation/toolbarDialog.ts';
import type { ToolbarItemView } from './item.ts';
import type { ShownItem } from './items.ts';

const Chooser = ({ label, icon, text, choices }: ToolbarItemView) => (
  <MenuButton
    menu={{
      items: choices?.options.map(({ key, label: name, icon: sign }) => ({
        key,
        label: name,
        icon: sign,
      })),
      selectable: true,
      selectedKeys: choices && [choices.chosen],
      onClick: ({ key }) => choices?.onChoose(key),
    }}
  >
    <button
      type="button"
      className="ky-toolbar-item"
      data-text={text !== undefined || undefined}
      title={label}
      aria-label={text === undefined ? label : `${label}: ${text}`}
    >
      {text === undefined ? (
        icon
      ) : (
        <>
          <span>{text}</span>
          <DownOutlined />
        </>
      )}
    </button>
  </MenuButton>
);

const Button = ({ tool, view: { label, icon, text, keys, onPick } }: ShownItem) => (
  <Tooltip title={label} mouseEnterDelay={0.5}>
    <button
      type="button"
      className="ky-toolbar-item"
      data-text={text !== undefined || undefined}
      data-field={keys !== undefined || undefined}
      // Accessible name: on a narrow screen the text is not shown.
      aria-label={keys === undefined ? label : `${label} ${keys}`}
      onClick={onPick ?? (() => openToolbarDialog(tool.key))}
    >
      {text === undefined ? icon : <span>{text}</span>}
      {keys !== undefined && (
        <>
          <span>{label}</span> <kbd>{keys}</kbd>
        </>
      )}
    </button>
  </Tooltip>
);

/** Renders the items in the bar. */
export const ToolbarItems = ({ shown }: { shown: readonly ShownItem[] }) =>
  shown.map(({ tool, view }) => {
    if (tool.Face) return <tool.Face key={tool.key} />;
    if (view.choices) return <Chooser key={tool.key} {...view} />;
    return <Button key={tool.key} tool={tool} view={view} />;
  });
