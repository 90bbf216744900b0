import { Dropdown, type DropdownProps } from 'antd';
import { type ComponentProps, cloneElement, type ReactElement, useRef, useState } from 'react';

interface MenuButtonProps extends Pick<DropdownProps, 'menu' | 'placement' | 'onOpenChange'> {
  /** Given where the owner decides when it is open. */
  readonly open?: boolean;
  readonly children: ReactElement<ComponentProps<'button'>>;
}

/**
 * A button that opens a menu, as WAI-ARIA has it: it says that it does and whether it is open, the
 * keyboard goes into the menu, and comes back to the button when the menu closes.
 */
export const MenuButton = ({ children, open, onOpenChange, ...given }: MenuButtonProps) => {
  const [own, setOwn] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const shown = open ?? own;
  const change: NonNullable<DropdownProps['onOpenChange']> = (next, info) => {
    // Before what was chosen takes place: a dialog gives the focus back to where it was.
    if (!next && document.activeElement?.closest('[role=menu]')) {
      button.current?.focus({ preventScroll: true });
    }
    setOwn(next);
    onOpenChange?.(next, info);
  };
  return (
    <Dropdown trigger={['click']} autoFocus {...given} open={shown} onOpenChange={change}>
      {cloneElement(children, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': shown,
      })}
    </Dropdown>
  );
};
