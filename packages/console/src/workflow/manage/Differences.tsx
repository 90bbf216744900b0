import type { DifferenceRow } from '@keyan/kernel/wire/routes.ts';
import { type Text, useLabel } from '../../i18n/language.ts';
import './manage.css';

const changeTexts: Readonly<Record<DifferenceRow['change'], Text>> = {
  added: ['新增', 'New'],
  removed: ['删除', 'Removed'],
  changed: ['修改', 'Changed'],
};

/** Renders the differences of two versions, in words. */
export const Differences = ({ rows }: { readonly rows: readonly DifferenceRow[] }) => {
  const label = useLabel();
  if (rows.length === 0) {
    return (
      <p className="ky-note">
        {label(['环节、办理人和条件都相同', 'The same steps, people and conditions'])}
      </p>
    );
  }
  return (
    <ul className="ky-held">
      {rows.map(({ nodeKey, nodeName, change, parts }) => (
        <li key={nodeKey} data-change={change}>
          <span>
            <b>{nodeName}</b> <span className="ky-note">{label(changeTexts[change])}</span>
          </span>
          {parts.map(({ part, before, after }) => (
            <span key={part}>
              {part}
              {label(['：', ': '])}
              {change === 'changed' && (
                <>
                  <del>{before}</del> →{' '}
                </>
              )}
              {after}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
};
