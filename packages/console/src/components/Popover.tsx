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
  /** What it is, for those who cannot see it. */
  readonly name: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly content: React.ReactNode;
  readonly children: ReactElement<ComponentProps<'button'>>;
}

/**
 * Something that opens beside its button and leaves the page alive. It stands elsewhere in the
 * document, and to the keyboard right behind the button: opening leads into it, Tab past its ends
 * leads on from the button, and closing leads back.
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
      // Closing hides what has the focus; elsewhere it is where somebody put it.
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
        // Not when the pointer only passed by.
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
