import { Select } from 'antd';
import { openTool } from '../../navigation/toolbarDialog.ts';
import type { ShownTool } from './items.ts';

interface DrawerToolsProps {
  readonly shown: readonly ShownTool[];
  /** Something was chosen that leads away from the drawer. */
  readonly onChosen: () => void;
}

/** The tools that the phone's bar has no room for: one line each, as high as a thumb. */
export const DrawerTools = ({ shown, onChosen }: DrawerToolsProps) => (
  <ul className="ky-side-list ky-drawer-tools">
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
              else openTool(tool.key);
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
