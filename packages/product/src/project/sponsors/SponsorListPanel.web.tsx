import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { DayInput } from '@keyan/console/fields/DayInput.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { ListPanelProps } from '@keyan/console/presentation/present.ts';
import { fill } from '@keyan/kernel/label.ts';
import { Button, Input, Popconfirm, Select } from 'antd';
import { useState } from 'react';
import { ListFilePanel, RowFaults } from '../../shared/list-files/ListFilePanel.web.tsx';
import { projectSource } from '../program/sources.ts';
import { columnKinds, columnNames, isReadable, type SponsorListMapping } from './columns.ts';
import { GrantLines } from './GrantLines.web.tsx';
import { useSponsorList } from './useSponsorList.web.ts';
import type { ReadSponsorList, SponsorListImportResult, UnlistedDeclaration } from './wire.ts';
import './sponsor-list.web.css';

const Summary = ({ read }: { readonly read: ReadSponsorList }) => {
  const label = useLabel();
  const count = (verdict: string): number =>
    read.lines.filter((line) => line.verdict === verdict).length;
  const [all, known] = [read.lines.length, count('known')];
  const faulty = new Set(read.faults.map(({ row }) => row)).size;
  return (
    <p role="status">
      {all > 0 && known === all
        ? label(
            fill(['全部 {all} 项均已登记。', 'All {all} projects are already registered.'], {
              all,
            }),
          )
        : label(
            fill(
              [
                '清单 {all} 项：对应申报 {sure}，待确认 {doubt}，无对应申报 {none}，已登记 {known}，须更正 {faulty}。',
                '{all} projects on the list: {sure} matched to applications, {doubt} to confirm, {none} without an application, {known} registered, {faulty} to correct.',
              ],
              {
                all,
                known,
                faulty,
                sure: count('sure'),
                doubt: count('doubt'),
                none: count('none'),
              },
            ),
          )}{' '}
      {label(
        read.unit.factor === '1'
          ? ['金额按元读取', 'Amounts are read as yuan']
          : ['金额按万元读取', 'Amounts are read as ten thousand yuan'],
      )}
      {read.unit.by === 'size'
        ? label(['（表中未注明单位，请核对）。', ' (the file states no unit: please check).'])
        : label(['。', '.'])}
    </p>
  );
};

const Taken = ({ taken }: { readonly taken: SponsorListImportResult }) => {
  const label = useLabel();
  return (
    <>
      <p role="status" className="ky-grant-taken">
        <Glyph name="approved" tone="success" />{' '}
        {label(
          fill(
            [
              '已立项 {approved} 项，生成待补充的立项草稿 {drafted} 份。',
              'Approved: {approved}; draft project approvals to complete: {drafted}.',
            ],
            { approved: taken.approved, drafted: taken.drafted },
          ),
        )}
      </p>
      <RowFaults faults={taken.faults} />
    </>
  );
};

interface ColumnsProps {
  readonly read: ReadSponsorList;
  readonly busy: boolean;
  readonly onDone: (mapping: SponsorListMapping) => void;
}

/** Form that assigns columns if the headings are unknown. */
const Columns = ({ read, busy, onDone }: ColumnsProps) => {
  const label = useLabel();
  const [given, setGiven] = useState<SponsorListMapping>(read.mapping);
  const options = read.headings.flatMap((heading, value) =>
    heading === '' ? [] : [{ value, label: heading }],
  );
  return (
    <fieldset className="ky-grant-columns">
      <legend>{label(['请指定各列', 'Please assign the columns'])}</legend>
      <div>
        {columnKinds.map((kind) => (
          <label key={kind} htmlFor={`ky-grant-${kind}`}>
            <span>{label(columnNames[kind])}</span>
            <Select
              id={`ky-grant-${kind}`}
              allowClear
              {...(given[kind] === undefined ? {} : { value: given[kind] })}
              options={options}
              onChange={(value: number | undefined) => {
                const { [kind]: _, ...rest } = given;
                setGiven(value === undefined ? rest : { ...rest, [kind]: value });
              }}
            />
          </label>
        ))}
      </div>
      <p className="ky-note">
        {label([
          '登记后记住该来源的各列，下次导入时自动对应',
          'Remembered for this source once registered, and mapped automatically next time',
        ])}
      </p>
      <Button
        type="primary"
        loading={busy}
        disabled={!isReadable(given)}
        onClick={() => onDone(given)}
      >
        {label(['按此读取', 'Read with this mapping'])}
      </Button>
    </fieldset>
  );
};

interface LeftProps {
  readonly left: readonly UnlistedDeclaration[];
  readonly busy: boolean;
  readonly onDecline: (ids: readonly string[]) => void;
}

