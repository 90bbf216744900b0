import { useLabel } from '@keyan/console/i18n/language.ts';
import type { DataColumn } from '@keyan/console/table/column.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { logLocation } from '../error-log/place-facts.ts';
import { LogEntryLink, LogPage } from './LogPage.web.tsx';
import type { ServiceLogEntry } from './logs.ts';

const levels: Readonly<Record<ServiceLogEntry['logLevel'], Label>> = {
  info: ['信息', 'Info'],
  warn: ['警告', 'Warning'],
  error: ['错误', 'Error'],
};

/** Renders the reports of jobs and services, with labels and levels in the reader's language. */
const UsualLogPage = () => {
  const label = useLabel();
  const levelOf = ({ logLevel }: ServiceLogEntry): string => label(levels[logLevel]);
  const columns: readonly DataColumn<ServiceLogEntry>[] = [
    { key: 'level', width: 90, head: ['级别', 'Level'], cell: levelOf },
    {
      key: 'data',
      head: ['内容', 'Content'],
      cell: ({ logData }) => <LogEntryLink>{logData}</LogEntryLink>,
    },
    { key: 'logId', width: 220, head: ['来源', 'Source'], cell: ({ logId }) => logId },
    { key: 'host', width: 180, head: ['服务器', 'Server'], cell: ({ serverHost }) => serverHost },
    { key: 'at', width: 170, head: ['时间', 'When'], cell: ({ createTime }) => createTime },
  ];
  return (
    <LogPage<ServiceLogEntry, 'logData' | 'logId' | 'logLevel' | 'serverHost'>
      name="usual"
      context={[
        '后台任务和服务的记录；保留天数在参数 log.usual.days 中设置',
        'Records of background jobs and services; retention is set by the parameter log.usual.days',
      ]}
      filters={[
        ['logData', ['内容', 'Content']],
        ['logId', ['来源', 'Source']],
        ['logLevel', ['级别', 'Level'], levels],
        ['serverHost', ['服务器', 'Server']],
      ]}
      columns={columns}
      title={({ logData }) => logData}
      note={levelOf}
      facts={(entry) => [
        [['级别', 'Level'], levelOf(entry)],
        [['来源', 'Source'], entry.logId],
        [['时间', 'When'], entry.createTime],
        ...logLocation(entry),
      ]}
    />
  );
};

export default UsualLogPage;
