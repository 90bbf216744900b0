import type { Label } from '@keyan/kernel/label.ts';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useOnline } from '../../base/useOnline.ts';
import { Glyph } from '../../components/Glyph.tsx';
import { useLabel } from '../../i18n/language.ts';
import { openToolbarDialog } from '../../navigation/toolbarDialog.ts';
import { type ChunkCause, chunkFailureCause } from './chunk-cause.ts';
import { isChunkFailure, logCrash } from './errorlog.ts';

interface Failure {
  readonly error: Error;
  /** Reason why code did not load; undefined until known, and for a crash. */
  readonly cause?: ChunkCause;
}

interface State {
  readonly failure: Failure | undefined;
}

interface FailureText {
  readonly text: Label;
  readonly note?: Label;
  /** Action and label of the button; absent if nothing can be done. */
  readonly way?: { readonly text: Label; readonly run: () => void };
}

const reload = { text: ['刷新', 'Refresh'], run: () => location.reload() } as const;

/** Texts for code that did not load, by reason. After an update only a reload helps. */
const chunkFailureTexts: Readonly<Record<ChunkCause, FailureText>> = {
  offline: {
    text: ['网络已断开，此页面尚未加载', 'You are offline, and this page has not been loaded yet'],
    note: ['恢复连接后可以刷新', 'It can be reloaded once you are back online'],
  },
  away: {
    text: [
      '服务器暂时无法连接，此页面尚未加载',
      'The server cannot be reached, and this page has not been loaded yet',
    ],
    note: ['其他页签不受影响，请稍后刷新', 'Other tabs are not affected. Reload the page later'],
    way: reload,
  },
  updated: {
    text: ['系统已更新，请刷新页面', 'The system has been updated. Reload the page'],
    way: reload,
  },
};

const backOnline: FailureText = {
  text: ['网络已恢复，请刷新页面', 'You are back online. Reload the page'],
  way: reload,
};

const notLoaded: FailureText = { text: ['此页面尚未加载', 'This page has not been loaded yet'] };

const failureTextOf = (
  { error, cause }: Failure,
  online: boolean,
  onRetry: () => void,
): FailureText => {
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
  if (cause === 'offline' && online) return backOnline;
  return cause ? chunkFailureTexts[cause] : notLoaded;
};

const Crashed = ({ failure, onRetry }: { failure: Failure; onRetry: () => void }) => {
  const label = useLabel();
  const { text, note, way } = failureTextOf(failure, useOnline(), onRetry);
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

/** Error boundary of a tab; around the frame it catches all remaining errors. */
export class PaneBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: undefined };
  static getDerivedStateFromError(error: Error): State {
    return { failure: { error } };
  }
  override componentDidCatch(error: Error, info: ErrorInfo): void {
    logCrash(error, info.componentStack ?? '');
    if (isChunkFailure(error)) {
      void chunkFailureCause().then((cause) => this.setState({ failure: { error, cause } }));
    }
  }
  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return <Crashed failure={failure} onRetry={() => this.setState({ failure: undefined })} />;
  }
}
