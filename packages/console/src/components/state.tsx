import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../base/clipboard.ts';
import { ApiFault } from '../client/fault.ts';
import { Glyph } from './Glyph.tsx';
import './state.css';

interface EmptyProps {
  /** One sentence: why there is nothing. */
  readonly children: ReactNode;
  /** One verb: what to do about it. */
  readonly action?: ReactNode;
}

/** Nothing here yet. */
export const Empty = ({ children, action }: EmptyProps) => (
  <div className="ky-empty" role="status">
    <Glyph name="draft" size={20} />
    <p>{children}</p>
    {action}
  </div>
);

/** Nothing matches the filter. */
export const EmptyFiltered = ({ onClear }: { onClear: () => void }) => {
  const { t } = useTranslation();
  return (
    <Empty
      action={
        <button type="button" className="ky-link" onClick={onClear}>
          {t('state.clearFilters')}
        </button>
      }
    >
      {t('state.emptyFiltered')}
    </Empty>
  );
};

/** True after a wait of `ms` milliseconds: nothing flashes when the answer comes sooner. */
const useWaited = (ms: number): boolean => {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return waited;
};

interface SkeletonRowsProps {
  /** At most 8. */
  readonly rows?: number;
  /** Pixels, the height of the rows to come: 36 unless said. */
  readonly height?: number;
}

/** Rows of the final height while the first answer is on its way; unseen for the first 300 ms. */
export const SkeletonRows = ({ rows = 8, height = 36 }: SkeletonRowsProps) => {
  const { t } = useTranslation();
  const seen = useWaited(300);
  return (
    <div className="ky-skeleton" role="status" aria-label={t('loading')} data-seen={seen}>
      {Array.from({ length: Math.min(rows, 8) }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <div key={row} style={{ height }}>
          <i style={{ width: `${88 - ((row * 17) % 40)}%` }} />
        </div>
      ))}
    </div>
  );
};

interface ErrorPanelProps {
  /** What a call was rejected with. */
  readonly fault: unknown;
  readonly onRetry?: () => void;
}

/** A failure in its place: what failed, a retry, the trace number to copy. The rest lives on. */
export const ErrorPanel = ({ fault, onRetry }: ErrorPanelProps) => {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const trace = fault instanceof ApiFault ? fault.requestId : undefined;
  const message = fault instanceof Error ? fault.message : t('state.failed');
  return (
    <div className="ky-fault" role="alert">
      <Glyph name="warning" size={20} tone="error" />
      <p>{message}</p>
      {onRetry && (
        <button type="button" className="ky-link" onClick={onRetry}>
          {t('retry')}
        </button>
      )}
      {trace && (
        <button
          type="button"
          className="ky-note ky-trace"
          onClick={() => void copyText(trace).then(setCopied)}
        >
          {t('state.trace')} <code>{trace}</code> {copied ? t('copied') : t('copy')}
        </button>
      )}
    </div>
  );
};
