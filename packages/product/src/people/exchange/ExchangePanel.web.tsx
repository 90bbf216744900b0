import { InboxOutlined } from '@ant-design/icons';
import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { queryKeysOf } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { ListPanelProps } from '@keyan/console/presentation/present.ts';
import { fill } from '@keyan/kernel/label.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Modal, Progress, Upload } from 'antd';
import { useEffect, useState } from 'react';
import { personnelDifference } from './difference.ts';
import {
  compareCall,
  comparisonCall,
  comparisonFailures,
  type StaffComparison,
} from './exchange.ts';

const Report = ({ answer }: { readonly answer: StaffComparison }) => {
  const label = useLabel();
  const { faults, state, failure, done, ...counts } = answer;
  const { differences } = counts;
  if (state === 'failed') {
    return (
      <p className="ky-fault-text" role="alert">
        <Glyph name="warning" size={12} /> {failure}
      </p>
    );
  }
  return (
    <>
      {state === 'running' && (
        <Progress
          percent={Math.floor((100 * done) / Math.max(1, differences))}
          aria-label={label(comparisonFailures)}
        />
      )}
      <p role="status">
        {label(
          state === 'running'
            ? fill(
                [
                  '正在比对 {people} 人，已写入 {done} / {differences} 条差异；可以关闭窗口，稍后再看。',
                  'Comparing {people} people, {done} of {differences} differences written; you may close this window and come back later.',
                ],
                { ...counts, done },
              )
            : fill(
                [
                  '比对 {people} 人：新增 {added} 人，变更 {changed} 人，名单中没有 {missing} 人，共 {differences} 条差异。',
                  '{people} people: {added} new, {changed} changed, {missing} not on the list; {differences} differences.',
                ],
                counts,
              ),
        )}
      </p>
      {faults.length > 0 && (
        <ul className="ky-fault-text" role="alert">
          {faults.map(({ row, message }) => (
            <li key={row}>
              <Glyph name="warning" size={12} />{' '}
              {label(fill(['第 {row} 行：{message}', 'Row {row}: {message}'], { row, message }))}
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

/** Polling interval of a comparison in milliseconds. */
const pollMilliseconds = 1000;
const latestKey = [personnelDifference.key, 'comparison'] as const;

/**
 * Uploads a list and polls the comparison; a running comparison is resumed when the panel opens
 * again.
 */
const useComparison = () => {
  const client = useClient();
  const queries = useQueryClient();
  const [fault, setFault] = useState('');
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState(false);
  const { data: latest } = useQuery({
    queryKey: latestKey,
    queryFn: () => client.get<StaffComparison | null>(`/${comparisonCall}`, {}, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pollMilliseconds : false),
  });
  const running = latest?.state === 'running';
  const { done = 0 } = latest ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written shows in the list behind
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: queryKeysOf(personnelDifference).list });
  }, [queries, running, done]);
  const take = async (file: File, isWhole: boolean) => {
    setSending(true);
    setFault('');
    const form = new FormData();
    form.append('whole', isWhole ? '1' : '0');
    form.append('file', file);
    try {
      queries.setQueryData(
        latestKey,
        await client.upload<StaffComparison>(`/${compareCall}`, form),
      );
      setSent(true);
    } catch (error) {
      if (!(error instanceof ApiFault)) throw error;
      setFault(error.message);
    } finally {
      setSending(false);
    }
  };
  const template = () => void client.download('/kh-edu-research/personnel/template');
  // Result of an earlier comparison, which is not shown as new.
  const answer = sent || running ? latest : null;
  return { answer, fault, busy: sending || running, take, template };
};

/**
 * Panel 比对人事名单: compares an uploaded staff list with the files; differences are settled in
 * the list page.
 */
const ExchangePanel = ({ onClose }: ListPanelProps) => {
  const label = useLabel();
  const [isWhole, setWhole] = useState(false);
  const { answer, fault, busy, take, template } = useComparison();
  useFocusReturn();
  return (
    <Modal
      open
      width={640}
      title={label(comparisonFailures)}
      onCancel={onClose}
      footer={[
        <Button key="template" onClick={template}>
          {label(['下载模板', 'Template'])}
        </Button>,
        <Button key="close" type="primary" onClick={onClose}>
          {label(['关闭', 'Close'])}
        </Button>,
      ]}
    >
      <p>
        {label([
          '按工号与现有档案比对，空单元格不比对；差异由院系科研秘书或科研处采纳后才写入档案。尚未处理的旧差异将过期。',
          'Compared with existing files by staff number; empty cells are not compared. Files change only when the college secretary or the research office accepts a difference. Open earlier differences expire.',
        ])}
      </p>
      <p>
        <Checkbox checked={isWhole} onChange={({ target }) => setWhole(target.checked)}>
          {label([
            '这是全校在职人员的完整名单（名单中没有的在职人员列为差异）',
            'This is the complete list of staff in service (those missing from it are listed as differences)',
          ])}
        </Checkbox>
      </p>
      <Upload.Dragger
        accept=".xlsx,.xls,.csv"
        disabled={busy}
        showUploadList={false}
        beforeUpload={(chosen) => {
          void take(chosen, isWhole);
          return false;
        }}
      >
        <InboxOutlined />{' '}
        {label(
          busy
            ? ['正在比对…', 'Comparing…']
            : [
                '选择或拖入人事名单（xlsx、xls、csv）',
                'Choose or drop an HR staff list (xlsx, xls, csv)',
              ],
        )}
      </Upload.Dragger>
      {fault && (
        <p className="ky-fault-text" role="alert">
          <Glyph name="warning" size={12} /> {fault}
        </p>
      )}
      {answer && <Report answer={answer} />}
    </Modal>
  );
};

export default ExchangePanel;
