import { InboxOutlined } from '@ant-design/icons';
import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { Button, Modal, Upload } from 'antd';
import type { ReactNode } from 'react';

interface ListFilePanelProps {
  readonly title: Label;
  /** Text that asks for a file. */
  readonly prompt: Label;
  /** Width in pixels. */
  readonly width: number;
  /** Name of the read file; undefined before. */
  readonly fileName: string | undefined;
  readonly busy: boolean;
  /** Refusal of the last call; empty if none. */
  readonly fault: string;
  readonly take: Label;
  readonly isReady: boolean;
  readonly onFile: (file: File) => void;
  readonly onTake: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Panel that reads an external list, shows its content, and imports the chosen lines. */
export const ListFilePanel = (props: ListFilePanelProps) => {
  const { busy, fault, fileName, onClose } = props;
  const label = useLabel();
  useFocusReturn();
  return (
    <Modal
      open
      width={props.width}
      title={label(props.title)}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {label(['关闭', 'Close'])}
        </Button>,
        <Button
          key="take"
          type="primary"
          loading={busy}
          disabled={!props.isReady}
          onClick={props.onTake}
        >
          {label(props.take)}
        </Button>,
      ]}
    >
      <Upload.Dragger
        accept=".csv,.xls,.xlsx"
        disabled={busy}
        showUploadList={false}
        beforeUpload={(chosen) => {
          props.onFile(chosen);
          return false;
        }}
      >
        <InboxOutlined /> {fileName ?? label(props.prompt)}
      </Upload.Dragger>
      {fault && (
        <p className="ky-fault-text" role="alert">
          <Glyph name="warning" size={12} /> {fault}
        </p>
      )}
      {props.children}
    </Modal>
  );
};

interface RowFaultsProps {
  readonly faults: readonly { readonly row: number; readonly message: Label }[];
}

/** Rows that could not be imported, with reasons; renders nothing if there are none. */
export const RowFaults = ({ faults }: RowFaultsProps) => {
  const label = useLabel();
  return faults.length === 0 ? null : (
    <ul className="ky-fault-text" role="alert">
      {faults.map(({ row, message }) => (
        <li key={row}>
          <Glyph name="warning" size={12} />{' '}
          {label(fill(['第 {row} 行：{message}', 'Row {row}: {message}'], { row, message }))}
        </li>
      ))}
    </ul>
  );
};
