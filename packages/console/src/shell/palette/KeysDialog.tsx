import type { Label } from '@keyan/kernel/label.ts';
import { Modal } from 'antd';
import { Fragment, useState } from 'react';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import { useLabel } from '../../i18n/language.ts';
import { activeShortcuts, type ShortcutScope } from '../../navigation/shortcuts.ts';
import './palette.css';

const titles: Readonly<Record<ShortcutScope, Label>> = {
  page: ['本页', 'This page'],
  tabs: ['页签', 'Tabs'],
  frame: ['全局', 'Everywhere'],
};

/** The shortcuts of the visible page, the tabs and the frame. */
const KeysDialog = ({ onClose }: { onClose: () => void }) => {
  const label = useLabel();
  useFocusReturn();
  // Read once: the page behind unregisters its shortcuts only when it is hidden.
  const [groups] = useState(activeShortcuts);
  return (
    <Modal
      open
      title={label(['键盘快捷键', 'Keyboard shortcuts'])}
      footer={null}
      width={560}
      onCancel={onClose}
    >
      {groups
        .filter(([, list]) => list.length > 0)
        .map(([place, list]) => (
          <Fragment key={place}>
            <h2 className="ky-keys-group">{label(titles[place])}</h2>
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
        ))}
    </Modal>
  );
};

export default KeysDialog;
