import type { PrintedSheet } from '@keyan/kernel/wire/prints.ts';
import { QRCode } from 'antd';
import { useEffect } from 'react';
import { useLabel } from '../i18n/language.ts';

/** Pixels; 27 millimetres on paper, which telephones read from a hand's breadth away. */
const side = 104;

/** On paper only: the code that leads to the page where strangers verify the sheet. Prints once it is there. */
const PrintedCode = ({ sheet }: { readonly sheet: PrintedSheet }) => {
  const label = useLabel();
  useEffect(() => {
    if (sheet.token) window.print();
  }, [sheet.token]);
  // Behind the hash, so that the token reaches no log of addresses.
  const address = `${location.origin}/verify#${sheet.token}`;
  return (
    <div className="ky-printcode">
      <QRCode value={address} type="svg" size={side} bordered={false} color="#000" bgColor="#fff" />
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
