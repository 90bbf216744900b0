import { useClient } from '@keyan/console/client/context.tsx';
import { downloadFile } from '@keyan/console/client/download.ts';
import { Card } from '@keyan/console/components/Page.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { YuanAmount } from './Amount.web.tsx';
import {
  type ProjectEntriesAnswer as Answer,
  type EntryLine,
  type Figure,
  fundsQueryService,
  moneyFigures,
} from './figures.ts';

/** Filter of ledger entries. */
export interface EntriesFilter {
  readonly item: string;
  readonly figure: Figure | null;
  readonly page: number;
}

const pageSize = 20;

/** Shows the record behind an entry, its files and its approvers. */
const Source = ({ source }: { readonly source: EntryLine['source'] }) => {
  const label = useLabel();
  const client = useClient();
  const { kind, number, state, link, files, approvals } = source;
  const open = (path: string, name: string) => {
    downloadFile(client, path.replace(/^\/api/, ''), {}, name).catch((fault: unknown) =>
      toast.fault(fault),
    );
  };
  return (
    <div className="ky-funds-source">
      <div>
        {link ? <TabLink to={link}>{`${kind} ${number}`}</TabLink> : `${kind} ${number}`}
        {state && <span className="ky-note"> {state}</span>}
      </div>
      {files.length > 0 && (
        <div>
          {label(['附件', 'Files'])}
          {files.map(({ id, name, link: path }) => (
            <button key={id} type="button" className="ky-link" onClick={() => open(path, name)}>
              {name}
            </button>
          ))}
        </div>
      )}
      {approvals.length > 0 && (
        <div className="ky-note">
          {approvals
            .map(({ step, name, time }) => `${step} ${name} ${time.slice(0, 10)}`)
            .join(' → ')}
        </div>
      )}
    </div>
  );
};

const Entry = ({ entry, figure }: { readonly entry: EntryLine; readonly figure: Figure }) => {
  const label = useLabel();
  const { day, time, item, action, actor, amounts, balance, source } = entry;
  return (
    <li>
      <div className="ky-funds-entry">
        <time dateTime={day} title={label([`登记于 ${time}`, `Recorded ${time}`])}>
          {day}
        </time>
        <span>
          {item} <span className="ky-note">{`${action} ${actor}`}</span>
        </span>
        <span className="ky-funds-amounts">
          {Object.entries(amounts).map(([name, amount]) => (
            <span key={name}>
              {label(moneyFigures[name as Figure])} <YuanAmount value={amount} />
            </span>
          ))}
        </span>
        <span className="ky-funds-after">
          <span className="ky-note">{label(['余', 'bal.'])}</span> <YuanAmount value={balance} />
          <span className="ky-note">{` ${label(moneyFigures[figure])}`}</span>
        </span>
      </div>
      <Source source={source} />
    </li>
  );
};

interface EntriesProps {
  readonly programId: string;
  readonly filter: EntriesFilter;
  readonly title: string;
  readonly onChange: (filter: EntriesFilter) => void;
}

/** Lists the ledger entries of a project, newest first, each with record, files and approvers. */
export const ProjectEntries = ({ programId, filter, title, onChange }: EntriesProps) => {
  const label = useLabel();
  const client = useClient();
  const { item, figure, page } = filter;
  const asked = {
    programId,
    ...(item ? { item } : {}),
    ...(figure ? { figure } : {}),
    current: String(page),
    size: String(pageSize),
  };
  const { data, error, refetch } = useQuery({
    queryKey: ['funds', 'entries', asked],
    queryFn: ({ signal }) =>
      client.get<Answer>(`/${fundsQueryService}/entries`, asked, { quiet: true, signal }),
    placeholderData: (before) => before,
  });
  const content = () => {
    if (error) return <ErrorPanel fault={error} onRetry={refetch} />;
    if (!data) return <SkeletonRows />;
    if (data.lines.length === 0) return <Empty>{label(['没有分录', 'No entries'])}</Empty>;
    return (
      <>
        <ul className="ky-funds-entries">
          {data.lines.map((entry) => (
            <Entry key={entry.id} entry={entry} figure={figure ?? 'available'} />
          ))}
        </ul>
        <div className="ky-funds-foot">
          <span className="ky-note">
            {label([`共 ${data.total} 笔，合计 `, `Entries: ${data.total}, total `])}
            <YuanAmount value={data.sum} />
          </span>
          <Button disabled={page <= 1} onClick={() => onChange({ ...filter, page: page - 1 })}>
            {label(['较新', 'Newer'])}
          </Button>
          <Button
            disabled={page * pageSize >= data.total}
            onClick={() => onChange({ ...filter, page: page + 1 })}
          >
            {label(['较早', 'Older'])}
          </Button>
        </div>
      </>
    );
  };
  return (
    <Card
      title={title}
      extra={
        (item !== '' || figure !== null) && (
          <Button size="small" onClick={() => onChange({ item: '', figure: null, page: 1 })}>
            {label(['全部分录', 'All entries'])}
          </Button>
        )
      }
    >
      {content()}
    </Card>
  );
};
