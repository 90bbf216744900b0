import { Modal } from 'antd';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { useReadings } from '../../data/initials.ts';
import { useLabel } from '../../i18n/language.ts';
import { useFocusReturn } from '../../shared/useFocusReturn.ts';
import { useRuntime } from '../runtime.ts';
import type { Entry } from './entries.ts';
import './palette.css';
import { useGroups } from './useEntries.ts';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * The command palette: menus, records by title, people and actions in one list. Arrows move, Enter
 * does it, Ctrl+Enter opens a page behind this one, Esc closes.
 */
const Palette = ({ onClose }: { onClose: () => void }) => {
  const label = useLabel();
  useFocusReturn();
  const { open } = useRuntime();
  useReadings(true);
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(0);
  const prefix = useId();
  const list = useRef<HTMLDivElement>(null);
  const { groups, fault } = useGroups(typed);
  const entries = groups.flatMap((group) => group.entries);
  const active = entries[Math.min(index, entries.length - 1)];
  const idOf = (entry: Entry) => `${prefix}-${entries.indexOf(entry)}`;

  const activeId = active && idOf(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const choose = (entry: Entry | undefined, behind: boolean) => {
    if (!entry) return;
    if (behind && entry.path !== undefined) {
      open(entry.path, { title: entry.text, behind: true });
      return;
    }
    onClose();
    entry.run();
  };
  const press = (event: KeyboardEvent) => {
    // Enter in the middle of a Chinese word belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    const step = steps[event.key];
    const at = active ? entries.indexOf(active) : 0;
    if (step) setIndex((at + step + entries.length) % Math.max(entries.length, 1));
    else if (event.key === 'Enter') choose(active, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  };
  const click = (event: MouseEvent, entry: Entry) => choose(entry, event.ctrlKey || event.metaKey);
  const name = label(['搜索与命令', 'Search and commands']);
  return (
    <Modal
      open
      className="ky-palette"
      title={<span className="ky-palette-name">{name}</span>}
      footer={null}
      closable={false}
      width={640}
      style={{ top: '12vh' }}
      onCancel={onClose}
      focusable={{ trap: true }}
    >
      <input
        className="ky-palette-input"
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here
        autoFocus
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls={`${prefix}-list`}
        aria-activedescendant={activeId}
        aria-label={name}
        placeholder={label([
          '搜索菜单、记录、人员和操作，支持拼音',
          'Search menus, records, people and actions',
        ])}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setIndex(0);
        }}
        onKeyDown={press}
      />
      <div
        id={`${prefix}-list`}
        ref={list}
        className="ky-palette-list"
        role="listbox"
        aria-label={name}
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box
          <div key={group.key} role="group" aria-label={label(group.label)}>
            <p className="ky-palette-group" aria-hidden="true">
              {label(group.label)}
            </p>
            {group.entries.map((entry) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input above has the keyboard
              <div
                key={entry.key}
                id={idOf(entry)}
                role="option"
                tabIndex={-1}
                aria-selected={entry === active}
                onClick={(event) => click(event, entry)}
              >
                <span className="ky-palette-text">{entry.text}</span>
                {entry.note && <span className="ky-note">{entry.note}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      {typed.trim() !== '' && entries.length === 0 && (
        <p className="ky-palette-none">
          {fault
            ? fault.message
            : label([`没有找到“${typed.trim()}”`, `Nothing found for “${typed.trim()}”`])}
        </p>
      )}
      <p className="ky-palette-keys" aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> {label(['选择', 'Choose'])} <kbd>Enter</kbd> {label(['打开', 'Open'])}{' '}
        <kbd>Ctrl</kbd>
        <kbd>Enter</kbd> {label(['在后台页签打开', 'Open in a tab behind'])} <kbd>Esc</kbd>{' '}
        {label(['关闭', 'Close'])}
      </p>
    </Modal>
  );
};

export default Palette;
