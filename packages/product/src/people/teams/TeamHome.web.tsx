import { useClient, useUser } from '@keyan/console/client/context.tsx';
import { SkeletonRows } from '@keyan/console/components/state.tsx';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { storeHandover } from '@keyan/console/form/handover.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { fill } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { useQuery } from '@tanstack/react-query';
import { type Act, Acts } from '../../shared/mechanisms/Acts.web.tsx';
import { ProgressBars } from '../../shared/mechanisms/Shape.web.tsx';
import { comparedBars, timeBar } from '../../shared/mechanisms/shape.ts';
import { scholarPage } from '../scholar-page.ts';
import { assessGrade } from './dictionaries.ts';
import { type TeamHome as Home, teamHomeService, teamMeaning } from './team-home.ts';
import './team-home.web.css';

/** 申报大厅 by its address and right: its calls lie above this folder. */
const openCalls = { code: 'programOpen', path: '/program/open' } as const;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Members who have not left. */
const presentOf = (row: WireRow): readonly RowLike[] =>
  ((row.staff as readonly RowLike[] | null) ?? []).filter(
    ({ userId, leaveDate }) => textOf(userId) && !textOf(leaveDate),
  );

/** Each member with their role and a way to their page. */
const Members = ({ present }: { readonly present: readonly RowLike[] }) => {
  const label = useLabel();
  return (
    <section>
      <h2>
        {label(['在队成员', 'Members'])} <span className="ky-note">{present.length}</span>
      </h2>
      <ul className="ky-team-members">
        {present.map(({ userId, userIdName, teamRoleName }) => (
          <li key={String(userId)}>
            <TabLink to={scholarPage(String(userId))} className="ky-link">
              {textOf(userIdName)}
            </TabLink>
            <span className="ky-note">{textOf(teamRoleName)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** The leader first, as a team is checked. */
const leaderFirst = (row: WireRow, present: readonly RowLike[]): readonly RowLike[] =>
  present.toSorted(
    (one, other) => Number(other.userId === row.leaderId) - Number(one.userId === row.leaderId),
  );

/** Actions of a reader on a team: eligibility for open calls, and changes after approval. */
const TeamActs = ({
  row,
  present,
}: {
  readonly row: WireRow;
  readonly present: readonly RowLike[];
}) => {
  const tab = useTab();
  const permissions = usePermissions();
  const { userId } = useUser();
  const team = leaderFirst(row, present).map(({ userId, userIdName }) => ({
    value: textOf(userId),
    label: textOf(userIdName),
  }));
  const acts: readonly (Act & { readonly isOffered: boolean })[] = [
    {
      key: 'try',
      label: ['试申报', 'Check eligibility'],
      isOffered: permissions.has(openCalls.code),
      why: team.length === 0 ? ['没有在队成员', 'No members at present'] : null,
      begin: () => tab.open(`${openCalls.path}?team=${storeHandover({ team })}`),
    },
    {
      key: 'edit',
      label: ['修改团队', 'Change the team'],
      isOffered: [row.leaderId, row.createUser].includes(userId),
      why: row.abilities?.includes('edit')
        ? null
        : [
            '已通过；由科研处退回草稿后修改，再经审批',
            'Approved: the research office reverts it to a draft, and the change is approved anew',
          ],
      begin: () => tab.open(`/team/index/edit?id=${row.id}`),
    },
  ];
  return <Acts acts={acts.filter(({ isOffered }) => isOffered)} />;
};

/** Renders 团队主页 above the fields of a team: status in words, term, actions, chart of outputs, members. */
const TeamHome = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const client = useClient();
  const today = dayText(new Date());
  const span = { start: textOf(row.cycleStart), end: textOf(row.cycleEnd), today };
  const meaning = teamMeaning({
    auditStatus: textOf(row.auditStatus),
    cycleStart: span.start,
    cycleEnd: span.end,
    grade: entryOf(assessGrade, textOf(row.assessGrade))?.label ?? null,
    today,
  });
  const { data } = useQuery({
    queryKey: ['teamHome', row.id, row.version],
    queryFn: ({ signal }) =>
      client.get<Home>(`/${teamHomeService}`, { id: row.id }, { quiet: true, signal }),
    enabled: meaning !== null,
  });
  if (!meaning) return null;
  const present = presentOf(row);
  return (
    <div className="ky-team-home">
      <ProgressBars state="" meaning={meaning} bars={timeBar(['建设周期', 'Cycle'], span, true)} />
      <TeamActs row={row} present={present} />
      {data ? (
        <section>
          <h2>
            {label(['建设期成果', 'Outputs of the cycle'])}{' '}
            <span className="ky-note">
              {label(
                fill(
                  ['成员主持在研项目 {projects} 项', 'active projects led by members: {projects}'],
                  {
                    projects: data.projects,
                  },
                ),
              )}
            </span>
          </h2>
          {data.outputs.length === 0 ? (
            <p className="ky-note">
              {label(['建设期内还没有入库成果', 'Nothing of the cycle is in the library yet'])}
            </p>
          ) : (
            <ProgressBars
              state=""
              meaning={null}
              bars={comparedBars(
                data.outputs.map(({ label: kind, count }) => ({
                  name: [kind, kind],
                  value: String(count),
                  note: [`${count} 项`, String(count)],
                })),
              )}
            />
          )}
        </section>
      ) : (
        <SkeletonRows rows={2} />
      )}
      <Members present={present} />
    </div>
  );
};

export default TeamHome;
