import { ExportOutlined, ReloadOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { Empty, SkeletonRows } from '../components/state.tsx';
import { useLabel } from '../i18n/language.ts';
import './embed.css';
import { askedAddress, type Embedding, judgeEmbedding } from './embed.ts';
import { keptFrame } from './lock/frames.ts';
import { useTabParams } from './tab.ts';
import { useSite } from './useBrand.ts';

/** Milliseconds after which an embedded page that shows nothing is said to be silent. */
const patience = 15_000;

const NewWindow = ({ address, words }: { readonly address: string; readonly words: string }) => (
  <a className="ky-link" href={address} target="_blank" rel="noopener noreferrer">
    <ExportOutlined /> {words}
  </a>
);

const Framed = ({ address, sandbox }: Extract<Embedding, { kind: 'frame' }>) => {
  const label = useLabel();
  const [turn, setTurn] = useState(0);
  const [loaded, setLoaded] = useState(false);
  const [silent, setSilent] = useState(false);
  useEffect(() => {
    if (loaded) return;
    const timer = setTimeout(() => setSilent(true), patience);
    return () => clearTimeout(timer);
  }, [loaded]);
  const reload = () => {
    setLoaded(false);
    setSilent(false);
    setTurn(turn + 1);
  };
  const host = new URL(address).host;
  return (
    <div className="ky-embed">
      <div className="ky-embed-bar">
        <span className="ky-note" title={address}>
          {label(['外部页面', 'External page'])} {host}
        </span>
        <button type="button" className="ky-link" onClick={reload}>
          <ReloadOutlined /> {label(['刷新', 'Refresh'])}
        </button>
        <NewWindow address={address} words={label(['在新窗口打开', 'Open in a new window'])} />
      </div>
      {silent && !loaded && (
        <p className="ky-embed-silent" role="status">
          {label([
            '对方没有响应，或不允许被嵌入。可以刷新，或在新窗口打开',
            'No answer, or the site refuses to be embedded. Refresh, or open it in a new window',
          ])}
        </p>
      )}
      {!loaded && !silent && <SkeletonRows />}
      <iframe
        {...keptFrame}
        key={turn}
        src={address}
        title={host}
        sandbox={sandbox}
        referrerPolicy="no-referrer"
        data-loaded={loaded || undefined}
        onLoad={() => setLoaded(true)}
      />
    </div>
  );
};

/** `/myiframe/{routerPath}`: a page from elsewhere, as far as the site allows it (spec §2). */
const EmbeddedPage = () => {
  const label = useLabel();
  const { '*': parameter = '' } = useTabParams();
  const site = useSite();
  if (!site) return <SkeletonRows />;
  const asked = askedAddress(parameter);
  const judged = judgeEmbedding(asked, location.origin, site.embeds ?? []);
  if (judged.kind === 'frame') return <Framed {...judged} />;
  if (judged.kind === 'invalid') {
    return (
      <Empty>{label(['这不是可以打开的网址', 'This is no address that can be opened'])}</Empty>
    );
  }
  return (
    <Empty action={<NewWindow address={judged.address} words={judged.address} />}>
      {label([
        '此网站不在允许嵌入的名单中，请在新窗口打开',
        'This site is not on the list of those that may be embedded; open it in a new window',
      ])}
    </Empty>
  );
};

export default EmbeddedPage;
