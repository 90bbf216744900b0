import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Glyph } from '../../components/Glyph.tsx';
import { openTool } from '../../navigation/toolbarDialog.ts';
import { isChunkFailure, logCrash } from './errorlog.ts';

interface State {
  readonly error: Error | undefined;
}

const Crashed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const { t } = useTranslation();
  // A chunk of an older build is gone from the server: only a reload helps (stack trap 12).
  const outdated = isChunkFailure(error);
  return (
    <div className="ky-fault" role="alert">
      <Glyph name="warning" size={20} tone="error" />
      <p>{outdated ? t('state.outdated') : t('state.crashed')}</p>
      <p className="ky-note">{outdated ? '' : t('state.crashedHint')}</p>
      <button
        type="button"
        className="ky-link"
        onClick={outdated ? () => location.reload() : onRetry}
      >
        {outdated ? t('refresh') : t('retry')}
      </button>
      <button type="button" className="ky-note ky-trace" onClick={() => openTool('errorLog')}>
        {t('state.errorLog')}
      </button>
    </div>
  );
};

/** Holds a page's crash inside its own tab; around the frame, what escaped everything else. */
export class PaneBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined };
  static getDerivedStateFromError(error: Error): State {
    return { error };
  }
  override componentDidCatch(error: Error, info: ErrorInfo): void {
    logCrash(error, info.componentStack ?? '');
  }
  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return <Crashed error={error} onRetry={() => this.setState({ error: undefined })} />;
  }
}
