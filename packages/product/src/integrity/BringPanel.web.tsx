import { useClient } from '@keyan/console/client/context.tsx';
import { queryKeysOf } from '@keyan/console/data/calls.ts';
import { DayInput } from '@keyan/console/fields/DayInput.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import type { ListPanelProps } from '@keyan/console/presentation/present.ts';
import { fill } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { useId, useState } from 'react';
import { ListFilePanel } from '../shared/list-files/ListFilePanel.web.tsx';
import { fileForm, useSending } from '../shared/list-files/useSending.web.ts';
import { importWatchListCall, type WatchListImportAnswer } from './bring.ts';
import { watchListKind, watchListKindCodes } from './dictionaries.ts';
import { watchList } from './watch-list.ts';

/** Kinds of lists that are imported as files. */
const kinds = [watchListKindCodes.retraction, watchListKindCodes.journal] as const;

/** Default name of a list: the file name without extension. */
const nameOf = (file: File): string => file.name.replace(/\.[^.]+$/, '').slice(0, 100);

/**
 * Panel that imports a watch list: file, kind, and result of the comparison. Long because form and
 * result share one state.
 */
const BringPanel = ({ onClose }: ListPanelProps) => {
  const label = useLabel();
  const id = useId();
  const client = useClient();
  const queries = useQueryClient();
  const tab = useTab();
  const { busy, fault, send } = useSending();
  const [file, setFile] = useState<File>();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<string>(watchListKindCodes.retraction);
  const [day, setDay] = useState('');
  const [brought, setBrought] = useState<WatchListImportAnswer>();
  const take = async () => {
    if (!file) return;
    const fields = { listName: name.trim(), listKind: kind, issueDate: day };
    const answer = await send(() =>
      client.upload<WatchListImportAnswer>(`/${importWatchListCall}`, fileForm(file, fields)),
    );
    if (answer === null) return;
    setBrought(answer);
    await queries.invalidateQueries({ queryKey: queryKeysOf(watchList).all });
  };
  return (
    <ListFilePanel
      title={['导入撤稿（预警）名单', 'Import a watch list']}
      prompt={[
        '选择或拖入名单文件（.csv、.xlsx、.xls），须有 DOI、题名或刊名列',
        'Choose or drop a list (.csv, .xlsx, .xls) with a DOI, title or journal column',
      ]}
      width={640}
      fileName={file?.name}
      busy={busy}
      fault={fault}
      take={['导入并核对', 'Import and compare']}
      isReady={file !== undefined && name.trim() !== '' && !brought}
      onFile={(chosen) => {
        setFile(chosen);
        setBrought(undefined);
        setName((given) => given || nameOf(chosen));
      }}
      onTake={() => void take()}
      onClose={onClose}
    >
      <div className="ky-bring">
        <label htmlFor={`${id}-name`}>
          <span className="ky-label">{label(['名单名称', 'List name'])}</span>
          <Input
            id={`${id}-name`}
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <label htmlFor={`${id}-kind`}>
          <span className="ky-label">{label(['名单类型', 'List type'])}</span>
          <Select
            id={`${id}-kind`}
            value={kind}
            options={kinds.map((code) => ({
              value: code,
              label: label(entryOf(watchListKind, code)?.label ?? ['', '']),
            }))}
            onChange={setKind}
          />
        </label>
        <label htmlFor={`${id}-day`}>
          <span className="ky-label">
            {label(['名单日期（空为今天）', 'Date of the list (today if empty)'])}
          </span>
          <DayInput id={`${id}-day`} value={day} onChange={setDay} />
        </label>
      </div>
      <p className="ky-note">
        {label(
          kind === watchListKindCodes.journal
            ? [
                '期刊预警名单只核对名单日期及以后发表的论文',
                'A journal warning list is compared only with papers published from the date of the list',
              ]
            : [
                'DOI 一致即立案；没有 DOI 的，题名须同时刊名或年份一致',
                'A matching DOI opens a case; without a DOI, the title must match together with the journal or year',
              ],
        )}
      </p>
      {brought && (
        <p className="ky-bring-done" role="status">
          {label(
            fill(
              [
                '已读入 {entries} 条，新立案 {opened} 件。',
                'Entries read: {entries}; cases opened: {opened}. ',
              ],
              { entries: brought.entries, opened: brought.opened },
            ),
          )}
          <button
            type="button"
            className="ky-link"
            onClick={() => {
              onClose();
              tab.open(`/achievement/watchList/detail?id=${brought.id}`);
            }}
          >
            {label(['查看名单与案件', 'View the list and its cases'])}
          </button>
        </p>
      )}
    </ListFilePanel>
  );
};

export default BringPanel;
