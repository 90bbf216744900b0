import { useDebounced } from '@keyan/console/base/useDebounced.ts';
import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import type { Page } from '@keyan/console/client/client.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { storeHandover } from '@keyan/console/form/handover.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { useOutline, viewAddresses } from '@keyan/console/presentation/resources.tsx';
import { fill } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import { type JournalRow, type JournalSetOutcome, qualityService } from './quality.ts';
import './quality.web.css';

/** Key of the journal catalogue. */
const catalogue = 'journal';
const another = 'another';

interface Edition {
  readonly id: string;
  readonly journalName: string;
  readonly issn: string;
  readonly year: number;
}

const EditionSearch = ({
  value,
  onChoose,
}: {
  readonly value: string;
  readonly onChoose: (id: string) => void;
}) => {
  const label = useLabel();
  const client = useClient();
  const path = useOutline(catalogue)?.path;
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), 250);
  const { data } = useQuery({
    queryKey: [catalogue, 'search', search],
    queryFn: () =>
      client.get<Page<Edition>>(
        `/${path}/list`,
        { search, size: '20', current: '1' },
        { quiet: true },
      ),
    enabled: path !== undefined,
    placeholderData: (before) => before,
  });
  return (
    <Select
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value || null}
      placeholder={label(['刊名或 ISSN', 'Name or ISSN'])}
      aria-label={label(['期刊', 'Journal'])}
      options={(data?.records ?? []).map(({ id, journalName, issn, year }) => ({
        value: id,
        label: [journalName, issn, year].filter(Boolean).join(' · '),
      }))}
      onChange={(chosen) => onChoose(chosen ?? '')}
    />
  );
};

/** Renders a link to the catalogue's form with the missing name filled in. */
const AddJournal = ({
  row,
  onClose,
}: {
  readonly row: JournalRow;
  readonly onClose: () => void;
}) => {
  const label = useLabel();
  const { open } = useTab();
  const view = Object.values(useOutline(catalogue)?.views ?? {})[0];
  const mayAdd = usePermissions().has(`${view?.code}_add`);
  if (!view || !mayAdd) return null;
  return (
    <Button
      onClick={() => {
        onClose();
        const values = { journalName: row.name, issn: row.issn };
        open(`${viewAddresses(view).add}?handover=${storeHandover(values)}`);
      }}
    >
      {label(['加入期刊库', 'Add to the catalogue'])}
    </Button>
  );
};

/** Returns the function that sets the journal of all records with the text, and reports those that failed. */
const useSetting = (row: JournalRow, onClose: () => void) => {
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const set = async (journalId: string) => {
    setBusy(true);
    try {
      const { done, refused } = await client.post<JournalSetOutcome>(`/${qualityService}/journal`, {
        resource: row.resource,
        name: row.name,
        journalId,
      });
      const [first] = refused;
      if (first) {
        toast.warning(
          fill(
            ['已设置 {done} 条，{left} 条未设置：{why}', 'Set: {done}; not set: {left} ({why})'],
            {
              done: done.length,
              left: refused.length,
              why: first.message,
            },
          ),
        );
      } else toast.success(fill(['已设置 {done} 条', 'Set: {done}'], { done: done.length }));
      onClose();
    } catch (fault) {
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return { busy, set };
};

/** Renders the dialog that assigns a printed journal name to a catalogue journal, for all records with this name. */
const JournalDialog = ({
  row,
  onClose,
}: {
  readonly row: JournalRow;
  readonly onClose: () => void;
}) => {
  const label = useLabel();
  useFocusReturn();
  const [choice, setChoice] = useState(row.suggestions[0]?.id ?? another);
  const [found, setFound] = useState('');
  const { busy, set } = useSetting(row, onClose);
  const journalId = choice === another ? found : choice;
  return (
    <Modal
      open
      width={560}
      title={label(fill(['《{name}》是哪种期刊', 'Which journal is {name}'], { name: row.name }))}
      onCancel={onClose}
      footer={
        <div className="ky-quality-foot">
          <AddJournal row={row} onClose={onClose} />
          <Button onClick={onClose}>{label(['取消', 'Cancel'])}</Button>
          <Button
            type="primary"
            loading={busy}
            disabled={journalId === ''}
            onClick={() => void set(journalId)}
          >
            {label(fill(['设置 {count} 条成果', 'Set ({count})'], { count: row.records }))}
          </Button>
        </div>
      }
    >
      <p className="ky-note">
        {label([
          '设置后级别与分区按发表年份的目录版本带出',
          'Grade and quartiles follow the edition of the publication year',
        ])}
      </p>
      <Radio.Group
        className="ky-quality-choices"
        value={choice}
        onChange={({ target }) => setChoice(target.value)}
      >
        {row.suggestions.map(({ id, name, issn, score }) => (
          <Radio key={id} value={id}>
            {name}{' '}
            <span className="ky-note">
              {issn} {label(fill(['相似 {score}%', '{score}% similar'], { score }))}
            </span>
          </Radio>
        ))}
        <Radio value={another}>{label(['从期刊库选', 'Choose from the catalogue'])}</Radio>
        {choice === another && <EditionSearch value={found} onChoose={setFound} />}
      </Radio.Group>
    </Modal>
  );
};

export default JournalDialog;
