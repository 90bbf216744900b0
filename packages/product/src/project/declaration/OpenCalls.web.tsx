import { DownloadOutlined } from '@ant-design/icons';
import { useClient } from '@keyan/console/client/context.tsx';
import { isPermissionFault } from '@keyan/console/client/fault.ts';
import { Card, Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { useDownload } from '@keyan/console/fields/FileView.tsx';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { readHandover, storeHandover } from '@keyan/console/form/handover.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab, useTabParams } from '@keyan/console/navigation/tab.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { PermissionDenied } from '@keyan/console/pages/ErrorPages.tsx';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { daysBetween } from '@keyan/kernel/values/time.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Segmented } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { declaredKinds, sections } from '../common/access.ts';
import { declareInfo } from '../common/faces.ts';
import type { TeamToCheck } from '../eligible/TeamTrial.web.tsx';
import { CallPartStatus } from './CallPart.web.tsx';
import { type OpenCall, openCallsCode, openCallsService } from './open-calls.ts';
import { ProposedLists } from './publicity/ProposedLists.web.tsx';
import './open-calls.web.css';

const TeamTrial = lazy(async () => ({
  default: (await import('../eligible/TeamTrial.web.tsx')).TeamTrial,
}));
const Html = lazy(() => import('@keyan/console/fields/Html.tsx'));

/** Text on the window of a call: opening, deadline, days left. */
const windowWords = ({ window: at, startTime, openUntil }: OpenCall, today: string): Label => {
  if (at === 'coming') {
    return fill(['{start} 开始申报', 'Opens {start}'], { start: startTime.slice(0, 16) });
  }
  const days = daysBetween(today, openUntil.slice(0, 10));
  const words = { end: openUntil.slice(0, 16), days };
  if (at === 'extended') {
    return fill(['对您延时开放至 {end}', 'Extended for you until {end}'], words);
  }
  return days <= 0
    ? fill(['今天 {end} 截止', 'Closes today, {end}'], { end: openUntil.slice(11, 16) })
    : fill(['{end} 截止，剩余 {days} 天', 'Closes {end} ({days} d left)'], words);
};

/** Text on the reader’s college: not invited, or remaining quota. */
const CollegeNote = ({ invited, quota }: OpenCall) => {
  const label = useLabel();
  if (!invited) {
    return (
      <p className="ky-call-note">
        {label(['该计划不面向您所在院系', 'This call is not open to your college'])}
      </p>
    );
  }
  return quota ? (
    <p className="ky-call-note">
      {label(
        fill(
          [
            '本院推荐名额 {most} 项，已推荐 {used} 项',
            'College quota: {most}; recommended so far: {used}',
          ],
          quota,
        ),
      )}
    </p>
  ) : null;
};

const Guide = ({ guide, files }: OpenCall) => {
  const label = useLabel();
  const download = useDownload();
  const [isOpen, setOpen] = useState(false);
  if (!guide && files.length === 0) return null;
  return (
    <div className="ky-call-guide">
      {guide && (
        <Button type="link" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {label(isOpen ? ['收起指南', 'Hide the guide'] : ['申报指南', 'Guide'])}
        </Button>
      )}
      {files.map((file) => (
        <Button
          key={file.id}
          type="link"
          size="small"
          icon={<DownloadOutlined />}
          onClick={() => download(file)}
        >
          {file.name}
        </Button>
      ))}
      {isOpen && (
        <Suspense fallback={<SkeletonRows rows={2} />}>
          <Html text={guide} />
        </Suspense>
      )}
    </div>
  );
};

const Own = ({ mine }: OpenCall) => {
  const label = useLabel();
  if (mine.length === 0) return null;
  return (
    <ul className="ky-call-own" aria-label={label(['我的申报', 'My applications'])}>
      {mine.map(({ id, programName, declareStatusName }) => (
        <li key={id}>
          <RecordLink resource={declareInfo.key} id={id}>
            {programName || label(['未命名', 'Untitled'])}
          </RecordLink>
          <span className="ky-note">{declareStatusName}</span>
        </li>
      ))}
    </ul>
  );
};

const CallCard = ({ call, today }: { readonly call: OpenCall; readonly today: string }) => {
  const label = useLabel();
  const { open } = useTab();
  const permissions = usePermissions();
  const kind = declaredKinds.find((one) => one === call.programKind);
  const may = kind !== undefined && permissions.has(`${sections[kind].letter}_declare_add`);
  const isOpen = call.window !== 'coming' && call.invited && call.lead.may;
  const declare = () => {
    const { id, planName, planYear, programKind, resource, level, fundMode, endTime } = call;
    const values = {
      planId: id,
      planIdName: planName,
      planYear,
      programKind,
      resource,
      level,
      fundMode,
      endTime,
    };
    open(`/program/${programKind}/declareInfo/add?handover=${storeHandover(values)}`);
  };
  return (
    <Card
      className="ky-call"
      title={call.planName}
      extra={
        may && (
          <Button type="primary" disabled={!isOpen} onClick={declare}>
            {label(['立即申报', 'Apply now'])}
          </Button>
        )
      }
    >
      <p className="ky-call-facts">
        <span>{call.programKindName}</span>
        <span>{call.resourceName}</span>
        <span>{call.levelName}</span>
        <strong data-window={call.window}>{label(windowWords(call, today))}</strong>
      </p>
      <CollegeNote {...call} />
      <div className="ky-call-parts">
        <CallPartStatus name="lead" part={call.lead} />
        <CallPartStatus name="join" part={call.join} />
      </div>
      <Own {...call} />
      <Guide {...call} />
    </Card>
  );
};

/** Members that the page of a team hands over; null where nobody does. */
const teamGiven = (key: string): TeamToCheck | null =>
  (readHandover(key)?.team as TeamToCheck | undefined) ?? null;

/**
 * Page 申报大厅: open and upcoming calls for proposals, and whether the reader may lead or join,
 * with reasons.
 */
const OpenCallsPage = () => {
  const label = useLabel();
  const client = useClient();
  const [kind, setKind] = useState('');
  const [onlyMine, setOnlyMine] = useState(false);
  const { team: given = '' } = useTabParams();
  const [team, setTeam] = useState<TeamToCheck | null>(() => teamGiven(given));
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['programOpen'],
    queryFn: ({ signal }) =>
      client.get<readonly OpenCall[]>(`/${openCallsService}`, {}, { quiet: true, signal }),
  });
  if (isPermissionFault(error)) return <PermissionDenied page={openCallsCode} />;
  const today = new Date(dataUpdatedAt + 8 * 3_600_000).toISOString().slice(0, 10);
  const shown = (data ?? []).filter(
    (call) =>
      (kind === '' || call.programKind === kind) &&
      (!onlyMine || (call.invited && (call.lead.may || call.join.may))),
  );
  return (
    <Page
      header={
        <PageHeader
          title={label(['申报大厅', 'Open calls'])}
          context={label([
            '正在和即将开放的申报；能否主持、参与按本人档案、在研项目和各来源限项规则实时校验',
            'Open and upcoming calls; whether you may lead or join is checked against your file, active projects and sponsor limits',
          ])}
        />
      }
    >
      <div className="ky-calls">
        <ProposedLists />
        <div className="ky-calls-filters">
          <Segmented
            value={kind}
            onChange={setKind}
            options={[
              { value: '', label: label(['全部', 'All']) },
              ...declaredKinds.map((one) => ({ value: one, label: label(sections[one].name) })),
            ]}
          />
          <Checkbox checked={onlyMine} onChange={({ target }) => setOnlyMine(target.checked)}>
            {label(['只看我能申报或参与的', 'Only calls I may lead or join'])}
          </Checkbox>
          <Button aria-expanded={team !== null} onClick={() => setTeam(team ? null : [])}>
            {label(['试一个团队', 'Try a team'])}
          </Button>
        </div>
        <Suspense fallback={<SkeletonRows rows={2} />}>
          {team && <TeamTrial team={team} onTeam={setTeam} />}
        </Suspense>
        {error && !data && <ErrorPanel fault={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows height={120} rows={4} />}
        {data && shown.length === 0 && (
          <Empty>{label(['目前没有符合条件的申报', 'No matching calls at present'])}</Empty>
        )}
        {shown.map((call) => (
          <CallCard key={call.id} call={call} today={today} />
        ))}
      </div>
    </Page>
  );
};

export default OpenCallsPage;