/** Section 清单外: declarations to the sponsor that the list does not contain. */
const Left = ({ left, busy, onDecline }: LeftProps) => {
  const label = useLabel();
  if (left.length === 0) return null;
  const count = left.length;
  return (
    <details className="ky-grant-left">
      <summary>
        {label(
          fill(
            ['清单外的拟立项申报 {count} 项', 'Proposed applications not on the list: {count}'],
            { count },
          ),
        )}
      </summary>
      <ul>
        {left.map(({ id, number, title, leader }) => (
          <li key={id}>
            {number} {title} <span className="ky-note">{leader}</span>
          </li>
        ))}
      </ul>
      <Popconfirm
        title={label(
          fill(['确定将这 {count} 项标为未获资助？', 'Mark these {count} as not funded?'], {
            count,
          }),
        )}
        onConfirm={() => onDecline(left.map(({ id }) => id))}
      >
        <Button size="small" danger loading={busy}>
          {label(['全部标为未获资助', 'Mark all as not funded'])}
        </Button>
      </Popconfirm>
    </details>
  );
};

const sources = projectSource.entries.map(({ code, label, children = [] }) => ({
  code,
  label,
  children: children.length > 0 ? children : [{ code, label }],
}));

interface QuestionProps {
  readonly source: string | null;
  readonly approvedOn: string;
  readonly document: string;
  readonly busy: boolean;
  readonly onSource: (source: string) => void;
  readonly onDay: (day: string) => void;
  readonly onDocument: (document: string) => void;
}

/** Inputs about the whole list: sponsor, date and document of approval. */
const About = (given: QuestionProps) => {
  const label = useLabel();
  return (
    <div className="ky-grant-about">
      <label htmlFor="ky-grant-source">
        <span>{label(['项目来源', 'Source'])}</span>
        <Select
          id="ky-grant-source"
          showSearch={{ optionFilterProp: 'label' }}
          disabled={given.busy}
          value={given.source}
          options={sources.map((group) => ({
            label: label(group.label),
            options: group.children.map((one) => ({ value: one.code, label: label(one.label) })),
          }))}
          onChange={given.onSource}
        />
      </label>
      <label htmlFor="ky-grant-day">
        <span>{label(['批准日期（清单未列时）', 'Approval date (if not on the list)'])}</span>
        <DayInput id="ky-grant-day" value={given.approvedOn} onChange={given.onDay} />
      </label>
      <label htmlFor="ky-grant-document">
        <span>{label(['批文号', 'Document no.'])}</span>
        <Input
          id="ky-grant-document"
          maxLength={50}
          value={given.document}
          onChange={({ target }) => given.onDocument(target.value)}
        />
      </label>
    </div>
  );
};

/**
 * Panel 导入批准清单: imports a sponsor’s list, which approves the matching declarations.
 * Long because it lays out the parts of the dialog in their order.
 */
const SponsorListPanel = ({ onClose }: ListPanelProps) => {
  const label = useLabel();
  const list = useSponsorList();
  const [approvedOn, setApprovedOn] = useState('');
  const [document, setDocument] = useState('');
  const { file, read, decisions, busy } = list;
  const needsDay = [...decisions.keys()].some(
    (row) => !read?.lines.find((line) => line.row === row)?.approvedOn,
  );
  const isReady =
    decisions.size > 0 && list.question.source !== null && (!needsDay || approvedOn !== '');
  const columns = read && (
    <Columns
      key={`${file?.name} ${JSON.stringify(read.mapping)}`}
      read={read}
      busy={busy}
      onDone={(mapping) => void list.again({ mapping })}
    />
  );
  return (
    <ListFilePanel
      width={1180}
      title={['导入上级批准清单', 'Import a list of approved projects']}
      prompt={[
        '选择或拖入批准清单（csv、xls、xlsx，按下发的原样）',
        'Choose or drop the list as the sponsor sent it (csv, xls, xlsx)',
      ]}
      fileName={file?.name}
      busy={busy}
      fault={list.fault}
      take={fill(['登记 {n} 项', 'Register ({n})'], { n: decisions.size })}
      isReady={isReady}
      onFile={list.begin}
      onTake={() => void list.take(approvedOn, document)}
      onClose={onClose}
    >
      {list.taken && <Taken taken={list.taken} />}
      {read && (
        <>
          {isReadable(read.mapping) ? (
            <>
              <Summary read={read} />
              <details className="ky-grant-left">
                <summary>{label(['调整各列的含义', 'Change the column mapping'])}</summary>
                {columns}
              </details>
            </>
          ) : (
            columns
          )}
          <About
            source={list.question.source}
            approvedOn={approvedOn}
            document={document}
            busy={busy}
            onSource={(source) => void list.again({ source })}
            onDay={setApprovedOn}
            onDocument={setDocument}
          />
          <GrantLines
            lines={read.lines}
            faults={read.faults}
            decisions={decisions}
            busy={busy}
            onChange={list.setDecisions}
            onFix={(row, column, text) => void list.fix(row, column, text)}
          />
          <Left left={read.left} busy={busy} onDecline={(ids) => void list.decline(ids)} />
        </>
      )}
    </ListFilePanel>
  );
};

export default SponsorListPanel;
