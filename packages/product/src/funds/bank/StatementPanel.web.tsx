import { useClient } from '@keyan/console/client/context.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { queryKeysOf } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { ListPanelProps } from '@keyan/console/presentation/present.ts';
import { fill } from '@keyan/kernel/label.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { type ReactNode, useState } from 'react';
import { ListFilePanel, RowFaults } from '../../shared/list-files/ListFilePanel.web.tsx';
import { fileForm, useSending } from '../../shared/list-files/useSending.web.ts';
import { fundingArrive } from '../funding-arrive.ts';
import { isReadable, type StatementMapping } from './columns.ts';
import { MappingForm } from './MappingForm.web.tsx';
import { StatementLines } from './StatementLines.web.tsx';
import {
  decisionChoices,
  type LineDecision,
  type ReadStatement,
  type StatementImportResult,
  statementCalls,
} from './wire.ts';
import './statement.web.css';

type Decisions = ReadonlyMap<number, LineDecision['into']>;

const firstDecisions = ({ lines }: ReadStatement): Decisions =>
  new Map(
    lines.flatMap(({ row, verdict }) => {
      const { first } = decisionChoices[verdict];
      return first === null ? [] : [[row, first] as const];
    }),
  );

/**
 * Reads a statement file and imports the chosen lines; the file is held by the page between the two
 * calls.
 */
const useStatement = () => {
  const client = useClient();
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [read, setRead] = useState<ReadStatement | null>(null);
  const [decisions, setDecisions] = useState<Decisions>(new Map());
  const [taken, setTaken] = useState<StatementImportResult | null>(null);
  const { busy, fault, send: guarded } = useSending();
  const send = <T,>(path: string, given: File, fields: Readonly<Record<string, string>>) =>
    guarded(() => client.upload<T>(`/${path}`, fileForm(given, fields)));
  const open = async (given: File, mapping: StatementMapping | null) => {
    const answer = await send<ReadStatement>(statementCalls.read, given, {
      mapping: mapping === null ? '' : JSON.stringify(mapping),
    });
    if (answer === null) return;
    setFile(given);
    setRead(answer);
    setDecisions(firstDecisions(answer));
  };
  const take = async (isPublic: boolean) => {
    if (!file || !read) return;
    const asked = [...decisions].map(([row, into]): LineDecision => ({ row, into }));
    const answer = await send<StatementImportResult>(statementCalls.take, file, {
      mapping: JSON.stringify(read.mapping),
      decisions: JSON.stringify(asked),
      isPublic: isPublic ? '1' : '0',
    });
    if (answer === null) return;
    setTaken(answer);
    void queries.invalidateQueries({ queryKey: queryKeysOf(fundingArrive).list });
    await open(file, read.mapping);
  };
  const begin = (given: File) => {
    setTaken(null);
    void open(given, null);
  };
  return { file, read, decisions, setDecisions, taken, fault, busy, open, take, begin };
};

const Summary = ({ read }: { readonly read: ReadStatement }) => {
  const label = useLabel();
  const count = (verdict: string): number =>
    read.lines.filter((line) => line.verdict === verdict).length;
  const [all, known] = [read.lines.length, count('known')];
  return (
    <p role="status">
      {all > 0 && known === all
        ? label(
            fill(['全部 {all} 笔均已导入。', 'All {all} payments have already been imported.'], {
              all,
            }),
          )
        : label(
            fill(
              [
                '来款 {all} 笔：新 {fresh}，已导入 {known}，有差异 {changed}，可补凭证号 {typed}，疑似重复 {similar}；跳过支出 {debits} 笔、合计与空行 {others} 行。',
                '{all} payments: {fresh} new, {known} imported, {changed} different, {typed} lacking a voucher no., {similar} possible duplicates; skipped: {debits} outgoing payments and {others} total or empty rows.',
              ],
              {
                all,
                known,
                fresh: count('new'),
                changed: count('changed'),
                typed: count('fill'),
                similar: count('similar'),
                ...read.skipped,
              },
            ),
          )}
      {read.remembered && ` ${label(['已按记住的列读取。', 'Read with the remembered columns.'])}`}
    </p>
  );
};

