import { useClient } from '@keyan/console/client/context.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { useLabel, useLanguage } from '@keyan/console/i18n/language.ts';
import type { OwnSectionProps } from '@keyan/console/presentation/present.ts';
import type { VerifiedExtra } from '@keyan/kernel/wire/prints.ts';
import { useQuery } from '@tanstack/react-query';
import { certificateService } from './kinds.ts';
import './certificates.web.css';

/** Section with the certified lines of a certificate, each compared with the current record. */
const CertificateLines = ({ row }: OwnSectionProps) => {
  const label = useLabel();
  const language = useLanguage();
  const client = useClient();
  const id = String(row.id);
  const { data, error, refetch } = useQuery({
    queryKey: ['certificate', id, row.version, language],
    queryFn: ({ signal }) =>
      client.get<Required<Pick<VerifiedExtra, 'heads' | 'lines'>>>(
        `/${certificateService}/standing`,
        { id },
        { quiet: true, signal },
      ),
  });
  if (error) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} />;
  if (data.lines.length === 0) {
    return <Empty>{label(['还没有勾选记录', 'No record is chosen yet'])}</Empty>;
  }
  return (
    <div className="ky-certified">
      <table>
        <thead>
          <tr>
            {data.heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col">{label(['现况', 'Now'])}</th>
          </tr>
        </thead>
        <tbody>
          {data.lines.map(({ texts, isSame, note }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a certificate keep their order
            <tr key={index} data-same={isSame}>
              {texts.map((text, place) => (
                <td key={data.heads[place] ?? place} data-head={data.heads[place]}>
                  {text}
                </td>
              ))}
              <td data-head={label(['现况', 'Now'])}>
                <span className="ky-certified-note" data-tone={isSame ? 'success' : 'warning'}>
                  <Glyph name={isSame ? 'approved' : 'warning'} />
                  {note}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

export default CertificateLines;
