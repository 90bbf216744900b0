import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Glyph } from '../../components/Glyph.tsx';
import { useLabel } from '../../i18n/language.ts';
import { openToolbarDialog } from '../../navigation/toolbarDialog.ts';
import { isChunkFailure, logCrash } from './errorlog.ts';

interface State {
  readonly error: Error | undefined;
}

const Crashed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const label = useLabel();
  // The chunk of an older build is gone from the server: only a reload helps.
  const outdated = isChunkFailure(error);
  return (
    <div className="ky-fault" role="alert">
      <Glyph name="warning" size={20} tone="error" />
      <p>
        {outdated
          ? label(['系统已更新，请刷新页面', 'The system has been updated. Reload the page'])
          : label(['页面出错了', 'This page crashed'])}
      </p>
      <p className="ky-note">
        {outdated
          ? ''
          : label([
              '其他页签不受影响，您填写的内容已保存在本机',
              'Other tabs are not affected; your input is saved on this device',
            ])}
      </p>
      <button
        type="button"
        className="ky-link"
        onClick={outdated ? () => location.reload() : onRetry}
      >
        {outdated ? label(['刷新', 'Refresh']) : label(['重试', 'Retry'])}
      </button>
      <button
        type="button"
        className="ky-note ky-trace"
        onClick={() => openToolbarDialog('errorLog')}
      >
        {label(['查看错误日志', 'Error log'])}
      </button>
    </div>
  );
};

/** Error boundary of a tab; around the frame it catches what the others missed. */
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
