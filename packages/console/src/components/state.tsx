import { type ReactNode, useEffect, useState } from 'react';
import { copyText } from '../base/clipboard.ts';
import { ApiFault } from '../client/fault.ts';
import { useLabel } from '../i18n/language.ts';
import { Glyph } from './Glyph.tsx';
import './state.css';

interface EmptyProps {
  /** One sentence: why there is nothing. */
  readonly children: ReactNode;
  /** Button or link that helps the user. */
  readonly action?: ReactNode;
}

/** Renders an empty state: no data yet. */
export const Empty = ({ children, action }: EmptyProps) => (
  <div className="ky-empty" role="status">
    <Glyph name="draft" size={20} />
    <p>{children}</p>
    {action}
  </div>
);

/** Renders an empty state: no row matches the filter. */
export const NoMatches = ({ onClear }: { onClear: () => void }) => {
  const label = useLabel();
  return (
    <Empty
      action={
        <button type="button" className="ky-link" onClick={onClear}>
          {label(['清空筛选', 'Clear filters'])}
        </button>
      }
    >
      {label(['没有符合条件的记录', 'No matching records'])}
    </Empty>
  );
};

/** Returns true after `ms` milliseconds, so that a fast response shows no placeholder. */
const useWaited = (ms: number): boolean => {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return waited;
};

interface SkeletonRowsProps {
  /** Number of rows, at most 8. */
  readonly rows?: number;
  /** Height of a row in pixels, 36 by default. */
  readonly height?: number;
}

/**
 * Renders placeholder rows of the final height until the first response; invisible for the first
 * 300 ms.
 */
export const SkeletonRows = ({ rows = 8, height = 36 }: SkeletonRowsProps) => {
  const label = useLabel();
  const seen = useWaited(300);
  return (
    <div
      className="ky-skeleton"
      role="status"
      aria-label={label(['正在加载', 'Loading'])}
      data-seen={seen}
    >
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
  /** Error with which the call rejected. */
  readonly fault: unknown;
  readonly onRetry?: () => void;
}

/**
 * Renders the failure of a part of a page: the message, a retry button and the request id to copy.
 */
export const ErrorPanel = ({ fault, onRetry }: ErrorPanelProps) => {
  const label = useLabel();
  const [copied, setCopied] = useState(false);
  const trace = fault instanceof ApiFault ? fault.requestId : undefined;
  const message = fault instanceof Error ? fault.message : label(['加载失败', 'Could not load']);
  return (
    <div className="ky-fault" role="alert">
      <Glyph name="warning" size={20} tone="error" />
      <p>{message}</p>
      {onRetry && (
        <button type="button" className="ky-link" onClick={onRetry}>
          {label(['重试', 'Retry'])}
        </button>
      )}
      {trace && (
        <button
          type="button"
          className="ky-note ky-trace"
          onClick={() => void copyText(trace).then(setCopied)}
        >
          {label(['追踪号', 'Trace number'])} <code>{trace}</code>{' '}
          {copied ? label(['已复制', 'Copied']) : label(['复制', 'Copy'])}
        </button>
      )}
    </div>
  );
};
