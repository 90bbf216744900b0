import type { Label } from '@keyan/kernel/label.ts';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useOnline } from '../../base/useOnline.ts';
import { Glyph } from '../../components/Glyph.tsx';
import { useLabel } from '../../i18n/language.ts';
import { openToolbarDialog } from '../../navigation/toolbarDialog.ts';
import { isChunkFailure, logCrash } from './errorlog.ts';

interface State {
  readonly error: Error | undefined;
}

interface Told {
  readonly text: Label;
  readonly note?: Label;
  /** Action and label of the button; without it nothing can be done. */
  readonly way?: { readonly text: Label; readonly run: () => void };
}

const reload = { text: ['刷新', 'Refresh'], run: () => location.reload() } as const;

/** Text about a failure: code that did not load is no crash, and off line no update either. */
const toldOf = (isChunk: boolean, online: boolean, onRetry: () => void): Told => {
  if (isChunk && !online) {
    return {
      text: [
        '网络已断开，此页面尚未加载',
        'You are offline, and this page has not been loaded yet',
      ],
      note: ['恢复连接后可以刷新', 'It can be reloaded once you are back on line'],
    };
  }
  // The chunk of an older build is gone from the server: only a reload helps.
  if (isChunk) {
    return {
      text: ['此页面没有加载成功，请刷新', 'This page was not loaded. Reload it'],
      note: [
        '系统可能已更新，或网络刚刚恢复；您填写的内容已保存在本机',
        'The system may have been updated, or the network is just back; your input is saved on this device',
      ],
      way: reload,
    };
  }
  return {
    text: ['页面出错了', 'This page crashed'],
    note: [
      '其他页签不受影响，您填写的内容已保存在本机',
      'Other tabs are not affected; your input is saved on this device',
    ],
    way: { text: ['重试', 'Retry'], run: onRetry },
  };
};

const Crashed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const label = useLabel();
  const { text, note, way } = toldOf(isChunkFailure(error), useOnline(), onRetry);
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
