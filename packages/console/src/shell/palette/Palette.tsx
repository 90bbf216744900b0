import type { Label } from '@keyan/kernel/label.ts';
import { Modal } from 'antd';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import { ComboboxField, useCombobox } from '../../components/Combobox.tsx';
import { useReadings } from '../../data/initials.ts';
import { useLabel } from '../../i18n/language.ts';
import { useRuntime } from '../../navigation/runtime.ts';
import type { PaletteEntry } from './entries.ts';
import { PaletteOption } from './PaletteOption.tsx';
import './palette.css';
import { useGroups } from './useEntries.ts';

/** Keys explained at the foot of the palette. */
const explainedKeys: readonly (readonly [names: readonly string[], does: Label])[] = [
  [
    ['↑', '↓'],
    ['选择', 'Choose'],
  ],
  [['Enter'], ['打开', 'Open']],
  [
    ['Ctrl', 'Enter'],
    ['在后台页签打开', 'Open in background tab'],
  ],
  [['Esc'], ['关闭', 'Close']],
];

interface StateProps {
  readonly typed: string;
  /** True if no entry matches. */
  readonly empty: boolean;
  readonly pending: boolean;
  readonly fault: Error | null;
  readonly onRetry: () => void;
  readonly hint: Label;
}

/**
 * Renders the line below the list: how to search records, that the search is running, or why it
 * found nothing.
 */
const PaletteState = ({ typed, empty, pending, fault, onRetry, hint }: StateProps) => {
  const label = useLabel();
  const text = () => {
    if (typed === '') return label(hint);
    if (pending) return label(['正在搜索记录…', 'Searching records…']);
    return empty ? label([`没有找到“${typed}”`, `No results for “${typed}”`]) : '';
  };
  return (
    <p className="ky-palette-state" role="status">
      {fault && !pending ? (
        <>
          {fault.message}{' '}
          <button type="button" className="ky-link" onClick={onRetry}>
            {label(['重试', 'Retry'])}
          </button>
        </>
      ) : (
        text()
      )}
    </p>
  );
};

/**
 * Renders the command palette: menus, records, people and actions in one list. Arrow keys move,
 * Enter runs an entry, Ctrl+Enter opens a page in the background, Esc closes. Long because it is
 * one combobox with its list.
 */
const Palette = ({ onClose, typed: first }: { onClose: () => void; typed: () => string }) => {
  const label = useLabel();
  useFocusReturn();
  const { open, config } = useRuntime();
  useReadings(true);
  const box = useCombobox(first());
  const { typed } = box;
  const { groups, pending, fault, retry } = useGroups(typed);
  const entries = groups.flatMap((group) => group.entries);
  const active = entries[box.activeOf(entries.length)];
  const choose = (entry: PaletteEntry, { ctrlKey, metaKey }: KeyboardEvent | MouseEvent) => {
    if ((ctrlKey || metaKey) && entry.path !== undefined) {
      open(entry.path, { title: entry.text, behind: true });
      return;
    }
    onClose();
    entry.run();
  };
  const name = label(['搜索与命令', 'Search and commands']);
  return (
    <Modal
      open
      className="ky-palette ky-search-dialog"
      title={<span className="ky-sr">{name}</span>}
      footer={null}
      closable={false}
      width={640}
      style={{ top: '12vh' }}
      onCancel={onClose}
      focusable={{ trap: true }}
    >
      <ComboboxField
        className="ky-palette-input"
        box={box}
        count={entries.length}
        label={name}
        placeholder={label([
          '搜索菜单、记录、人员和操作，支持拼音',
          'Search menus, records, people and actions; pinyin works',
        ])}
        onChoose={(at, event) => entries[at] && choose(entries[at], event)}
      />
      <div id={box.listId} className="ky-palette-list" role="listbox" aria-label={name}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box
          <div key={group.key} role="group" aria-label={label(group.label)}>
            <p className="ky-palette-group" aria-hidden="true">
              {label(group.label)}
            </p>
            {group.entries.map((entry) => (
              <PaletteOption
                key={entry.key}
                id={box.optionId(entries.indexOf(entry))}
                entry={entry}
                active={entry === active}
                onClick={(event) => choose(entry, event)}
              />
            ))}
          </div>
        ))}
      </div>
      <PaletteState
        typed={typed.trim()}
        empty={entries.length === 0}
        pending={pending}
        fault={fault}
        onRetry={retry}
        hint={config.palette.hint}
      />
      <p className="ky-palette-keys" aria-hidden="true">
        {explainedKeys.map(([names, does]) => (
          <span key={does[0]}>
            {names.map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
            {label(does)}
          </span>
        ))}
      </p>
    </Modal>
  );
};

export default Palette;
