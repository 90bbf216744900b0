import { CloseOutlined } from '@ant-design/icons';
import { useSyncExternalStore } from 'react';
import { useLabel } from '../i18n/language.ts';
import { Glyph, type GlyphName } from './Glyph.tsx';
import { type Toast, toast, toastSource } from './toast.ts';
import './toast.css';

const glyphByTone: Record<Toast['tone'], GlyphName> = {
  success: 'approved',
  warning: 'warning',
  error: 'warning',
};

/** Renders the toasts, once for the page, outside the tabs. */
export const ToastHost = () => {
  const label = useLabel();
  const toasts = useSyncExternalStore(toastSource.subscribe, toastSource.get);
  return (
    <div className="ky-toasts" aria-live="polite">
      {toasts.map(({ id, tone, text, action }) => (
        <div
          key={id}
          className="ky-toast"
          data-tone={tone}
          role={tone === 'error' ? 'alert' : 'status'}
        >
          <Glyph name={glyphByTone[tone]} tone={tone} />
          <span>{label(text)}</span>
          {action && (
            <button
              type="button"
              className="ky-link"
              onClick={() => {
                action.run();
                toast.dismiss(id);
              }}
            >
              {label(action.label)}
            </button>
          )}
          <button
            type="button"
            className="ky-toast-close"
            aria-label={label(['关闭', 'Close'])}
            onClick={() => toast.dismiss(id)}
          >
            <CloseOutlined />
          </button>
        </div>
      ))}
    </div>
  );
};
