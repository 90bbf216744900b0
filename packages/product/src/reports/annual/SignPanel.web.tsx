import { useClient } from '@keyan/console/client/context.tsx';
import { Glyph, type GlyphName } from '@keyan/console/components/Glyph.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Button } from 'antd';
import type { PanelProps } from './AnnualTable.web.tsx';
import { annualService, type SignatureAnswer } from './answers.ts';

const states: Readonly<
  Record<SignatureAnswer['state'], { readonly text: Label; readonly glyph: GlyphName }>
> = {
  open: { text: ['未签认', 'Not signed'], glyph: 'draft' },
  signed: { text: ['已签认', 'Signed'], glyph: 'approved' },
  lapsed: { text: ['签认后数据有变动', 'Changed since signing'], glyph: 'warning' },
};

/** Colleges with the state of their signature. */
export const SignPanel = ({ overview, onChanged }: PanelProps) => {
  const label = useLabel();
  const client = useClient();
  const sign = async ({ dept, digest }: SignatureAnswer) => {
    try {
      await client.post(`/${annualService}/sign`, { id: overview.id, dept, digest });
      toast.success(['已签认', 'Signed']);
    } catch (fault) {
      toast.fault(fault);
    }
    onChanged();
  };
  if (overview.signatures.length === 0) {
    return <p className="ky-note">{label(['没有院系的数据', 'No college data'])}</p>;
  }
  return (
    <table className="ky-annual-table ky-annual-signs">
      <thead>
        <tr>
          <th scope="col">{label(['院系', 'College'])}</th>
          <th scope="col" className="ky-annual-number">
            {label(['计入记录', 'Records counted'])}
          </th>
          <th scope="col">{label(['状态', 'Status'])}</th>
          <th scope="col">{label(['签认人', 'Signed by'])}</th>
          <th scope="col">
            <span className="ky-sr">{label(['操作', 'Action'])}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {overview.signatures.map((one) => (
          <tr key={one.dept}>
            <th scope="row">{one.name}</th>
            <td className="ky-annual-number">{one.records}</td>
            <td>
              <Glyph name={states[one.state].glyph} /> {label(states[one.state].text)}
              {one.changed > 0 && label([`（${one.changed} 条）`, ` (${one.changed})`])}
            </td>
            <td>
              {one.by} <small>{one.at}</small>
            </td>
            <td>
              {one.mine && (
                <Button type="primary" onClick={() => void sign(one)}>
                  {one.state === 'lapsed'
                    ? label(['重新签认', 'Sign again'])
                    : label(['签认', 'Sign'])}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
