import { ArrowLeftOutlined } from '@ant-design/icons';
import { createContext, type ReactNode, use } from 'react';
import { useLabel } from '../i18n/language.ts';
import './page.css';

interface PageProps {
  /** `PageHeader` of the page. */
  readonly header?: ReactNode;
  /** `PageFooter` of the page. */
  readonly foot?: ReactNode;
  /**
   * Scrolling: `flow` scrolls the page as a whole (forms, details); `fill` makes the body fill the
   * remaining height, for a table that scrolls by itself.
   */
  readonly body?: 'flow' | 'fill';
  readonly children: ReactNode;
}

/** Renders the layout of a page inside its tab: header, body, sticky footer. */
export const Page = ({ header, foot, body = 'flow', children }: PageProps) => (
  <div className="ky-page" data-body={body}>
    {header}
    <div className="ky-page-body">{children}</div>
    {foot}
  </div>
);

/** Title of the tab of a page, which the bar of a phone says. */
export const TitleAbove = createContext('');

interface PageHeaderProps {
  readonly title: ReactNode;
  /** `StatusTag` beside the title. */
  readonly status?: ReactNode;
  /** One short line of context after the title: owner of the data, number of the record. */
  readonly context?: ReactNode;
  /** Second line under the title: author, time, current step. */
  readonly facts?: ReactNode;
  /** Buttons: at most three, one of them primary. */
  readonly actions?: ReactNode;
  /** Called by the back arrow; no arrow if absent. */
  readonly onBack?: () => void;
}

export const PageHeader = ({ title, status, context, facts, actions, onBack }: PageHeaderProps) => {
  const label = useLabel();
  const isSaidAbove = use(TitleAbove) === title;
  return (
    <header className="ky-header">
      <div className="ky-header-line">
        {onBack && (
          <button
            type="button"
            className="ky-icon-button"
            aria-label={label(['返回', 'Back'])}
            onClick={onBack}
          >
            <ArrowLeftOutlined />
          </button>
        )}
        <div className="ky-header-name">
          <h1 className="ky-header-title" data-above={isSaidAbove || undefined}>
            {title}
          </h1>
          {status}
        </div>
        {context && <span className="ky-header-context">{context}</span>}
        {actions && <div className="ky-header-actions">{actions}</div>}
      </div>
      {facts && <div className="ky-header-facts">{facts}</div>}
    </header>
  );
};

interface FootBarProps {
  /** Content at the left: saved state, selection, errors. */
  readonly left?: ReactNode;
  /** Content above the buttons, on the task page: phrases and the comment. */
  readonly above?: ReactNode;
  /** Buttons at the right, the primary button last. */
  readonly children: ReactNode;
}

/** Renders the bar at the foot of the page, always visible. */
export const PageFooter = ({ left, above, children }: FootBarProps) => (
  <footer className="ky-foot">
    {above}
    <div className="ky-foot-line">
      <div className="ky-foot-left">{left}</div>
      <div className="ky-foot-actions">{children}</div>
    </div>
  </footer>
);

interface CardProps {
  readonly title?: ReactNode;
  /** Number beside the title. */
  readonly count?: number;
  /** Unit or hint beside the title. */
  readonly note?: ReactNode;
  /** Link or button at the right of the title. */
  readonly extra?: ReactNode;
  /** Removes the padding around the body, for tables and lists with padding of their own. */
  readonly flush?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

interface EmptyCardProps {
  readonly title: ReactNode;
  /** One sentence: why the card is empty. */
  readonly children: ReactNode;
  /** Button or link that helps the user to fill the card. */
  readonly action?: ReactNode;
}

/** Renders a card without content: one line with the reason. */
export const EmptyCard = ({ title, children, action }: EmptyCardProps) => (
  <section className="ky-card ky-empty-card">
    <h2>{title}</h2>
    <span className="ky-note">{children}</span>
    {action && <span className="ky-card-extra">{action}</span>}
  </section>
);

/** Renders a card: a titled box on the background of the page. */
export const Card = ({ title, count, note, extra, flush, className, children }: CardProps) => (
  <section
    className={className ? `ky-card ${className}` : 'ky-card'}
    data-flush={flush || undefined}
  >
    {title && (
      <div className="ky-card-head">
        <h2>{title}</h2>
        {count !== undefined && <span className="ky-count">{count}</span>}
        {note && <span className="ky-note">{note}</span>}
        {extra && <div className="ky-card-extra">{extra}</div>}
      </div>
    )}
    <div className="ky-card-body">{children}</div>
  </section>
);
