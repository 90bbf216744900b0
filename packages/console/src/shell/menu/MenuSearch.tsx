import { Modal } from 'antd';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import { ComboboxField, useCombobox } from '../../components/Combobox.tsx';
import { matchRank, useReadings } from '../../data/initials.ts';
import { useLabel, useLanguage } from '../../i18n/language.ts';
import { menuName, menuTarget, searchMenu } from '../../navigation/menu.ts';
import { menuEntriesWithPath } from '../../navigation/menuPlaces.ts';
import { useRuntime } from '../../navigation/runtime.ts';
import { useFrameState } from './frameState.ts';
import './search.css';

/** Returns true if the name is pronounced like the typed text. */
const isPronouncedLike = (typed: string, name: string): boolean =>
  (matchRank(typed, name) ?? 9) <= 1;

/** Renders 菜单搜索: menu entries whose name starts with the typed text. */
const MenuSearch = ({ onClose, typed: first }: { onClose: () => void; typed: () => string }) => {
  const label = useLabel();
  const language = useLanguage();
  const { open } = useRuntime();
  const { menus } = useFrameState();
  useFocusReturn();
  useReadings(true);
  const box = useCombobox(first());
  const { typed } = box;
  const found = menus.flatMap((menu) => {
    const places = menuEntriesWithPath(menu, language);
    return searchMenu(menu.nodes, typed, language, isPronouncedLike).flatMap((node) => {
      const target = menuTarget(node);
      return target ? [{ node, target, under: places.get(node) }] : [];
    });
  });
  const active = box.activeOf(found.length);
  const choose = (at: number) => {
    const target = found[at]?.target;
    if (!target) return;
    if (target.kind === 'page') open(target.path);
    else window.open(target.address, '_blank', 'noopener');
    onClose();
  };
  return (
    <Modal
      open
      className="ky-search-dialog"
      title={label(['菜单搜索', 'Menu search'])}
      footer={null}
      width={640}
      style={{ top: '12vh' }}
      onCancel={onClose}
      focusable={{ trap: true }}
    >
      <ComboboxField
        className="ky-search-input"
        box={box}
        count={found.length}
        label={label(['菜单搜索', 'Menu search'])}
        placeholder={label(['输入菜单名称的开头', 'Type the start of a menu name'])}
        onChoose={choose}
      />
      <div
        id={box.listId}
        className="ky-search-list"
        role="listbox"
        aria-label={label(['菜单搜索', 'Menu search'])}
      >
        {found.map(({ node, under }, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input above has the keyboard
          <div
            key={node.id}
            id={box.optionId(at)}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            onClick={() => choose(at)}
          >
            {menuName(node, language)} <span className="ky-note">{under}</span>
          </div>
        ))}
      </div>
      {typed.trim() !== '' && found.length === 0 && (
        <p className="ky-note">{label(['没有匹配的菜单', 'No matching menu'])}</p>
      )}
    </Modal>
  );
};

export default MenuSearch;
