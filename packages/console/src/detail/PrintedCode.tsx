import type { PrintedSheet } from '@keyan/kernel/wire/prints.ts';
import { QRCode } from 'antd';
import { useEffect } from 'react';
import { useLabel } from '../i18n/language.ts';

/** Size in pixels; 27 mm on paper, readable by a telephone from a hand's breadth. */
const codeSize = 104;

/**
 * Renders, on paper only, the QR code of the page where anybody verifies the sheet. Prints once the
 * code is rendered.
 */
const PrintedCode = ({ sheet }: { readonly sheet: PrintedSheet }) => {
  const label = useLabel();
  useEffect(() => {
    if (sheet.token) window.print();
  }, [sheet.token]);
  // The token is behind the hash, so that no log of addresses contains it.
  const address = `${location.origin}/verify#${sheet.token}`;
  return (
    <div className="ky-printcode">
      <QRCode
        value={address}
        type="svg"
        size={codeSize}
        bordered={false}
        color="#000"
        bgColor="#fff"
      />
      <p>
        <strong>{label(['扫码核验真伪', 'Scan to verify this sheet'])}</strong>
        <span>
          {label([`打印人：${sheet.printedBy}`, `Printed by ${sheet.printedBy}`])}
          {label(['，', ', '])}
          {sheet.printTime}
        </span>
        <span>
          {label([`数据版本：${sheet.version}`, `Version of the record: ${sheet.version}`])}
        </span>
        <span className="ky-printcode-address">{address}</span>
      </p>
    </div>
  );
};

export default PrintedCode;
