import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { fill } from '@keyan/kernel/label.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Input, Modal } from 'antd';
import { useState } from 'react';
import { maxRepresentativeWorks, type Output, type Scholar, scholarCalls } from './scholar.ts';

const keyOf = ({ kind, id }: Pick<Output, 'kind' | 'id'>): string => `${kind} ${id}`;

/** Keys with one element moved by a number of positions. */
const moved = (keys: readonly string[], at: number, by: number): readonly string[] => {
  const next = [...keys];
  const [key] = next.splice(at, 1);
  if (key !== undefined) next.splice(at + by, 0, key);
  return next;
};

interface ChosenProps {
  readonly keys: readonly string[];
  readonly titleOf: (key: string) => string;
  readonly onChange: (keys: readonly string[]) => void;
}

/** List of chosen works in order. */
const Chosen = ({ keys, titleOf, onChange }: ChosenProps) => {
  const label = useLabel();
  return (
    <ol className="ky-choose-list" aria-label={label(['已选', 'Chosen'])}>
      {keys.map((key, index) => {
        const title = titleOf(key);
        return (
          <li key={key}>
            <span>{title}</span>
            <button
              type="button"
              className="ky-icon-button"
              disabled={index === 0}
              aria-label={label([`上移 ${title}`, `Move up: ${title}`])}
              onClick={() => onChange(moved(keys, index, -1))}
            >
              <ArrowUpOutlined />
            </button>
            <button
              type="button"
              className="ky-icon-button"
              disabled={index === keys.length - 1}
              aria-label={label([`下移 ${title}`, `Move down: ${title}`])}
              onClick={() => onChange(moved(keys, index, 1))}
            >
              <ArrowDownOutlined />
            </button>
            <button
              type="button"
              className="ky-icon-button"
              aria-label={label([`移除 ${title}`, `Remove: ${title}`])}
              onClick={() => onChange(keys.filter((one) => one !== key))}
            >
              <CloseOutlined />
            </button>
          </li>
        );
      })}
    </ol>
  );
};

interface CandidatesProps {
  readonly works: readonly Output[];
  readonly disabled: boolean;
  readonly onChoose: (key: string) => void;
}

/** List of available works, filtered by a word of the title. */
const Candidates = ({ works, disabled, onChoose }: CandidatesProps) => {
  const label = useLabel();
  const [search, setSearch] = useState('');
  const word = search.trim().toLowerCase();
  return (
    <>
      <Input
        allowClear
        aria-label={label(['按题目找', 'Find by title'])}
        placeholder={label(['按题目找', 'Find by title'])}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ul className="ky-choose-list" aria-label={label(['可选', 'Available'])}>
        {works
          .filter(({ title }) => title.toLowerCase().includes(word))
          .map((one) => (
            <li key={keyOf(one)}>
              <span>
                {one.title} <span className="ky-note">{one.year || ''}</span>
              </span>
              <button
                type="button"
                className="ky-icon-button"
                disabled={disabled}
                aria-label={label([`选择 ${one.title}`, `Choose: ${one.title}`])}
                onClick={() => onChoose(keyOf(one))}
              >
                <PlusOutlined />
              </button>
            </li>
          ))}
      </ul>
    </>
  );
};

interface DialogProps {
  readonly scholar: Scholar;
  readonly onClose: () => void;
}

/** Saves the choice and reloads the page. */
const useKeeping = ({ scholar, onClose }: DialogProps) => {
  const client = useClient();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const keep = async (works: readonly Pick<Output, 'kind' | 'id'>[]) => {
    setBusy(true);
    try {
      const chosen = works.map(({ kind, id }) => ({ kind, id }));
      await client.post(`/${scholarCalls}/choose`, { works: chosen, version: scholar.version });
      await queries.invalidateQueries({ queryKey: ['scholar'] });
      onClose();
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return { busy, keep };
};

/** Dialog for choosing and ordering the works shown first on one’s page. */
const ChooseDialog = (props: DialogProps) => {
  const { scholar, onClose } = props;
  const label = useLabel();
  useFocusReturn();
  const { busy, keep } = useKeeping(props);
  const [keys, setKeys] = useState<readonly string[]>(() => scholar.chosen.map(keyOf));
  const works = new Map(
    scholar.outputs.filter(({ approved }) => approved).map((one) => [keyOf(one), one]),
  );
  return (
    <Modal
      open
      width={720}
      title={label(['选择代表作', 'Choose representative works'])}
      okText={label(['保存', 'Save'])}
      cancelText={label(['取消', 'Cancel'])}
      confirmLoading={busy}
      onOk={() => void keep(keys.flatMap((key) => works.get(key) ?? []))}
      onCancel={onClose}
    >
      <p className="ky-note">
        {label(
          fill(
            [
              '已选 {count} 项，最多 {most} 项；按此顺序显示在主页最前',
              '{count} chosen of at most {most}; they appear first on your page, in this order',
            ],
            { count: keys.length, most: maxRepresentativeWorks },
          ),
        )}
      </p>
      <Chosen keys={keys} titleOf={(key) => works.get(key)?.title ?? ''} onChange={setKeys} />
      <Candidates
        works={[...works.values()].filter((one) => !keys.includes(keyOf(one)))}
        disabled={keys.length >= maxRepresentativeWorks}
        onChoose={(key) => setKeys([...keys, key])}
      />
    </Modal>
  );
};

export default ChooseDialog;
