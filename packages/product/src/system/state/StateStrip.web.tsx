import { useClient } from '@keyan/console/client/context.tsx';
import { ErrorPanel } from '@keyan/console/components/state.tsx';
import { useLanguage } from '@keyan/console/i18n/language.ts';
import { useRuntime } from '@keyan/console/navigation/runtime.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import type { Label, Language } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { errorLogPath } from '../error-log/error-log.ts';
import { jobsPath } from '../jobs/jobs.ts';
import { FigureStrip, type StripFigure } from './FigureStrip.web.tsx';

/** Figures of the installation, as the state call returns them. */
interface State {
  readonly version: string;
  /** Seconds. */
  readonly uptime: number;
  /** Integer as text, since it may exceed a float. */
  readonly databaseBytes: string;
  readonly waitingRegistrations: number;
  readonly failedJobs: number;
  readonly pageErrors: number;
}

const day = 86_400;
const hour = 3_600;

/** Formats a duration in its two largest units: `3 天 4 小时`. */
const duration = (seconds: number, language: Language): string => {
  const parts: readonly (readonly [amount: number, zh: string, en: string])[] = [
    [Math.floor(seconds / day), '天', 'd'],
    [Math.floor((seconds % day) / hour), '小时', 'h'],
    [Math.floor((seconds % hour) / 60), '分钟', 'min'],
  ];
  const first = parts.findIndex(([amount]) => amount > 0);
  const shown = first < 0 ? parts.slice(-1) : parts.slice(first, first + 2);
  return shown.map(([amount, zh, en]) => `${amount} ${language === 'zh' ? zh : en}`).join(' ');
};

const megabytes = (bytes: string): string =>
  `${(BigInt(bytes) / (1024n * 1024n)).toLocaleString('en-US')} MB`;

interface Figure {
  readonly label: Label;
  readonly value: (state: State, language: Language) => string;
  /** Path of the list with the counted rows. */
  readonly path?: string;
  /** Returns whether the number is highlighted as a problem. */
  readonly worries?: (state: State) => boolean;
  readonly note?: Label;
  /** True if the home page lists the counted rows. */
  readonly listed?: boolean;
}

const lastWeek: Label = ['近 7 天', 'Last 7 days'];

const figures: readonly Figure[] = [
  { label: ['系统版本', 'Version'], value: ({ version }) => version },
  {
    label: ['已运行', 'Running for'],
    value: ({ uptime }, language) => duration(uptime, language),
  },
  { label: ['数据库大小', 'Database'], value: ({ databaseBytes }) => megabytes(databaseBytes) },
  {
    label: ['失败的后台任务', 'Failed jobs'],
    value: ({ failedJobs }) => String(failedJobs),
    path: jobsPath,
    worries: ({ failedJobs }) => failedJobs > 0,
    note: lastWeek,
  },
  {
    label: ['待审核注册', 'Registrations waiting'],
    value: ({ waitingRegistrations }) => String(waitingRegistrations),
    path: '/system/register?status=0',
    listed: true,
  },
  {
    label: ['前端错误', 'Page errors'],
    value: ({ pageErrors }) => String(pageErrors),
    path: errorLogPath,
    worries: ({ pageErrors }) => pageErrors > 0,
    note: lastWeek,
  },
];

interface StateStripProps {
  /** True if the page itself lists and counts these rows; then the strip omits them. */
  readonly isListed?: boolean;
}

/** Renders the figures of the installation for administrators, with links to the counted rows. */
const StateStrip = ({ isListed = false }: StateStripProps) => {
  const client = useClient();
  const language = useLanguage();
  const { match } = useRuntime();
  const { data, error, refetch } = useQuery({
    queryKey: ['state'],
    queryFn: () => client.get<State>('/keyan/state', {}, { quiet: true }),
    refetchInterval: 60_000,
  });
  if (error) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  const shown = ({ value, path, listed, ...rest }: Figure): readonly StripFigure[] => {
    if (isListed && listed) return [];
    const text = data ? value(data, language) : '–';
    const isLink = path !== undefined && match(path.split('?')[0] ?? path);
    return [
      {
        ...rest,
        value: isLink ? <TabLink to={path}>{text}</TabLink> : text,
        worries: data && rest.worries?.(data),
      },
    ];
  };
  return <FigureStrip figures={figures.flatMap(shown)} isBusy={!data} />;
};

export default StateStrip;
