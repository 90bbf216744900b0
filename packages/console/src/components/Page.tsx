import { ArrowLeftOutlined } from '@ant-design/icons';
import { createContext, type ReactNode, use } from 'react';
import { useLabel } from '../i18n/language.ts';
import './page.css';

interface PageProps {
  /** A `PageHeader`. */
  readonly header?: ReactNode;
  /** A `PageFooter`. */
  readonly foot?: ReactNode;
  /**
   * `flow`: the page scrolls as a whole (forms, details). `fill`: the body fills the remaining
   * height, for a table that scrolls by itself.
   */
  readonly body?: 'flow' | 'fill';
  readonly children: ReactNode;
}

/** Layout of a page inside its tab: header, body, sticky foot bar. */
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
  /** Beside the title: a `StatusTag`. */
  readonly status?: ReactNode;
  /** One short line of context after the title: whose data, the record's number. */
  readonly context?: ReactNode;
  /** A second line under the title: who, when, which step. */
  readonly facts?: ReactNode;
  /** At most three buttons and one primary. */
  readonly actions?: ReactNode;
  /** Shows the back arrow. */
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
  /** Left: saved state, selection, errors. */
  readonly left?: ReactNode;
  /** Above the buttons, on the task page: phrases and the comment. */
  readonly above?: ReactNode;
  /** Right: the buttons, the primary one last. */
  readonly children: ReactNode;
}

/** The bar at the foot of the page, always visible. */
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
  /** A number beside the title. */
  readonly count?: number;
  /** A unit or a hint beside the title. */
  readonly note?: ReactNode;
  /** At the right of the title: a link or a button. */
  readonly extra?: ReactNode;
  /** Without padding around the body, for tables and lists that bring their own. */
  readonly flush?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

interface EmptyCardProps {
  readonly title: ReactNode;
  /** One sentence: why there is nothing. */
  readonly children: ReactNode;
  /** Remedy for the user: one button or link. */
  readonly action?: ReactNode;
}

/** A card without content: one line that says why. */
export const EmptyCard = ({ title, children, action }: EmptyCardProps) => (
  <section className="ky-card ky-empty-card">
    <h2>{title}</h2>
    <span className="ky-note">{children}</span>
    {action && <span className="ky-card-extra">{action}</span>}
  </section>
);

/** A card: a titled box on the background of the page. */
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
