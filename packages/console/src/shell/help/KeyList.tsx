import type { Label } from '@keyan/kernel/label.ts';
import { Fragment } from 'react';
import { useLabel } from '../../i18n/language.ts';
import type { activeShortcuts, ShortcutScope } from '../../navigation/shortcuts.ts';

const titles: Readonly<Record<ShortcutScope, Label>> = {
  page: ['本页', 'This page'],
  tabs: ['页签', 'Tabs'],
  frame: ['全局', 'Everywhere'],
};

/** Renders the shortcuts of the visible page, the tabs and the frame. */
export const KeyList = ({ groups }: { groups: ReturnType<typeof activeShortcuts> }) => {
  const label = useLabel();
  return groups
    .filter(([, list]) => list.length > 0)
    .map(([place, list]) => (
      <Fragment key={place}>
        <h3 className="ky-keys-group">{label(titles[place])}</h3>
        <dl className="ky-keys">
          {list.map(({ keys, label: text }) => (
            <Fragment key={keys}>
              <dt>{label(text)}</dt>
              <dd>
                {keys.split('+').map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </Fragment>
          ))}
        </dl>
      </Fragment>
    ));
};
