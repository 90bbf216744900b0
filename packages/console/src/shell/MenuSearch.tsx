import { Modal } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nearness, useReadings } from '../data/initials.ts';
import { useLanguage } from '../i18n/language.ts';
import { useFocusReturn } from '../shared/useFocusReturn.ts';
import { menuName, menuTarget, searchMenu } from './menu.ts';
import { useRuntime } from './runtime.ts';
import { useShell } from './shellstate.ts';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The name is read as if it began so. */
const reads = (typed: string, name: string): boolean => (nearness(typed, name) ?? 9) <= 1;

/** 菜单搜索 (spec §2): leaves whose name starts with what is typed; Esc closes, picking navigates. */
const MenuSearch = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const language = useLanguage();
  const { open } = useRuntime();
  const { menus } = useShell();
  useFocusReturn();
  useReadings(true);
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(0);
  const found = menus.flatMap(({ top, nodes }) =>
    searchMenu(nodes, typed, language, reads).flatMap((node) => {
      const target = menuTarget(node);
      return target ? [{ node, target, under: menuName(top, language) }] : [];
    }),
  );
  const choose = (at: number) => {
    const target = found[at]?.target;
    if (!target) return;
    if (target.kind === 'page') open(target.path);
    else window.open(target.address, '_blank', 'noopener');
    onClose();
  };
  const press = (event: KeyboardEvent) => {
    // Enter in the middle of a Chinese word belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    const step = steps[event.key];
    if (step) setIndex((index + step + found.length) % Math.max(found.length, 1));
    else if (event.key === 'Enter') choose(index);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      open
      title={t('menu.search')}
      footer={null}
      width={640}
      style={{ top: '12vh' }}
      onCancel={onClose}
      focusable={{ trap: true }}
    >
      <input
        className="ky-search-input"
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here
        autoFocus
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="ky-search-list"
        aria-activedescendant={found[index] ? `ky-search-${index}` : undefined}
        aria-label={t('menu.search')}
        placeholder={t('menu.searchHint')}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setIndex(0);
        }}
        onKeyDown={press}
      />
      <div
        id="ky-search-list"
        className="ky-search-list"
        role="listbox"
        aria-label={t('menu.search')}
      >
        {found.map(({ node, under }, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input above has the keyboard
          <div
            key={node.id}
            id={`ky-search-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === index}
            onClick={() => choose(at)}
          >
            {menuName(node, language)} <span className="ky-note">{under}</span>
          </div>
        ))}
      </div>
      {typed.trim() !== '' && found.length === 0 && <p className="ky-note">{t('menu.none')}</p>}
    </Modal>
  );
};

export default MenuSearch;
