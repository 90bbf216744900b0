import type { Label } from '@keyan/kernel/label.ts';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useOnline } from '../../base/useOnline.ts';
import { Glyph } from '../../components/Glyph.tsx';
import { useLabel } from '../../i18n/language.ts';
import { openToolbarDialog } from '../../navigation/toolbarDialog.ts';
import { isChunkFailure, logCrash } from './errorlog.ts';

interface Failure {
  readonly error: Error;
  /** True if there was no network when it happened. */
  readonly offline: boolean;
}

interface State {
  readonly failure: Failure | undefined;
}

interface Told {
  readonly text: Label;
  readonly note?: Label;
  /** Action and label of the button; without it nothing can be done. */
  readonly way?: { readonly text: Label; readonly run: () => void };
}

const reload = { text: ['刷新', 'Refresh'], run: () => location.reload() } as const;

/** Words for a failure: code that did not come is no crash, and off line no update either. */
const toldOf = ({ error, offline }: Failure, online: boolean, onRetry: () => void): Told => {
  if (!isChunkFailure(error)) {
    return {
      text: ['页面出错了', 'This page crashed'],
      note: [
        '其他页签不受影响，您填写的内容已保存在本机',
        'Other tabs are not affected; your input is saved on this device',
      ],
      way: { text: ['重试', 'Retry'], run: onRetry },
    };
  }
  if (!online) {
    return {
      text: [
        '网络已断开，此页面尚未加载',
        'You are offline, and this page has not been loaded yet',
      ],
      note: ['恢复连接后可以刷新', 'It can be reloaded once you are back on line'],
    };
  }
  // Without a break of the network the chunk of an older build is gone from the server: only a reload helps.
  return offline
    ? { text: ['网络已恢复，请刷新页面', 'You are back on line. Reload the page'], way: reload }
    : {
        text: ['系统已更新，请刷新页面', 'The system has been updated. Reload the page'],
        way: reload,
      };
};

const Crashed = ({ failure, onRetry }: { failure: Failure; onRetry: () => void }) => {
  const label = useLabel();
  const { text, note, way } = toldOf(failure, useOnline(), onRetry);
  return (
    <div className="ky-fault" role="alert">
      <Glyph name="warning" size={20} tone="error" />
      <p>{label(text)}</p>
      {note && <p className="ky-note">{label(note)}</p>}
      {way && (
        <button type="button" className="ky-link" onClick={way.run}>
          {label(way.text)}
        </button>
      )}
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
  override state: State = { failure: undefined };
  static getDerivedStateFromError(error: Error): State {
    return { failure: { error, offline: !navigator.onLine } };
  }
  override componentDidCatch(error: Error, info: ErrorInfo): void {
    logCrash(error, info.componentStack ?? '');
  }
  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return <Crashed failure={failure} onRetry={() => this.setState({ failure: undefined })} />;
  }
}
