import { Component, type ErrorInfo, type ReactNode } from 'react';
import { toast } from '../../components/toast.ts';
import { isChunkFailure, logCrash } from './errorlog.ts';
import { showOutdated } from './outdated.ts';

/**
 * Around what opens over the frame: when it fails, or its code does not come, it stays away and says
 * so, and the pages behind it live on. Give it another `key` to let it try again.
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
    if (isChunkFailure(error)) showOutdated();
    else toast.error(['页面出错了', 'Something went wrong on this page']);
  }
  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
