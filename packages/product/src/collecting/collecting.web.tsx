import type { WireRow } from '@keyan/console/data/calls.ts';
import { useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import {
  type FormPartProps,
  present,
  type ValueProps,
} from '@keyan/console/presentation/present.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { lazy, Suspense, useState } from 'react';
import { stateTag } from '../shared/mechanisms/state-tag.web.tsx';
import { cronLabel, isCron, nextScheduledTimes, readCron } from './cron.ts';
import {
  dedupCodes,
  dedupResult,
  jobStates,
  jobStatus,
  pushStates,
  pushStatus,
  runResultCodes,
  spiderResult,
} from './dictionaries.ts';
import { spiderJob } from './job.ts';
import { spiderPush } from './push.ts';
import { spiderLog } from './run-log.ts';
import { spiderSite } from './site.ts';
import { spiderTemplate } from './template.ts';
import './collecting.web.css';

const TryPanel = lazy(() => import('./TryPanel.web.tsx'));

/** Button 试采: reads one page of the site, to test its settings before a job uses the site. */
const TrySite = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const mayTry = usePermissions().has('spider_try');
  const [open, setOpen] = useState(false);
  if (!mayTry) return null;
  return (
    <>
      <button type="button" className="ky-link" onClick={() => setOpen(true)}>
        {label(['试采', 'Try'])}
      </button>
      {open && (
        <Suspense>
          <TryPanel
            site={{ id: row.id, name: String(row.siteName ?? '') }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
};

/** Column that shows the names of headers or parameters: `X-Key、Accept`. */
const namesOf = (name: string) => {
  const Names = ({ value }: ValueProps) => {
    const lines = Array.isArray(value) ? (value as readonly Record<string, unknown>[]) : [];
    return lines.map((line) => String(line[name] ?? '')).join('、') || '–';
  };
  return Names;
};

/** Presentation of crawler sites. */
export const spiderSitePresentation = present(spiderSite, {
  rowFields: ['siteName'],
  fields: {
    siteName: { width: 180 },
    baseUrl: { span: 2, width: 260 },
    remark: { span: 2 },
    accessKey: { span: 2 },
    fieldMap: { span: 2 },
    headers: { Cell: namesOf('headerKey'), line: ['请求头', 'Header'] },
    params: { Cell: namesOf('paramName'), line: ['参数', 'Parameter'] },
    pages: { Cell: namesOf('pageParam'), line: ['分页', 'Paging'] },
  },
  ExtraRowActions: TrySite,
  ExtraRecordActions: TrySite,
});

/** Presentation of parse templates. */
export const spiderTemplatePresentation = present(spiderTemplate, {
  fields: {
    templateName: { span: 2, width: 200 },
    listSelector: { span: 2, width: 220 },
    nextSelector: { span: 2 },
    fields: { line: ['字段', 'Field'], head: 'fieldName' },
  },
});

/** Form part below the schedule: the schedule in words and its next run times, while typing. */
const CronHelp = ({ form, path }: FormPartProps) => {
  const label = useLabel();
  const text = useForm(form, ({ values }) => String(values[path] ?? ''));
  const read = readCron(text);
  if (!isCron(read)) return label(read);
  const times = nextScheduledTimes(read, new Date(), 5).map((time) => timeText(time).slice(5, 16));
  return (
    <>
      {label(cronLabel(read))}
      <br />
      {label(['后 5 次：', 'Next five: '])}
      {times.join(label(['、', ', '])) || label(['不会到来', 'never'])}
    </>
  );
};

const CronText = ({ value }: ValueProps) => {
  const label = useLabel();
  const read = readCron(String(value ?? ''));
  return (
    <span title={String(value ?? '')}>{isCron(read) ? label(cronLabel(read)) : String(value)}</span>
  );
};

const JobState = stateTag(jobStatus, {
  [jobStates.stopped]: { tone: 'neutral', glyph: 'draft' },
  [jobStates.running]: { tone: 'success', glyph: 'approved' },
  [jobStates.paused]: { tone: 'warning', glyph: 'returned' },
  [jobStates.closed]: { tone: 'neutral', glyph: 'void' },
});

const ResultOf = stateTag(spiderResult, {
  [runResultCodes.running]: { tone: 'info', glyph: 'inApproval' },
  [runResultCodes.done]: { tone: 'success', glyph: 'approved' },
  [runResultCodes.partly]: { tone: 'warning', glyph: 'returned' },
  [runResultCodes.failed]: { tone: 'error', glyph: 'refused' },
});

/** Presentation of crawl jobs. */
export const spiderJobPresentation = present(spiderJob, {
  rowFields: ['jobStatus'],
  Status: ({ row }) => <JobState value={row.jobStatus} />,
  fields: {
    jobName: { span: 2, width: 200 },
    cron: { span: 2, Help: CronHelp, Cell: CronText, Text: CronText, width: 180 },
    jobStatus: { Cell: JobState, Text: JobState, width: 104 },
    lastResult: { Cell: ResultOf, Text: ResultOf, width: 112 },
    lastMessage: { span: 4, width: 260 },
  },
});

/** Presentation of run logs. */
export const spiderLogPresentation = present(spiderLog, {
  rowFields: ['runResult'],
  Status: ({ row }) => <ResultOf value={row.runResult} />,
  fields: {
    jobName: { width: 200 },
    runResult: { Cell: ResultOf, Text: ResultOf, width: 112 },
    updateNum: { width: 84 },
    message: { span: 4, width: 300 },
    calls: {
      line: ['请求', 'Request'],
      columns: ['at', 'address', 'answer', 'bytes', 'milliseconds', 'again', 'fault'],
    },
  },
});

const PushState = stateTag(pushStatus, {
  [pushStates.waiting]: { tone: 'info', glyph: 'inApproval' },
  [pushStates.pushed]: { tone: 'success', glyph: 'approved' },
  [pushStates.ignored]: { tone: 'neutral', glyph: 'void' },
  [pushStates.unfit]: { tone: 'warning', glyph: 'returned' },
});

const DedupOf = stateTag(dedupResult, {
  [dedupCodes.fresh]: { tone: 'info', glyph: 'draft' },
  [dedupCodes.collected]: { tone: 'neutral', glyph: 'recalled' },
  [dedupCodes.registered]: { tone: 'neutral', glyph: 'approved' },
});

const Preformatted = ({ value }: ValueProps) =>
  value ? <pre className="ky-spider-raw">{String(value)}</pre> : '–';

/** Presentation of collected works. */
export const spiderPushPresentation = present(spiderPush, {
  rowFields: ['pushStatus', 'differences'],
  Status: ({ row }) => <PushState value={row.pushStatus} />,
  fields: {
    rawTitle: { span: 2, width: 320 },
    pushStatus: { Cell: PushState, Text: PushState, width: 112 },
    dedupResult: { Cell: DedupOf, Text: DedupOf, width: 128 },
    message: { span: 2, width: 240 },
    given: { span: 4, Text: Preformatted },
    raw: { span: 4, Text: Preformatted },
    differences: { line: ['字段', 'Field'] },
  },
});
