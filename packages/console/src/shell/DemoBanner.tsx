import { fill } from '@keyan/kernel/label.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient } from '../client/context.tsx';
import { Glyph } from '../components/Glyph.tsx';
import { useLabel } from '../i18n/language.ts';

/** Milliseconds between two requests for the percentage. */
const askEvery = 5000;

/** Renders the written percentage of the demonstration. When the banner disappears, all queries are refetched. */
const DemoBanner = ({ percentage }: { readonly percentage: string }) => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  useEffect(() => {
    const ask = () =>
      client.get('/keyan/site', {}, { anonymous: true, quiet: true }).catch(() => undefined);
    const timer = setInterval(() => void ask(), askEvery);
    return () => {
      clearInterval(timer);
      void queries.invalidateQueries();
    };
  }, [client, queries]);
  return (
    <div className="ky-banner" data-tone="info">
      <Glyph name="draft" />
      {label(
        fill(
          [
            '演示数据正在写入，已完成 {percentage}%',
            'Demo data is being written: {percentage}% done',
          ],
          { percentage },
        ),
      )}
    </div>
  );
};

export default DemoBanner;
