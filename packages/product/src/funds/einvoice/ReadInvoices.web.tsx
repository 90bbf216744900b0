import { ScanOutlined } from '@ant-design/icons';
import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { subTableLines } from '@keyan/console/form-store/path.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { FormPartProps } from '@keyan/console/presentation/present.ts';
import { fill } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Button, Upload } from 'antd';
import { useState } from 'react';
import { suggestedItem } from './items.ts';
import { type CheckedInvoice, readInvoiceCall } from './judging.ts';

/** Attachment category of invoices. */
const invoices = '25';

/** Memo of an expense from the item texts of an invoice. */
const memoOf = ({ lines, seller }: CheckedInvoice): string =>
  lines
    .map(({ name }) => name)
    .join('、')
    .slice(0, 200) || seller;

/** Values of an invoice for empty fields of the expense form. */
const givenBeside = (values: RowLike, invoice: CheckedInvoice): RowLike => {
  const given: RowLike = {
    payee: invoice.seller,
    receivablesAccount: invoice.sellerAccount?.number,
    openingBank: invoice.sellerAccount?.bank,
    expenseDate: invoice.date,
    reason: memoOf(invoice),
  };
  // The account is copied only if the payee equals the seller.
  const isOther = Boolean(values.payee) && values.payee !== invoice.seller;
  const names = Object.keys(given).filter(
    (name) =>
      given[name] && !values[name] && !(isOther && /^(receivablesAccount|openingBank)$/.test(name)),
  );
  return Object.fromEntries(names.map((name) => [name, given[name]]));
};

/** Uploads invoice files and enters the values read into the form. */
const useInvoices = ({ form, path }: FormPartProps) => {
  const label = useLabel();
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const enter = (invoice: CheckedInvoice, file: RowLike) => {
    const { values } = form.state();
    const lines = subTableLines(values, path);
    const isKnown = lines.some((line) => line.invoiceNum === invoice.number);
    // Drops untouched empty lines, so that values of the invoice come first.
    const kept = lines.filter((line) => line.amount || line.invoiceNum || line.remark);
    const line = {
      itemCode: suggestedItem(invoice),
      amount: invoice.total || null,
      invoiceNum: invoice.number,
      remark: memoOf(invoice) || null,
    };
    const attachments = Array.isArray(values.attachments) ? values.attachments : [];
    form.fill({
      [path]: isKnown ? lines : [...kept, line],
      attachments: [...attachments, { ...file, catalog: invoices }],
      ...givenBeside(values, invoice),
    });
    const { project } = invoice;
    if (project && !values.programId) {
      form.set('programId', project.id, { ...project.values, programIdName: project.text });
    }
  };
  const read = async (file: File) => {
    setBusy(true);
    try {
      const given = new FormData();
      given.append('file', file);
      const invoice = await client.upload<CheckedInvoice>(`/${readInvoiceCall}`, given);
      const kept = new FormData();
      kept.append('catalog', invoices);
      kept.append('file', file);
      enter(
        invoice,
        await client.upload<RowLike>('/blade-resource/oss/endpoint/ext/put-file', kept),
      );
      const more = invoice.warnings.map((warning) => `${file.name}：${label(warning)}`);
      if (more.length > 0) setFaults((before) => [...before, ...more]);
    } catch (error) {
      if (!(error instanceof ApiFault)) throw error;
      setFaults((before) => [...before, `${file.name}：${error.message}`]);
    } finally {
      setBusy(false);
    }
  };
  const begin = (file: File): void => {
    setFaults([]);
    void read(file);
  };
  return { busy, faults, begin };
};

/**
 * Button 读取电子发票: enters numbers, amounts and texts of invoices as lines of the expense, and
 * attaches the files.
 */
export const ReadInvoices = (props: FormPartProps) => {
  const label = useLabel();
  const { busy, faults, begin } = useInvoices(props);
  return (
    <>
      <Upload
        accept=".xml,.ofd,.pdf,.png,.jpg,.jpeg"
        multiple
        showUploadList={false}
        beforeUpload={(file) => {
          begin(file);
          return false;
        }}
      >
        <Button size="small" icon={<ScanOutlined />} loading={busy}>
          {label(['读取电子发票', 'Read invoices'])}
        </Button>
      </Upload>
      {faults.length > 0 && (
        <ul className="ky-fault-text" role="alert">
          {faults.map((text) => (
            <li key={text}>
              <Glyph name="warning" size={12} /> {text}
            </li>
          ))}
        </ul>
      )}
      <span className="ky-note">
        {label(
          fill(
            [
              '{kinds}；仅读取票面，未向税务机关查验',
              '{kinds}; read from the invoice only, not verified with the tax authority',
            ],
            { kinds: 'XML, OFD, PDF, QR' },
          ),
        )}
      </span>
    </>
  );
};
