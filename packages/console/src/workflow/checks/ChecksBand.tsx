import type { CheckLevel } from '@keyan/kernel/definition/life/checks.ts';
import type {
  ApprovalRow,
  CheckRow,
  TaskPageData,
  UncheckedFindings,
  WorkRow,
} from '@keyan/kernel/wire/tasks.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useScreen } from '../../base/useScreen.ts';
import { useClient } from '../../client/context.tsx';
import { Glyph, type GlyphName, type Tone } from '../../components/Glyph.tsx';
import { followUpOptions } from '../../data/following.ts';
import { RecordLink } from '../../fields/RecordLink.tsx';
import { useLabel } from '../../i18n/language.ts';
import { workCalls, workKeys } from '../calls.ts';
import './checks.css';

const levelGlyphs: Readonly<
  Record<CheckLevel, { readonly glyph: GlyphName; readonly tone: Tone }>
> = {
  bad: { glyph: 'refused', tone: 'error' },
  warn: { glyph: 'warning', tone: 'warning' },
  good: { glyph: 'approved', tone: 'success' },
};

/** Order of check results: failed ones first, passed ones last. */
const levelOrder: readonly CheckLevel[] = ['bad', 'warn', 'good'];

const inOrder = (found: readonly CheckRow[]): readonly CheckRow[] =>
  levelOrder.flatMap((level) => found.filter((check) => check.level === level));

const countTexts: Readonly<Record<CheckLevel, readonly [string, string]>> = {
  bad: ['有误', 'Wrong'],
  warn: ['请核对', 'Check'],
  good: ['通过', 'Passed'],
};

const Finding = ({ check }: { readonly check: CheckRow }) => {
  const label = useLabel();
  const { glyph, tone } = levelGlyphs[check.level];
  return (
    <li data-level={check.level}>
      <span role="img" aria-label={label(countTexts[check.level])}>
        <Glyph name={glyph} tone={tone} />
      </span>
      <b>{check.label}</b>
      <span>
        {check.text}
        {check.link && (
          <>
            {' '}
            <RecordLink resource={check.link.resource} id={check.link.id}>
              {check.link.text}
            </RecordLink>
          </>
        )}
      </span>
    </li>
  );
};

/** Fetches the results of a record's checks, failed ones first; undefined until loaded. */
const useChecks = (
  { kind, businessId }: TaskPageData,
  answeredAt: number | undefined,
): readonly CheckRow[] | undefined => {
  const client = useClient();
  const { data } = useQuery({
    ...followUpOptions(answeredAt, 'checks', businessId),
    queryFn: () => workCalls(client).checks(kind, businessId),
  });
  return data && inOrder(data);
};

/** Maximum number of records per call. */
const maxRecordsPerCall = 100;

/**
 * Fetches the checks of these records with findings to look at before agreeing, by record;
 * undefined until loaded.
 */
export const useOpenChecks = (items: readonly WorkRow[]) => {
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: workKeys.openChecks(items),
    queryFn: async () => {
      const found: UncheckedFindings[] = [];
      for (const [kind, own] of Map.groupBy(items, (item) => item.kind)) {
        for (let from = 0; from < own.length; from += maxRecordsPerCall) {
          const ids = own.slice(from, from + maxRecordsPerCall).map(({ businessId }) => businessId);
          found.push(await workCalls(client).openChecks(kind, ids));
        }
      }
      return Object.assign({}, ...found) as UncheckedFindings;
    },
  });
  return { found: data, error, again: () => void refetch() };
};

/** Renders the checks of one record that have findings. */
export const OpenChecksList = ({ found = [] }: { readonly found?: readonly CheckRow[] }) => {
  const label = useLabel();
  if (found.length === 0) return null;
  return (
    <ul className="ky-checks-open" aria-label={label(['核对结果', 'Checks'])}>
      {inOrder(found).map((check) => (
        <Finding key={check.key} check={check} />
      ))}
    </ul>
  );
};

interface ChecksBandProps {
  /** An open task of the reader. */
  readonly task: TaskPageData;
  /** Time of the server's last response about the task: `useTaskPage`. */
  readonly answeredAt: number | undefined;
}

/** Renders 核对结果: the results of the record's checks, above all other content. */
export const ChecksBand = ({ task, answeredAt }: ChecksBandProps) => {
  const label = useLabel();
  const narrow = useScreen() === 0;
  const [all, setAll] = useState(false);
  const found = useChecks(task, answeredAt);
  if (!found || found.length === 0) return null;
  const open = found.filter(({ level }) => level !== 'good').length;
  const good = found.length - open;
  return (
    <section className="ky-checks" aria-label={label(['核对结果', 'Checks'])}>
      <b className="ky-checks-head">
        {label(['核对结果', 'Checks'])}
        <span className="ky-note">
          {open === 0
            ? label([`${found.length} 项都通过`, `All ${found.length} passed`])
            : label([`${open} 项需要留意`, `${open} to check`])}
        </span>
        {narrow && good > 0 && (
          <button
            type="button"
            className="ky-link"
            aria-expanded={all}
            onClick={() => setAll(!all)}
          >
            {all ? label(['收起', 'Hide']) : label([`看通过的 ${good} 项`, `Show ${good} passed`])}
          </button>
        )}
      </b>
      <ul>
        {found
          // On a narrow screen, passed checks would push the fields down.
          .filter(({ level }) => all || !narrow || level !== 'good')
          .map((check) => (
            <Finding key={check.key} check={check} />
          ))}
      </ul>
    </section>
  );
};

const returnOperations: ReadonlySet<string> = new Set(['back', 'backApplicant', 'disagree']);

/** Renders why the record was last returned, for approvers who decide on it again. */
export const ReturnReason = ({ records }: { readonly records: readonly ApprovalRow[] }) => {
  const label = useLabel();
  const last = records.findLast(({ action }) => returnOperations.has(action));
  if (!last || last.opinion === '') return null;
  const who = [last.userName, last.nodeName].filter(Boolean).join(' · ');
  return (
    <div className="ky-return-reason">
      <Glyph name="returned" tone="error" />
      <b>{label(['上次退回', 'Returned before'])}</b>
      <q>{last.opinion}</q>
      <span className="ky-note">{who}</span>
    </div>
  );
};
