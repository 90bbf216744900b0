import type { Page as Paged } from '@keyan/console/client/client.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { englishQuantity, type Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { ProgressBars } from '../shared/mechanisms/Shape.web.tsx';
import { comparedBars } from '../shared/mechanisms/shape.ts';
import { type ScoreLine, type ScoreYear, scoreYearsOf } from './score-years.ts';
import './score-years.web.css';

/**
 * Paths of score calls and pages, as constants, since their definitions belong to a higher folder.
 */
const scores = { call: '/kh-edu-research/scoreBatchResult/list', kind: 'scoreResult' } as const;
const rules = 'scoreProject';
const trials = { code: 'strialperson', path: '/score/trialPerson' } as const;

/** Maximum number of score lines that are loaded. */
const maxScoreLines = 500;

const fields = 'title,finalScore,itemId,itemName,batchId,scoreObject,working,workingEn,adjustScore';

const ScoreLineRow = ({ line }: { readonly line: ScoreLine }) => {
  const label = useLabel();
  const working = label([line.working, line.workingEn || line.working]);
  return (
    <li>
      <span className="ky-score-line">
        <RecordLink resource={scores.kind} id={line.id}>
          {line.title}
        </RecordLink>
        <b>{label([`${line.finalScore} 分`, `${line.finalScore} points`])}</b>
      </span>
      <span className="ky-note">
        {line.scoreObjectName} · {label(['规则', 'Rule'])}{' '}
        {line.itemId ? (
          <RecordLink resource={rules} id={line.itemId}>
            {line.itemName}
          </RecordLink>
        ) : (
          line.itemName
        )}
        {line.adjustScore !== '' && ` · ${label(['已调整', 'adjusted'])}`}
      </span>
      {working !== '' && <span className="ky-note">{working}</span>}
    </li>
  );
};

const Year = ({ year, isOpen }: { readonly year: ScoreYear; readonly isOpen: boolean }) => {
  const label = useLabel();
  return (
    <details className="ky-score-year" open={isOpen}>
      <summary>
        {year.name} <b>{label([`${year.total} 分`, `${year.total} points`])}</b>{' '}
        <span className="ky-note">
          {label([`${year.lines.length} 项`, englishQuantity(year.lines.length, 'output')])}
        </span>
      </summary>
      <ul>
        {year.lines.map((line) => (
          <ScoreLineRow key={line.id} line={line} />
        ))}
      </ul>
    </details>
  );
};

interface ScoreYearsProps {
  readonly userId: string;
  /** Id of the batch whose lines are expanded; undefined for the newest. */
  readonly batchId?: string;
}

/**
 * Section 业绩分: yearly totals as bars, and each line with its rule; renders nothing if the reader
 * may not read scores.
 */
const ScoreYears = ({ userId, batchId }: ScoreYearsProps) => {
  const label = useLabel();
  const client = useClient();
  const permissions = usePermissions();
  const { data } = useQuery({
    queryKey: [scores.kind, 'years', userId],
    queryFn: ({ signal }) =>
      client.get<Paged<ScoreLine>>(
        scores.call,
        { userId, size: String(maxScoreLines), fields },
        { quiet: true, signal },
      ),
    // The request fails for readers without a page of scores.
    retry: false,
  });
  const years = scoreYearsOf(data?.records ?? []);
  const [newest] = years;
  if (!newest) return null;
  const title: Label = ['业绩分', 'Scores'];
  const open = years.some((year) => year.batchId === batchId) ? batchId : newest.batchId;
  return (
    <section className="ky-score-years" aria-label={label(title)}>
      <h2>
        {label(title)}
        {permissions.has(trials.code) && (
          <TabLink to={`${trials.path}?userId=${userId}`} className="ky-link">
            {label(['试算中的得分', 'In what-if computations'])}
          </TabLink>
        )}
      </h2>
      <ProgressBars
        state=""
        meaning={null}
        bars={comparedBars(
          years.map(({ name, total, lines }) => ({
            name: [name, name],
            value: total,
            note: [
              `${total} 分 · ${lines.length} 项`,
              `${total} points · ${englishQuantity(lines.length, 'output')}`,
            ],
          })),
        )}
      />
      {years.map((year) => (
        <Year key={year.batchId} year={year} isOpen={year.batchId === open} />
      ))}
    </section>
  );
};

export default ScoreYears;
