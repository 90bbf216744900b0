import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { Button, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { thesis } from '../achievement/collection/thesis.ts';
import { spiderField } from './dictionaries.ts';
import { spiderService } from './service.ts';
import type { TriedItem, TriedPage } from './wire.ts';
import './collecting.web.css';

interface TryPanelProps {
  readonly site: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** Default keyword of a trial: the name of the university. */
const usual = '${schoolName}';

const useTrial = (site: string) => {
  const client = useClient();
  const [keyword, setKeyword] = useState(usual);
  const [busy, setBusy] = useState(false);
  const [page, setPage] = useState<TriedPage>();
  const [fault, setFault] = useState('');
  const ask = async (cursor: string | null) => {
    setBusy(true);
    setFault('');
    try {
      const input = { id: site, keyword, ...(cursor === null ? {} : { cursor }) };
      setPage(await client.post<TriedPage>(`/${spiderService}/site/try`, input, { quiet: true }));
    } catch (error) {
      setPage(undefined);
      setFault(error instanceof ApiFault ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return { keyword, setKeyword, busy, page, fault, ask };
};

const kinds: Readonly<Record<TriedItem['kind'], Label>> = {
  work: ['题录', 'Work'],
  notice: ['公告', 'Notice'],
  retraction: ['撤稿', 'Retraction'],
  gone: ['来源已删除', 'Withdrawn'],
};

/** Label of a field that the trial read. */
const labelOf = (name: string): Label =>
  (thesis.fields as Readonly<Record<string, { readonly spec: { readonly label: Label } }>>)[name]
    ?.spec.label ??
  entryOf(spiderField, name)?.label ?? [name, name];

/** Renders the fields of one item on the page. */
const Item = ({ item, at }: { readonly item: TriedItem; readonly at: number }) => {
  const label = useLabel();
  const fields = Object.entries(item.fields).filter(([, value]) => value !== '');
  return (
    <section className="ky-spider-item">
      <h4>
        {at}. {label(kinds[item.kind])} <span className="ky-note">{item.id}</span>
      </h4>
      <dl>
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt>{label(labelOf(name))}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

/** Renders the requests of the trial: status, size in bytes, duration. */
const Calls = ({ page }: { readonly page: TriedPage }) => {
  const label = useLabel();
  return (
    <p className="ky-note">
      {page.calls
        .map(({ address, status, bytes, milliseconds, fault }) =>
          [
            address,
            status || fault,
            label(fill(['{bytes} 字节', '{bytes} bytes'], { bytes })),
            `${milliseconds} ms`,
          ].join(' · '),
        )
        .map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls stay in their order
          <span key={index} className="ky-spider-call">
            {line}
          </span>
        ))}
    </p>
  );
};

const Tried = ({ page }: { readonly page: TriedPage }) => {
  const label = useLabel();
  const { items, total, problems } = page;
  return (
    <>
      <p role="status">
        {label(fill(['本页识别 {count} 条', '{count} on this page'], { count: items.length }))}
        {total !== null && label(fill(['，来源共 {total} 条', ' of {total}'], { total }))}
      </p>
      {problems.map((problem) => (
        <p key={problem} className="ky-fault-text" role="alert">
          <Glyph name="warning" size={12} /> {problem}
        </p>
      ))}
      <Calls page={page} />
      <div className="ky-spider-sides">
        <div>
          {items.map((item, index) => (
            <Item key={item.id} item={item} at={index + 1} />
          ))}
        </div>
        <section aria-label={label(['原始页面', 'The page as it came'])}>
          <pre className="ky-spider-raw">{page.page}</pre>
        </section>
      </div>
    </>
  );
};

/** Renders 试采: one page of a site beside the items read from the page. Nothing is stored. */
const TryPanel = ({ site, onClose }: TryPanelProps) => {
  useFocusReturn();
  const label = useLabel();
  const id = useId();
  const { keyword, setKeyword, busy, page, fault, ask } = useTrial(site.id);
  return (
    <Modal
      open
      width={1080}
      title={label(fill(['试采：{name}', 'Try: {name}'], { name: site.name }))}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {label(['关闭', 'Close'])}
        </Button>,
        <Button
          key="next"
          disabled={busy || !page?.next}
          onClick={() => void ask(page?.next ?? null)}
        >
          {label(['下一页', 'Next page'])}
        </Button>,
        <Button key="go" type="primary" loading={busy} onClick={() => void ask(null)}>
          {label(['试采一页', 'Try one page'])}
        </Button>,
      ]}
    >
      <p className="ky-spider-asked">
        <label htmlFor={id}>{label(['检索式', 'Query'])}</label>
        <Input
          id={id}
          value={keyword}
          maxLength={500}
          onChange={({ target }) => setKeyword(target.value)}
          onPressEnter={() => void ask(null)}
        />
      </p>
      {fault && (
        <p className="ky-fault-text" role="alert">
          <Glyph name="warning" size={12} /> {fault}
        </p>
      )}
      {page ? (
        <Tried page={page} />
      ) : (
        <p className="ky-note">
          {label(['试采只读取一页，不保存任何内容', 'A trial reads one page and stores nothing'])}
        </p>
      )}
    </Modal>
  );
};

export default TryPanel;
