import type { WorkKindRow } from '@keyan/kernel/wire/tasks.ts';
import { countText } from '../i18n/format.ts';
import { useLabel } from '../i18n/language.ts';

interface KindsBesideProps {
  /** Kinds of the list with their numbers; undefined until loaded. */
  readonly kinds: readonly WorkKindRow[] | undefined;
  /** Kind by which the list is filtered; empty for all. */
  readonly chosen: string;
  readonly onChoose: (kind: string) => void;
}

/**
 * Renders 按业务: the kinds of a task list with their numbers, at its left; choosing one filters the
 * list.
 */
export const KindsBeside = ({ kinds, chosen, onChoose }: KindsBesideProps) => {
  const label = useLabel();
  const title = label(['按业务', 'By type']);
  const total = kinds?.reduce((sum, each) => sum + each.total, 0);
  const all = { kind: '', kindName: label(['全部业务', 'All types']), total };
  return (
    <nav className="ky-card ky-kinds" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {[all, ...(kinds ?? [])].map((each) => (
          <li key={each.kind}>
            <button
              type="button"
              aria-pressed={each.kind === chosen}
              title={each.kindName}
              onClick={() => onChoose(each.kind)}
            >
              <span>{each.kindName}</span>
              <b>{each.total !== undefined && countText(each.total)}</b>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
};
