import type { Client } from '@keyan/console/client/client.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { Typography } from 'antd';
import { useState } from 'react';
import { DialogFrame } from '../../system/accounts/dialog-frame.web.tsx';
import { externalPath } from '../review-paths.ts';
import { handOverCall, type LinkHandedOver } from './external.ts';

interface Props {
  readonly id: string;
  readonly title: Label;
  readonly client: Client;
  readonly onClose: () => void;
}

/** Dialog that shows link and code once; the history records who handed them over. */
export const LinkHandOver = ({ id, title, client, onClose }: Props) => {
  const label = useLabel();
  const [given, setGiven] = useState<LinkHandedOver>();
  const send = async (): Promise<Label | undefined> => {
    if (given) return ['已交付', 'Handed over'];
    setGiven(await client.post<LinkHandedOver>(`/${handOverCall}`, { id }));
    return undefined;
  };
  return (
    <DialogFrame
      onClose={onClose}
      title={title}
      go={given ? ['我已交给本人', 'Handed over'] : ['生成链接与口令', 'Generate link and code']}
      send={send}
    >
      {given ? (
        <>
          <p>
            {label(
              fill(
                [
                  '评审通知单：请交给{name}本人。口令 {until} 前有效，只能使用一次。',
                  'Review notice, for {name} only. The code is valid until {until} and can be used once.',
                ],
                { name: given.name, until: given.until.slice(0, 16) },
              ),
            )}
          </p>
          <p>{label(['链接', 'Link'])}</p>
          <Typography.Text code copyable data-link>
            {`${location.origin}${externalPath}#${given.token}`}
          </Typography.Text>
          <p>{label(['口令', 'Code'])}</p>
          <Typography.Text code copyable data-code>
            {given.code}
          </Typography.Text>
        </>
      ) : (
        <p>
          {label([
            '用于短信和邮件无法送达的专家：生成的链接与一次性口令只显示一次，请当面或电话核实本人后交付。变更历史记录经办人。',
            'For experts who cannot be reached by SMS or e-mail. Link and one-time code are shown only once: verify the person face to face or by phone before handing them over. The history records who did so.',
          ])}
        </p>
      )}
    </DialogFrame>
  );
};
