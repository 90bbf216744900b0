import type { DataColumn } from '@keyan/console/table/column.ts';
import { logLocation } from '../error-log/place-facts.ts';
import { LogEntryLink, LogPage } from './LogPage.web.tsx';
import type { ApiEntry } from './logs.ts';

const titleOf = (entry: ApiEntry): string => entry.title || entry.requestUri;

const columns: readonly DataColumn<ApiEntry>[] = [
  { key: 'by', width: 110, head: ['操作人', 'User'], cell: ({ createBy }) => createBy },
  {
    key: 'title',
    head: ['接口', 'Call'],
    cell: (entry) => <LogEntryLink>{titleOf(entry)}</LogEntryLink>,
  },
  { key: 'method', width: 90, head: ['方法', 'Method'], cell: ({ method }) => method },
  {
    key: 'requestUri',
    width: 280,
    head: ['地址', 'Address'],
    cell: ({ requestUri }) => requestUri,
    cellAttributes: ({ requestUri }) => ({ title: requestUri }),
  },
  {
    key: 'status',
    width: 80,
    align: 'right',
    head: ['状态码', 'Status'],
    cell: ({ status }) => status,
  },
  {
    key: 'time',
    width: 100,
    align: 'right',
    head: ['用时（毫秒）', 'Time (ms)'],
    cell: ({ time }) => time,
  },
  { key: 'at', width: 170, head: ['时间', 'When'], cell: ({ createTime }) => createTime },
];

/** Renders the log of signed-in users' calls, for administrators. */
const ApiLogPage = () => (
  <LogPage<ApiEntry, 'requestUri' | 'title' | 'createBy' | 'requestId' | 'serverHost'>
    name="api"
    context={[
      '登录用户的请求；范围和保留天数在参数 log.api.scope、log.api.days 中设置',
      'Calls by signed-in users; scope and retention are set by the parameters log.api.scope and log.api.days',
    ]}
    filters={[
      ['requestUri', ['地址', 'Address']],
      ['title', ['接口', 'Call']],
      ['createBy', ['操作人', 'User']],
      ['requestId', ['追踪号', 'Trace number']],
      ['serverHost', ['服务器', 'Server']],
    ]}
    columns={columns}
    title={titleOf}
    note={(entry) => `${entry.createBy} · ${entry.status}`}
    facts={(entry) => [
      [['操作人', 'User'], entry.createBy],
      [['方法', 'Method'], entry.method],
      [['地址', 'Address'], entry.requestUri],
      [['状态码', 'Status'], String(entry.status)],
      [['用时（毫秒）', 'Time (ms)'], String(entry.time)],
      [['时间', 'When'], entry.createTime],
      [['来源 IP', 'Source IP'], entry.remoteIp],
      [['浏览器', 'Browser'], entry.userAgent],
      [['追踪号', 'Trace number'], entry.requestId],
      ...logLocation(entry),
    ]}
  />
);

export default ApiLogPage;
