import { RightOutlined } from '@ant-design/icons';
import { useLabel } from '../i18n/language.ts';
import type { ListTree } from './useTree.ts';
import './tree.css';

interface TreeMarkProps {
  readonly tree: ListTree;
  readonly id: string;
  /** Called on a click, on a card only; a table handles click and keys on the row. */
  readonly onToggle?: () => void;
}

/** Renders the indent of a row in the tree, and the button that expands it. */
export const TreeToggle = ({ tree, id, onToggle }: TreeMarkProps) => {
  const label = useLabel();
  const isOpen = tree.isOpen(id);
  return (
    <span className="ky-tree-mark" style={{ paddingInlineStart: tree.levelOf(id) * 20 }}>
      {tree.hasChildren(id) && (
        <button
          type="button"
          className="ky-tree-toggle"
          data-action="toggle"
          tabIndex={onToggle ? undefined : -1}
          aria-expanded={isOpen}
          aria-label={label(isOpen ? ['收起', 'Collapse'] : ['展开', 'Expand'])}
          onClick={onToggle}
        >
          <RightOutlined rotate={isOpen ? 90 : 0} />
        </button>
      )}
    </span>
  );
};
