import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession, useUser } from '../client/context.tsx';
import { Glyph, type GlyphName } from '../components/Glyph.tsx';
import { useLabel } from '../i18n/language.ts';
import { OpenersContext } from '../navigation/openers.ts';
import { useRuntime } from '../navigation/runtime.ts';
import { useTabParams } from '../navigation/tab.ts';
import { openTool } from '../navigation/toolbarDialog.ts';
import './errorpages.css';

interface ErrorPageProps {
  readonly code: string;
  readonly glyph: GlyphName;
  readonly title: string;
  readonly hint: string;
  /** What to know beyond the hint. */
  readonly children?: ReactNode;
  /** Buttons before the one that leads home. */
  readonly ways?: ReactNode;
}

const ErrorPage = ({ code, glyph, title, hint, children, ways }: ErrorPageProps) => {
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
      <div className="ky-error-ways">
        {ways}
        <Button
          type="primary"
          onClick={() => (signedIn ? open(config.home.path) : location.assign('/login'))}
        >
          {signedIn ? t('page.home') : t('login.title')}
        </Button>
      </div>
    </div>
  );
};

/** Offers the menu search and the search for records to whoever is signed in. */
export const NotFoundPage = () => {
  const { t } = useTranslation();
  const label = useLabel();
  const { from } = useTabParams();
  const openers = use(OpenersContext);
  return (
    <ErrorPage
      code="404"
      glyph="void"
      title={t('page.notFound')}
      hint={t('page.notFoundHint')}
      ways={
        openers && (
          <>
            <Button onClick={openers.openSearch}>{t('page.search')}</Button>
            <Button onClick={openers.openPalette}>{label(['搜索记录', 'Search records'])}</Button>
          </>
        )
      }
    >
      {from && <code>{from}</code>}
    </ErrorPage>
  );
};

/** Says which roles have the page; without its code, that a permission is needed. */
export const Denied = ({ page }: { page: string | undefined }) => {
  const { t } = useTranslation();
  const label = useLabel();
  const { client } = useRuntime();
  const { data: roles = [] } = useQuery({
    queryKey: ['holders', page],
    queryFn: () => client.get<readonly Label[]>('/keyan/holders', { code: page }, { quiet: true }),
    enabled: page !== undefined && client.sessions.get() !== undefined,
  });
  const names = roles.map(label).join(label(['、', ', ']));
  return (
    <ErrorPage code="403" glyph="refused" title={t('page.denied')} hint={t('page.deniedHint')}>
      {names && <p>{t('page.deniedRole', { roles: names })}</p>}
    </ErrorPage>
  );
};

/** The page of spec §2 at `/403`; `?page=` names the permission code that was lacking. */
export const DeniedPage = () => <Denied page={useTabParams().page} />;

/** Offers the log of what failed to whoever is signed in. */
export const FailedPage = () => {
  const { t } = useTranslation();
  const openers = use(OpenersContext);
  return (
    <ErrorPage
      code="500"
      glyph="warning"
      title={t('page.failed')}
      hint={t('page.failedHint')}
      ways={openers && <Button onClick={() => openTool('errorLog')}>{t('state.errorLog')}</Button>}
    />
  );
};

/**
 * `/lock` where nobody is signed in (spec §2: open to everybody). Whoever is signed in sees the lock
 * screen in place of all pages, or is led away by the guard: nothing of this may flash by then.
 */
export const NobodyPage = () => {
  const label = useLabel();
  if (useSession()) return null;
  return (
    <ErrorPage
      code=""
      glyph="void"
      title={label(['没有锁定的页面', 'Nothing is locked'])}
      hint={label(['当前没有人登录', 'Nobody is signed in'])}
    />
  );
};
