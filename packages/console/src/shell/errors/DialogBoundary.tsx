import { Component, type ErrorInfo, type ReactNode } from 'react';
import { toast } from '../../components/toast.ts';
import { isChunkFailure, logCrash } from './errorlog.ts';
import { reportChunkFailure } from './outdated.ts';

/**
 * Error boundary of dialogs: a dialog that fails, or whose code does not load, is replaced by a
 * message; pages stay. Change its `key` to try again.
 */
export class DialogBoundary extends Component<
  { children: ReactNode },
  { readonly failed: boolean }
> {
  override state = { failed: false };
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }
  override componentDidCatch(error: Error, info: ErrorInfo): void {
    logCrash(error, info.componentStack ?? '');
    if (isChunkFailure(error)) reportChunkFailure();
    else toast.error(['页面出错了', 'Something went wrong']);
  }
  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
