import { Dropdown, type DropdownProps } from 'antd';
import { type ComponentProps, cloneElement, type ReactElement, useRef, useState } from 'react';

interface MenuButtonProps extends Pick<DropdownProps, 'menu' | 'placement' | 'onOpenChange'> {
  /** True while the menu is visible. Set with `onOpenChange` if the parent controls the menu. */
  readonly open?: boolean;
  readonly children: ReactElement<ComponentProps<'button'>>;
}

/**
 * Renders a menu button as WAI-ARIA describes: it announces that it opens a menu and whether the
 * menu is visible; the focus moves into the menu, and back to the button when the menu closes.
 */
export const MenuButton = ({ children, menu, open, onOpenChange, ...given }: MenuButtonProps) => {
  const [own, setOwn] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const shown = open ?? own;
  const change: NonNullable<DropdownProps['onOpenChange']> = (next, info) => {
    // Focus the button before the chosen action runs, because a dialog returns the focus to where
    // it was.
    if (!next && document.activeElement?.closest('[role=menu]')) {
      button.current?.focus({ preventScroll: true });
    }
    setOwn(next);
    onOpenChange?.(next, info);
  };
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      {...given}
      menu={{
        ...menu,
        // The button has the focus again: the same key would open the menu again.
        onKeyDown: (event) => {
          if (event.key === 'Enter') event.preventDefault();
        },
      }}
      open={shown}
      onOpenChange={change}
    >
      {cloneElement(children, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': shown,
      })}
    </Dropdown>
  );
};
