import { useClient } from '@keyan/console/client/context.tsx';
import { SkeletonRows } from '@keyan/console/components/state.tsx';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { fill } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { useQuery } from '@tanstack/react-query';
import { ProgressBars } from '../../shared/mechanisms/Shape.web.tsx';
import { comparedBars, timeBar } from '../../shared/mechanisms/shape.ts';
import { scholarPage } from '../scholar-page.ts';
import { assessGrade } from './dictionaries.ts';
import { type TeamHome as Home, teamHomeService, teamMeaning } from './team-home.ts';
import './team-home.web.css';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Current members of a team with roles and links to their pages. */
const Members = ({ staff }: { readonly staff: readonly RowLike[] }) => {
  const label = useLabel();
  const present = staff.filter(({ userId, leaveDate }) => textOf(userId) && !textOf(leaveDate));
  return (
    <section>
      <h3>
        {label(['在队成员', 'Members'])} <span className="ky-note">{present.length}</span>
      </h3>
      <ul className="ky-team-members">
        {present.map(({ userId, userIdName, teamRoleName }) => (
          <li key={String(userId)}>
            <TabLink to={scholarPage(String(userId))} className="ky-link">
              {textOf(userIdName)}
            </TabLink>{' '}
            <span className="ky-note">{textOf(teamRoleName)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Renders 团队主页 above the fields of a team: status in words, term, chart of outputs, members. */
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
  return (
    <div className="ky-team-home">
      <ProgressBars state="" meaning={meaning} bars={timeBar(['建设周期', 'Cycle'], span, true)} />
      {data ? (
        <section>
          <h3>
            {label(['建设期成果', 'Outputs of the cycle'])}{' '}
            <span className="ky-note">
              {label(
                fill(['成员主持在研项目 {projects} 项', '{projects} projects led by members'], {
                  projects: data.projects,
                }),
              )}
            </span>
          </h3>
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
      <Members staff={(row.staff as readonly RowLike[] | null) ?? []} />
    </div>
  );
};

export default TeamHome;
