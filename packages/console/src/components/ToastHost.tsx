import { CloseOutlined } from '@ant-design/icons';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../i18n/language.ts';
import { Glyph, type GlyphName } from './Glyph.tsx';
import { type Toast, toast, toastSource } from './toast.ts';
import './toast.css';

const glyphs: Record<Toast['tone'], GlyphName> = {
  success: 'approved',
  warning: 'warning',
  error: 'warning',
};

/** Draws the toasts; stands once, outside the tabs. */
export const ToastHost = () => {
  const { t } = useTranslation();
  const label = useLabel();
  const toasts = useSyncExternalStore(toastSource.subscribe, toastSource.get);
  return (
    <div className="ky-toasts" aria-live="polite">
      {toasts.map(({ id, tone, text, act }) => (
        <div
          key={id}
          className="ky-toast"
          data-tone={tone}
          role={tone === 'error' ? 'alert' : 'status'}
        >
          <Glyph name={glyphs[tone]} tone={tone} />
          <span>{label(text)}</span>
          {act && (
            <button
              type="button"
              className="ky-link"
              onClick={() => {
                act.run();
                toast.dismiss(id);
              }}
            >
              {t(act.name)}
            </button>
          )}
          <button
            type="button"
            className="ky-toast-close"
            aria-label={t('close')}
            onClick={() => toast.dismiss(id)}
          >
            <CloseOutlined />
          </button>
        </div>
      ))}
    </div>
  );
};
