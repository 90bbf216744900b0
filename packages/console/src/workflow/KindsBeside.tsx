import type { WorkKindRow } from '@keyan/kernel/wire/tasks.ts';
import { countText } from '../i18n/format.ts';
import { useLabel } from '../i18n/language.ts';

interface KindsBesideProps {
  /** The kinds of the list with their numbers; undefined until they are known. */
  readonly kinds: readonly WorkKindRow[] | undefined;
  /** The kind that the list is narrowed to; empty for all. */
  readonly chosen: string;
  readonly onChoose: (kind: string) => void;
}

/** 按业务: the kinds of a list of work with their numbers, at its left; one of them narrows the list. */
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
