import { PlusOutlined, RedoOutlined, UploadOutlined } from '@ant-design/icons';
import type { AttachedFile, Catalogue } from '@keyan/kernel/field.ts';
import { fill } from '@keyan/kernel/label.ts';
import { App, Button, Progress } from 'antd';
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import { useClient } from '../client/context.tsx';
import { ApiFault } from '../client/fault.ts';
import { Glyph } from '../components/Glyph.tsx';
import { toast } from '../components/toast.ts';
import { putFile } from '../data/calls.ts';
import { useCatalogues } from '../data/catalogues.ts';
import { useForm } from '../form/store.ts';
import { useLabel } from '../i18n/language.ts';
import type { PieceProps } from '../shared/present.ts';
import { FileTile } from './FileTile.tsx';
import './files.css';
import { admitFiles, nextCatalogue, type Transfer, uploadTexts } from './upload.ts';

const none: readonly AttachedFile[] = [];
let lastTransfer = 0;

/** The attachments of a form, drawer by drawer: choose, drop or paste; nothing is lost by a failure. */
export const FilesBlock = ({ form, path }: PieceProps) => {
  const label = useLabel();
  const client = useClient();
  const { modal } = App.useApp();
  const files = useForm(form, (state) => (state.values[path] as AttachedFile[] | null) ?? none);
  const allowed = useForm(
    form,
    (state) => form.resource.attachable?.(state.values as never) !== false,
  );
  const catalogues = useCatalogues(form.resource, form.resource.fields[path]?.spec);
  const [transfers, setTransfers] = useState<readonly Transfer[]>([]);

  const change = (key: string, next: Partial<Transfer> | null) =>
    setTransfers((all) =>
      all.flatMap((each) => (each.key !== key ? [each] : next ? [{ ...each, ...next }] : [])),
    );

  const send = async ({ key, file, catalog }: Transfer) => {
    try {
      const businessId = form.stored().id;
      const given = {
        catalog,
        resource: form.resource.key,
        ...(typeof businessId === 'string' ? { businessId } : {}),
      };
      const put = await putFile(client, file, given, {
        onProgress: (percent) => change(key, { percent }),
      });
      // Other files may have arrived meanwhile: the list is read now, not when sending began.
      const now = (form.state().values[path] as AttachedFile[] | null) ?? none;
      form.set(path, [...now, { ...put, catalog }]);
      change(key, null);
      toast.success(fill(uploadTexts.done, { name: file.name }));
    } catch (fault) {
      change(key, { failed: fault instanceof ApiFault ? fault.message : String(fault) });
      toast.error(fill(uploadTexts.failed, { name: file.name }));
    }
  };

  const add = (list: readonly File[], catalogue: Catalogue) => {
    const waiting = transfers.filter((each) => each.catalog === catalogue.code).length;
    const present = files.filter((file) => file.catalog === catalogue.code).length + waiting;
    const { accepted, refusals } = admitFiles(list, catalogue, present);
    for (const refusal of refusals) toast.warning(refusal);
    const begun = accepted.map((file): Transfer => {
      lastTransfer += 1;
      return { key: `${lastTransfer}`, file, catalog: catalogue.code, percent: 0 };
    });
    setTransfers((all) => [...all, ...begun]);
    for (const transfer of begun) void send(transfer);
  };

  const remove = async (file: AttachedFile) => {
    const sure = await modal.confirm({
      title: label(fill(uploadTexts.remove, { name: file.name })),
      okText: label(['移除', 'Remove']),
      cancelText: label(['取消', 'Cancel']),
      okButtonProps: { danger: true },
    });
    if (!sure) return;
    const now = (form.state().values[path] as AttachedFile[] | null) ?? none;
    form.set(
      path,
      now.filter((each) => each.id !== file.id),
    );
    toast.success(uploadTexts.removed);
  };

  const paste = (event: ClipboardEvent) => {
    const target = nextCatalogue(catalogues, files);
    const pasted = [...event.clipboardData.files];
    if (!target || pasted.length === 0) return;
    event.preventDefault();
    add(pasted, target);
  };

  if (!allowed) {
    return (
      <p className="ky-files-closed">
        <Glyph name="warning" tone="warning" />
        {label([
          '涉密记录不得上传附件，也不要求附件',
          'A secret record takes no attachments, and none is required',
        ])}
      </p>
    );
  }
  return (
    <div className="ky-files" onPaste={paste}>
      {catalogues.map((catalogue) => (
        <Drawer
          key={catalogue.code}
          catalogue={catalogue}
          files={files.filter((file) => file.catalog === catalogue.code)}
          transfers={transfers.filter((each) => each.catalog === catalogue.code)}
          onAdd={(list) => add(list, catalogue)}
          onRemove={(file) => void remove(file)}
          onRetry={(transfer) => {
            change(transfer.key, { failed: undefined, percent: 0 });
            void send(transfer);
          }}
          onDrop={(key) => change(key, null)}
        />
      ))}
    </div>
  );
};