const Warnings = ({ read }: { readonly read: ReadStatement }) => {
  const label = useLabel();
  const { gap, faults } = read;
  const texts = [
    ...(gap === null
      ? []
      : [
          label(
            fill(
              [
                '第 {gap} 行起余额不连续，文件可能缺行',
                'The balance is not continuous from row {gap} on; rows may be missing',
              ],
              { gap },
            ),
          ),
        ]),
    ...faults.map(({ row, message }) =>
      label(fill(['第 {row} 行：{message}', 'Row {row}: {message}'], { row, message })),
    ),
  ];
  if (texts.length === 0) return null;
  return (
    <ul className="ky-fault-text" role="alert">
      {texts.map((text) => (
        <li key={text}>
          <Glyph name="warning" size={12} /> {text}
        </li>
      ))}
    </ul>
  );
};

const Taken = ({ taken }: { readonly taken: StatementImportResult }) => {
  const label = useLabel();
  return (
    <>
      <p role="status" className="ky-statement-taken">
        <Glyph name="approved" tone="success" />{' '}
        {label(
          fill(
            [
              '已登记 {added} 笔，更新 {changed} 笔。',
              '{added} payments registered, {changed} updated.',
            ],
            { added: taken.added, changed: taken.changed },
          ),
        )}
      </p>
      <RowFaults faults={taken.faults} />
    </>
  );
};

interface ReadProps {
  readonly read: ReadStatement;
  readonly busy: boolean;
  readonly isPublic: boolean;
  readonly onPublic: (isPublic: boolean) => void;
  readonly onMapping: (mapping: StatementMapping) => void;
  readonly children: ReactNode;
}

/** Renders a statement: the column mapping if unknown, otherwise sums and lines. */
const Read = ({ read, busy, isPublic, onPublic, onMapping, children }: ReadProps) => {
  const label = useLabel();
  const [mapped, setMapped] = useState(false);
  const asksColumns = mapped || !isReadable(read.mapping);
  return (
    <>
      {asksColumns ? (
        <MappingForm
          headings={read.headings}
          mapping={read.mapping}
          busy={busy}
          onDone={(mapping) => {
            setMapped(false);
            onMapping(mapping);
          }}
        />
      ) : (
        <Summary read={read} />
      )}
      <Warnings read={read} />
      <div className="ky-statement-tools">
        <Checkbox checked={isPublic} onChange={({ target }) => onPublic(target.checked)}>
          {label(['公示，供教师认领', 'Open for claims'])}
        </Checkbox>
        {!asksColumns && (
          <Button size="small" type="link" onClick={() => setMapped(true)}>
            {label(['调整列对应', 'Change the column mapping'])}
          </Button>
        )}
      </div>
      {children}
    </>
  );
};

/**
 * Panel 导入银行流水: converts a bank statement into arrivals, with matching stored arrivals beside
 * the lines.
 */
const StatementPanel = ({ onClose }: ListPanelProps) => {
  const [isPublic, setPublic] = useState(true);
  const { file, read, decisions, setDecisions, taken, fault, busy, open, take, begin } =
    useStatement();
  return (
    <ListFilePanel
      width={1120}
      title={['导入银行流水', 'Import a bank statement']}
      prompt={[
        '选择或拖入银行流水（csv、xls、xlsx，按银行导出的原样）',
        'Choose or drop a bank statement (csv, xls, xlsx, as exported by the bank)',
      ]}
      fileName={file?.name}
      busy={busy}
      fault={fault}
      take={fill(['登记 {n} 笔', 'Register ({n})'], { n: decisions.size })}
      isReady={decisions.size > 0}
      onFile={begin}
      onTake={() => void take(isPublic)}
      onClose={onClose}
    >
      {taken && <Taken taken={taken} />}
      {read && file && (
        <Read
          read={read}
          busy={busy}
          isPublic={isPublic}
          onPublic={setPublic}
          onMapping={(mapping) => void open(file, mapping)}
        >
          <StatementLines lines={read.lines} decisions={decisions} onChange={setDecisions} />
        </Read>
      )}
    </ListFilePanel>
  );
};

export default StatementPanel;
