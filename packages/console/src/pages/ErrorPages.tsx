import type { Label } from '@keyan/kernel/label.ts';
import { fill } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, use } from 'react';
import { useSession, useUser } from '../client/context.tsx';
import { Glyph, type GlyphName } from '../components/Glyph.tsx';
import { useLabel } from '../i18n/language.ts';
import { DialogOpenersContext } from '../navigation/openers.ts';
import { useRuntime } from '../navigation/runtime.ts';
import { useTabParams } from '../navigation/tab.ts';
import { openToolbarDialog } from '../navigation/toolbarDialog.ts';
import './errorpages.css';

interface ErrorPageProps {
  readonly code: string;
  readonly glyph: GlyphName;
  readonly title: string;
  readonly hint: string;
  /** Further details. */
  readonly children?: ReactNode;
  /** Buttons before the one to the home page. */
  readonly ways?: ReactNode;
}

const ErrorPage = ({ code, glyph, title, hint, children, ways }: ErrorPageProps) => {
  const label = useLabel();
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
          {signedIn ? label(['返回首页', 'Back to home']) : label(['登录', 'Sign in'])}
        </Button>
      </div>
    </div>
  );
};

/** Renders 404; offers the menu search and the record search to a signed-in user. */
export const NotFoundPage = () => {
  const label = useLabel();
  const { from } = useTabParams();
  const openers = use(DialogOpenersContext);
  return (
    <ErrorPage
      code="404"
      glyph="void"
      title={label(['找不到这个页面', 'Page not found'])}
      hint={label([
        '地址可能有误，或页面已移走。可以在菜单里查找',
        'The address may be wrong or the page may have moved. Try the menu',
      ])}
      ways={
        openers && (
          <>
            <Button onClick={openers.openSearch}>{label(['查找菜单', 'Search menu'])}</Button>
            <Button onClick={openers.openPalette}>{label(['搜索记录', 'Search records'])}</Button>
          </>
        )
      }
    >
      {from && <code>{from}</code>}
    </ErrorPage>
  );
};

/**
 * Renders 403 with the roles that have the page.
 * @param page permission code of the page, if known
 */
export const PermissionDenied = ({ page }: { page: string | undefined }) => {
  const label = useLabel();
  const { client } = useRuntime();
  const { data: roles = [] } = useQuery({
    queryKey: ['holders', page],
    queryFn: () => client.get<readonly Label[]>('/keyan/holders', { code: page }, { quiet: true }),
    enabled: page !== undefined && client.sessions.get() !== undefined,
  });
  const names = roles.map(label).join(label(['、', ', ']));
  return (
    <ErrorPage
      code="403"
      glyph="refused"
      title={label(['您没有权限打开这个页面', 'You do not have access to this page'])}
      hint={label(['需要的权限可向管理员申请', 'Ask an administrator for access'])}
    >
      {names && (
        <p>{label(fill(['需要的角色：{roles}', 'Role needed: {roles}'], { roles: names }))}</p>
      )}
    </ErrorPage>
  );
};

/** Renders `/403`; `?page=` is the missing permission code. */
export const DeniedPage = () => <PermissionDenied page={useTabParams().page} />;

/** Renders 500; offers the error log to a signed-in user. */
export const FailedPage = () => {
  const label = useLabel();
  const openers = use(DialogOpenersContext);
  return (
    <ErrorPage
      code="500"
      glyph="warning"
      title={label(['服务器异常', 'Server error'])}
      hint={label([
        '您填写的内容已保存在本机，请稍后重试',
        'Your input is saved on this device; try again later',
      ])}
      ways={
        openers && (
          <Button onClick={() => openToolbarDialog('errorLog')}>
            {label(['查看错误日志', 'Error log'])}
          </Button>
        )
      }
    />
  );
};

/**
 * Renders `/lock` without a session. A signed-in user sees the lock screen instead of all pages, or
 * the guard redirects; nothing of this page may flash then.
 */
export const LockedOutPage = () => {
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
