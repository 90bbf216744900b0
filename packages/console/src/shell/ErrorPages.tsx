import { Button } from 'antd';
import { type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../client/context.tsx';
import { Glyph, type GlyphName } from '../components/Glyph.tsx';
import { useRuntime } from './runtime.ts';
import { ShellStateContext } from './shellstate.ts';
import { useTabParams } from './tab.ts';

interface ErrorPageProps {
  readonly code: string;
  readonly glyph: GlyphName;
  readonly title: string;
  readonly hint: string;
  readonly children?: ReactNode;
}

const ErrorPage = ({ code, glyph, title, hint, children }: ErrorPageProps) => {
  const { t } = useTranslation();
  const { open, config } = useRuntime();
  const signedIn = useUser().userId !== '';
  return (
    <div className="ky-error-page">
      <p className="ky-error-code">
        <Glyph name={glyph} size={28} /> {code}
      </p>
      <h1>{title}</h1>
      <p>{hint}</p>
      {children}
      <Button
        type="primary"
        onClick={() => (signedIn ? open(config.home.path) : location.assign('/login'))}
      >
        {signedIn ? t('page.home') : t('login.title')}
      </Button>
    </div>
  );
};

/** Offers the menu search to whoever has a menu. */
export const NotFoundPage = () => {
  const { t } = useTranslation();
  const { from } = useTabParams();
  const shell = use(ShellStateContext);
  return (
    <ErrorPage code="404" glyph="void" title={t('page.notFound')} hint={t('page.notFoundHint')}>
      {from && <code>{from}</code>}
      {shell && <Button onClick={shell.openSearch}>{t('page.search')}</Button>}
    </ErrorPage>
  );
};

/** Says which role would be needed, when whoever sent the user here knows it. */
export const DeniedPage = () => {
  const { t } = useTranslation();
  const { roles } = useTabParams();
  return (
    <ErrorPage code="403" glyph="refused" title={t('page.denied')} hint={t('page.deniedHint')}>
      {roles && <p>{t('page.deniedRole', { roles })}</p>}
    </ErrorPage>
  );
};

export const FailedPage = () => {
  const { t } = useTranslation();
  return (
    <ErrorPage code="500" glyph="warning" title={t('page.failed')} hint={t('page.failedHint')} />
  );
};
