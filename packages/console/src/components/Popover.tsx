import { Popover as AntdPopover, type PopoverProps } from 'antd';
import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useRef,
} from 'react';
import { tabStops } from '../base/tabStops.ts';

interface OwnPopoverProps
  extends Pick<PopoverProps, 'placement' | 'classNames' | 'trigger' | 'title'> {
  /** Accessible name of the popover. */
  readonly name: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly content: React.ReactNode;
  readonly children: ReactElement<ComponentProps<'button'>>;
}

/**
 * Renders a button with a non-modal popover. The element of the popover is at the end of the
 * document, but for the keyboard it follows the button: opening moves the focus into the popover,
 * Tab past its last element continues after the button, and closing returns the focus.
 */
export const Popover = ({
  name,
  open,
  content,
  children,
  onOpenChange,
  ...popover
}: OwnPopoverProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    return () => {
      // Closing would hide the focused element: return the focus to the button. A focus outside the
      // popover does not move.
      if (box.current?.contains(document.activeElement)) button.current?.focus();
    };
  }, [open]);

  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || !box.current) return;
    const stops = tabStops(box.current);
    const at = document.activeElement;
    const before = event.shiftKey && (at === box.current || at === stops[0]);
    if (!before && (event.shiftKey || at !== stops.at(-1))) return;
    if (before) event.preventDefault();
    button.current?.focus();
    onOpenChange(false);
  };

  return (
    <AntdPopover
      trigger="click"
      arrow={false}
      {...popover}
      open={open}
      onOpenChange={onOpenChange}
      afterOpenChange={(shown) => {
        // Move no focus if the popover opened because the pointer hovered over the button.
        if (shown && document.activeElement === button.current) box.current?.focus();
      }}
      content={
        <div
          ref={box}
          role="dialog"
          aria-label={name}
          tabIndex={-1}
          className="ky-popover"
          onKeyDown={leave}
        >
          {content}
        </div>
      }
    >
      {cloneElement(children, { ref: button, 'aria-haspopup': 'dialog', 'aria-expanded': open })}
    </AntdPopover>
  );
};
