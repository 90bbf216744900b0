import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel, useLanguage } from '@keyan/console/i18n/language.ts';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataTable } from '@keyan/console/table/DataTable.tsx';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Checkbox, InputNumber, Modal } from 'antd';
import { useId, useState } from 'react';
import { journal } from './journal.ts';
import type {
  GradeDifference,
  PapersToRegradeAnswer,
  PaperToRegrade,
  RegradeHindrance,
  RegradeOutcome,
} from './journal-regrade.ts';

interface TouchedProps {
  /** Edition of a journal; if omitted, all editions of a year that the user chooses. */
  readonly edition?: { readonly id: string; readonly year: number };
  readonly onClose: () => void;
}

const hindrances: Readonly<Record<Exclude<RegradeHindrance, ''>, Label>> = {
  inApproval: ['审批中，请在审核时核定', 'In approval: confirm the grade during review'],
  locked: ['已计分锁定', 'Locked by scoring'],
};

/** Renders the change of one field: `B1级 → A2级`. */
const Change = ({ field, now, catalogue }: GradeDifference) => {
  const label = useLabel();
  const language = useLanguage();
  const { spec } = journal.fields[field];
  const text = (value: string): string =>
    value === '' ? '–' : fieldTypeTable[spec.type].text(value, spec, language);
  return (
    <div>
      <span className="ky-note">{label(spec.label)}</span> {text(now)} → <b>{text(catalogue)}</b>
    </div>
  );
};

const Paper = ({ row }: { readonly row: PaperToRegrade }) => {
  const label = useLabel();
  return (
    <>
      {row.artName}
      <div className="ky-note">
        {[row.paperNum, row.journalName, row.publishDate].filter(Boolean).join(' · ')}
      </div>
      {row.isWarning && (
        <div data-tone="error">
          <Glyph name="warning" size={12} /> {label(['预警期刊', 'On the warning list'])}
        </div>
      )}
    </>
  );
};

/** Fetches the affected papers, and returns the function that applies the catalogue to the chosen ones. */
const useTouched = ({ edition, onClose }: TouchedProps) => {
  const client = useClient();
  const queries = useQueryClient();
  const [year, setYear] = useState(edition?.year ?? new Date().getFullYear());
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [journal.key, 'touched', year, edition?.id],
    queryFn: () =>
      client.get<PapersToRegradeAnswer>(
        `/${journal.path}/touched`,
        { year: String(year), ...(edition ? { journalId: edition.id } : {}) },
        { quiet: true },
      ),
  });
  const papers = data?.papers ?? [];
  const chosen = papers.filter(({ id, hindrance }) => !hindrance && !left.has(id));
  const toggle = (id: string) =>
    setLeft((known) => {
      const next = new Set(known);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const apply = async () => {
    setBusy(true);
    try {
      const { done, refused } = await client.post<RegradeOutcome>(`/${journal.path}/regrade`, {
        papers: chosen.map(({ id, version }) => ({ id, version })),
      });
      toast.success(
        fill(['已更新 {count} 篇论文', 'Papers updated: {count}'], { count: done.length }),
      );
      await queries.invalidateQueries();
      const [first] = refused;
      if (first) toast.warning([first.message, first.message]);
      else if (done.length === data?.total) onClose();
    } finally {
      setBusy(false);
    }
  };
  return { year, setYear, data, error, refetch, papers, chosen, left, toggle, apply, busy };
};

type TouchedState = ReturnType<typeof useTouched>;

const columnsOf = (
  { left, toggle }: TouchedState,
  label: (text: Label) => string,
): readonly DataColumn<PaperToRegrade>[] => [
  {
    key: 'choose',
    head: '',
    width: 44,
    align: 'left',
    cell: (row) => (
      <Checkbox
        aria-label={row.artName}
        disabled={row.hindrance !== ''}
        checked={row.hindrance === '' && !left.has(row.id)}
        onChange={() => toggle(row.id)}
      />
    ),
  },
  {
    key: 'paper',
    head: ['论文', 'Paper'],
    align: 'left',
    isRowHead: true,
    cell: (row) => <Paper row={row} />,
  },
  {
    key: 'changes',
    head: ['论文现值 → 目录', 'Paper → catalogue'],
    align: 'left',
    width: 260,
    cell: (row) => (
      <>
        {row.changes.map((change) => (
          <Change key={change.field} {...change} />
        ))}
        {row.hindrance && <span className="ky-note">{label(hindrances[row.hindrance])}</span>}
      </>
    ),
  },
];

/**
 * Renders 受影响的论文: papers whose values differ from their edition of the catalogue. Nothing changes before confirmation;
 * values that the office set by hand can be excluded.
 */
const TouchedPapers = (props: TouchedProps) => {
  const label = useLabel();
  const id = useId();
  useFocusReturn();
  const state = useTouched(props);
  const { year, setYear, data, error, refetch, papers, chosen, apply, busy } = state;
  return (
    <Modal
      open
      width={860}
      title={label(['受影响的论文', 'Affected papers'])}
      okText={label(fill(['更新 {count} 篇', 'Update {count}'], { count: chosen.length }))}
      okButtonProps={{ disabled: chosen.length === 0, loading: busy }}
      cancelText={label(['关闭', 'Close'])}
      onCancel={props.onClose}
      onOk={() => void apply()}
    >
      <p className="ky-note">
        {label([
          '级别或分区与期刊库不一致的论文。勾选的按目录更新并留痕；成果科核定过的可取消勾选。',
          'Papers whose grade or quartile differs from the journal catalogue. Ticked papers are updated from the catalogue and logged; untick those the office confirmed.',
        ])}
      </p>
      {!props.edition && (
        <p>
          <label htmlFor={id}>{label(['目录年度', 'Catalogue year'])}</label>{' '}
          <InputNumber
            id={id}
            value={year}
            min={1900}
            max={2200}
            onChange={(value) => value && setYear(value)}
          />
        </p>
      )}
      {error && <ErrorPanel fault={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={4} height={48} />}
      {data && papers.length === 0 && <p>{label(['没有受影响的论文', 'No affected papers'])}</p>}
      {papers.length > 0 && (
        <div className="ky-dialog-rows">
          <DataTable
            frame="plain"
            className="ky-dialog-table"
            rows={papers}
            columns={columnsOf(state, label)}
            keyOf={({ id: one }) => one}
          />
        </div>
      )}
      {data && data.total > papers.length && (
        <p className="ky-note">
          {label(
            fill(
              ['共 {total} 篇，先显示 {shown} 篇', '{total} in all; the first {shown} are shown'],
              { total: data.total, shown: papers.length },
            ),
          )}
        </p>
      )}
    </Modal>
  );
};

export default TouchedPapers;
