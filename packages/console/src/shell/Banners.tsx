import { CloseOutlined } from '@ant-design/icons';
import { fill } from '@keyan/kernel/label.ts';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { formatMoment } from '../base/time.ts';
import { useOnline } from '../base/useOnline.ts';
import { useClient, useUser } from '../client/context.tsx';
import { Glyph } from '../components/Glyph.tsx';
import { toast } from '../components/toast.ts';
import { type DraftSummary, serverDrafts } from '../data/serverDrafts.ts';
import { useLabel } from '../i18n/language.ts';
import { useTabs } from '../navigation/runtime.ts';
import { TabLink } from '../navigation/TabLink.tsx';
import { draftsOf, offerDraftsFlag } from '../storage/drafts.ts';
import { store } from '../storage/store.ts';
import { demoProgress } from './demoProgress.ts';
import './banners.css';

const Offline = () => {
  const label = useLabel();
  if (useOnline()) return null;
  return (
    <div className="ky-banner" data-tone="warning" role="status">
      <Glyph name="warning" />
      {label(['网络已断开，正在尝试重新连接', 'You are offline; trying to reconnect'])}
    </div>
  );
};

/** Returns drafts of the user, from this machine and the server, that no open page offers. */
const useUnsavedDrafts = () => {
  const { userId } = useUser();
  const tabs = useTabs();
  const [drafts] = useState(() => draftsOf(userId));
  const client = useClient();
  const [isOffered, setOffered] = useState(
    () => store.get<boolean>(offerDraftsFlag, 'session') === true,
  );
  const [found, setFound] = useState(() => (isOffered ? drafts.list() : []));
  const [elsewhere, setElsewhere] = useState<readonly DraftSummary[]>([]);
  useEffect(() => {
    if (!isOffered) return;
    // On failure the drafts of this machine remain.
    serverDrafts(client)
      .list()
      .then(setElsewhere)
      .catch(() => undefined);
  }, [client, isOffered]);
  // An open page offers its own draft; a draft of a saved record was deleted.
  const opened = new Set(tabs.list.map(({ key }) => key));
  const here = found.filter(({ key }) => !opened.has(key) && drafts.get(key));
  const list: readonly DraftSummary[] = [
    ...here,
    ...elsewhere.filter(({ key }) => !opened.has(key) && !found.some((each) => each.key === key)),
  ];
  return {
    list,
    close() {
      store.remove(offerDraftsFlag, 'session');
      setOffered(false);
      setFound([]);
      setElsewhere([]);
    },
    discard(key: string) {
      const draft = drafts.get(key);
      drafts.remove(key);
      setFound(found.filter((each) => each.key !== key));
      setElsewhere(elsewhere.filter((each) => each.key !== key));
      void serverDrafts(client)
        .remove(key)
        .catch(() => undefined);
      toast.success(['已丢弃草稿', 'Draft discarded'], draft && { undo: () => drafts.put(draft) });
    },
  };
};

/** Renders the unsaved drafts of the user after sign-in (ruling 40). */
const DraftOffer = () => {
  const label = useLabel();
  const { list, close, discard } = useUnsavedDrafts();
  if (list.length === 0) return null;
  const title = label(
    fill(['您有 {count} 份没有提交的内容', 'Unsubmitted drafts: {count}'], { count: list.length }),
  );
  return (
    <section className="ky-banner" data-tone="info" aria-label={title}>
      <Glyph name="draft" />
      <span>{title}</span>
      <ul>
        {list.slice(0, 5).map(({ key, path, title: name, savedAt }) => (
          <li key={key}>
            <span
              title={label(
                fill(['保存于 {time}', 'Saved {time}'], { time: formatMoment(savedAt) }),
              )}
            >
              {name}
            </span>
            <TabLink to={path}>{label(['继续填写', 'Continue'])}</TabLink>
            <button type="button" className="ky-link" onClick={() => discard(key)}>
              {label(['丢弃', 'Discard'])}
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="ky-icon-button"
        aria-label={label(['关闭', 'Close'])}
        onClick={close}
      >
        <CloseOutlined />
      </button>
    </section>
  );
};

const ViewingBanner = lazy(() => import('./ViewingBanner.tsx'));

const Viewing = () =>
  useUser().viewedBy && (
    <Suspense>
      <ViewingBanner />
    </Suspense>
  );

const DemoBanner = lazy(() => import('./DemoBanner.tsx'));

const Demo = () => {
  const percentage = useSyncExternalStore(demoProgress.watch, demoProgress.get);
  return (
    percentage !== null && (
      <Suspense>
        <DemoBanner percentage={percentage} />
      </Suspense>
    )
  );
};

/** Renders banners between the bar and the page. */
export const Banners = () => (
  <>
    <Viewing />
    <Offline />
    <Demo />
    <DraftOffer />
  </>
);
