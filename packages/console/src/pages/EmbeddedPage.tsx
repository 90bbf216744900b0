import { ExportOutlined, ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useClient } from '../client/context.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '../components/state.tsx';
import { useLabel } from '../i18n/language.ts';
import './embed.css';
import { useTabParams } from '../navigation/tab.ts';
import { addressParameter, judgeEmbedding } from './embed.ts';
import { keepFrameMark } from './frames.ts';

/** Milliseconds without a load event after which an embedded page counts as not responding. */
const loadTimeout = 15_000;

const NewWindow = ({ address, words }: { readonly address: string; readonly words: string }) => (
  <a className="ky-link" href={address} target="_blank" rel="noopener noreferrer">
    <ExportOutlined /> {words}
  </a>
);

interface FramedProps {
  readonly address: string;
  readonly sandbox: string;
  /** Address of the frame: the page itself, or this site's document around it. */
  readonly source: string;
}

const Framed = ({ address, sandbox, source }: FramedProps) => {
  const label = useLabel();
  const [turn, setTurn] = useState(0);
  const [loaded, setLoaded] = useState(false);
  const [silent, setSilent] = useState(false);
  useEffect(() => {
    if (loaded) return;
    const timer = setTimeout(() => setSilent(true), loadTimeout);
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
            'The site does not respond or does not allow embedding. Refresh, or open it in a new window',
          ])}
        </p>
      )}
      {!loaded && !silent && <SkeletonRows />}
      <iframe
        {...keepFrameMark}
        key={turn}
        src={source}
        title={host}
        sandbox={sandbox}
        referrerPolicy="no-referrer"
        data-loaded={loaded || undefined}
        onLoad={() => setLoaded(true)}
      />
    </div>
  );
};

/** Renders a page of another site, if the tenant of the user allows it. */
const Foreign = ({ address, sandbox }: Pick<FramedProps, 'address' | 'sandbox'>) => {
  const client = useClient();
  const label = useLabel();
  const { data, error, refetch } = useQuery({
    queryKey: ['embed', address],
    queryFn: () =>
      client.get<{ readonly frame: string }>('/keyan/embed', { address }, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  // Checked on every visit. An open page remains, with the input in it.
  const [answer, setAnswer] = useState(data);
  if (!answer && data) setAnswer(data);
  if (error && !answer) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!answer) return <SkeletonRows />;
  if (answer.frame) return <Framed address={address} sandbox={sandbox} source={answer.frame} />;
  return (
    <Empty action={<NewWindow address={address} words={address} />}>
      {label([
        '此网站不在允许嵌入的名单中，请在新窗口打开',
        'This site is not on the list of allowed sites; open it in a new window',
      ])}
    </Empty>
  );
};

/** Renders `/myiframe/{routerPath}`: an embedded page, if the tenant allows it. */
const EmbeddedPage = () => {
  const label = useLabel();
  const { '*': parameter = '' } = useTabParams();
  const judged = judgeEmbedding(addressParameter(parameter), location.origin);
  if (judged.kind === 'own') return <Framed {...judged} source={judged.address} />;
  if (judged.kind === 'foreign') return <Foreign {...judged} />;
  return <Empty>{label(['这不是可以打开的网址', 'This address cannot be opened'])}</Empty>;
};

export default EmbeddedPage;