interface DrawerProps {
  readonly catalogue: Catalogue;
  readonly files: readonly AttachedFile[];
  readonly transfers: readonly Transfer[];
  readonly onAdd: (files: readonly File[]) => void;
  readonly onRemove: (file: AttachedFile) => void;
  readonly onRetry: (transfer: Transfer) => void;
  /** Puts a failed transfer away. */
  readonly onDrop: (key: string) => void;
}

const Drawer = (props: DrawerProps) => {
  const { catalogue, files, transfers, onAdd, onRemove, onRetry, onDrop } = props;
  const label = useLabel();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent, inside: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(inside);
  };
  const lacking = catalogue.required && files.length === 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut for the button inside
    <div
      className="ky-catalogue"
      data-over={over || undefined}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        onAdd([...event.dataTransfer.files]);
      }}
    >
      <div className="ky-catalogue-head">
        <span className="ky-label">
          {catalogue.required && <b aria-hidden="true">*</b>}
          {label(catalogue.label)}
        </span>
        <span className="ky-note">
          {catalogue.required ? label(['必传', 'Required']) : label(['选传', 'Optional'])}
          {lacking && label(['，缺 1 份', ', 1 missing'])}
        </span>
        <Button
          size="small"
          icon={files.length === 0 ? <UploadOutlined /> : <PlusOutlined />}
          disabled={files.length + transfers.length >= catalogue.limit}
          aria-label={label([`上传${catalogue.label[0]}`, `Upload: ${catalogue.label[1]}`])}
          onClick={() => input.current?.click()}
        >
          {label(['上传', 'Upload'])}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          data-catalogue={catalogue.code}
          onChange={(event) => {
            onAdd([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </div>
      {files.length + transfers.length === 0 ? (
        <p className="ky-catalogue-hint">
          {label([
            '把文件拖到这里，或点“上传”；单个不超过 100 MB',
            'Drop files here or press Upload; at most 100 MB each',
          ])}
        </p>
      ) : (
        <div className="ky-tiles">
          {files.map((file) => (
            <FileTile key={file.id} file={file} onRemove={() => onRemove(file)} />
          ))}
          {transfers.map((transfer) => (
            <TransferTile
              key={transfer.key}
              transfer={transfer}
              onRetry={() => onRetry(transfer)}
              onDrop={() => onDrop(transfer.key)}
            />
          ))}
        </div>
      )}
    </div>
  );
};

interface TransferTileProps {
  readonly transfer: Transfer;
  readonly onRetry: () => void;
  readonly onDrop: () => void;
}

const TransferTile = ({ transfer, onRetry, onDrop }: TransferTileProps) => {
  const label = useLabel();
  const { file, percent, failed } = transfer;
  return (
    <div className="ky-file" data-failed={failed ? true : undefined}>
      <span className="ky-file-text">
        <span className="ky-file-name" title={file.name}>
          {file.name}
        </span>
        {failed ? (
          <span className="ky-note ky-fault-text">{failed}</span>
        ) : (
          <Progress percent={percent} size="small" aria-label={file.name} />
        )}
      </span>
      {failed && (
        <>
          <button type="button" className="ky-link" onClick={onRetry}>
            <RedoOutlined /> {label(['重试', 'Retry'])}
          </button>
          <button type="button" className="ky-link" onClick={onDrop}>
            {label(['放弃', 'Discard'])}
          </button>
        </>
      )}
    </div>
  );
};
