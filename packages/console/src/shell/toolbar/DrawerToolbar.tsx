import { Select } from 'antd';
import { openToolbarDialog } from '../../navigation/toolbarDialog.ts';
import type { ShownItem } from './items.ts';

interface DrawerToolbarProps {
  readonly shown: readonly ShownItem[];
  /** Called when a choice opens a page. */
  readonly onChosen: () => void;
}

/** Renders the toolbar items that do not fit in the bar of a phone, one per line. */
export const DrawerToolbar = ({ shown, onChosen }: DrawerToolbarProps) => (
  <ul className="ky-side-list ky-drawer-toolbar">
    {shown.map(({ tool, view: { label, icon, choices, onPick } }) => (
      <li key={tool.key}>
        {choices ? (
          // biome-ignore lint/a11y/noLabelWithoutControl: the Select renders the control inside it
          <label className="ky-side-item">
            {icon}
            <span className="ky-side-name">{label}</span>
            <Select
              value={choices.chosen}
              options={choices.options.map(({ key, label: name }) => ({ value: key, label: name }))}
              onChange={choices.onChoose}
              popupMatchSelectWidth={false}
            />
          </label>
        ) : (
          <button
            type="button"
            className="ky-side-item"
            onClick={() => {
              onChosen();
              if (onPick) onPick();
              else openToolbarDialog(tool.key);
            }}
          >
            {icon}
            <span className="ky-side-name">{label}</span>
          </button>
        )}
      </li>
    ))}
  </ul>
);
