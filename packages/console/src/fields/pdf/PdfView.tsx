import { ColumnWidthOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import type { Label } from '@keyan/kernel/label.ts';
import { Button, Tooltip } from 'antd';
import { type ReactNode, useRef } from 'react';
import { ErrorPanel, SkeletonRows } from '../../components/state.tsx';
import { useLabel } from '../../i18n/language.ts';
import { usePdf } from './usePdf.ts';
import 'pdfjs-dist/web/pdf_viewer.css';
import './pdf.css';

interface PdfViewProps {
  readonly file: Blob;
  readonly name: string;
}

interface ToolProps {
  readonly name: Label;
  readonly icon: ReactNode;
  readonly onUse: () => void;
}

const Tool = ({ name, icon, onUse }: ToolProps) => {
  const label = useLabel();
  return (
    <Tooltip title={label(name)}>
      <Button size="small" type="text" icon={icon} aria-label={label(name)} onClick={onUse} />
    </Tooltip>
  );
};

/** Returns the reason why a document cannot be shown, in the reader's words. */
const reasonOf = ({ name }: Error): Label =>
  name === 'PasswordException'
    ? ['文件设有密码，请下载后查看', 'The file is protected by a password; download it to read it']
    : ['文件已损坏或不是 PDF，无法预览', 'The file is damaged or not a PDF'];

/**
 * Renders the pages of a PDF, one below the other. The browser's own viewer would take the focus
 * from somebody writing a comment beside it, and phones have none.
 */
const PdfView = ({ file, name }: PdfViewProps) => {
  const label = useLabel();
  const container = useRef<HTMLDivElement>(null);
  const { page, pages, fault, zoomIn, zoomOut, fitWidth } = usePdf(container, file);
  return (
    <div className="ky-pdf">
      {pages > 0 && (
        <div className="ky-pdf-bar" role="toolbar" aria-label={label(['阅读', 'Reading'])}>
          <span className="ky-pdf-page">
            {label([`第 ${page} / ${pages} 页`, `${page} / ${pages}`])}
          </span>
          <Tool name={['缩小', 'Zoom out']} icon={<ZoomOutOutlined />} onUse={zoomOut} />
          <Tool name={['放大', 'Zoom in']} icon={<ZoomInOutlined />} onUse={zoomIn} />
          <Tool name={['适合宽度', 'Fit width']} icon={<ColumnWidthOutlined />} onUse={fitWidth} />
        </div>
      )}
      <div className="ky-pdf-window">
        <div
          ref={container}
          className="ky-pdf-scroll"
          role="document"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
          tabIndex={0}
          aria-label={name}
        >
          <div className="pdfViewer" />
        </div>
        {pages === 0 && !fault && <SkeletonRows />}
        {fault && <ErrorPanel fault={new Error(label(reasonOf(fault)))} />}
      </div>
    </div>
  );
};

export default PdfView;
