import { Button } from 'antd';
import { formatMoment, today } from '../base/time.ts';
import { Glyph } from '../components/Glyph.tsx';
import { useLabel } from '../i18n/language.ts';
import type { DraftState } from './useDraft.ts';
import './draft.css';

/** Renders 恢复草稿: offers the values typed before a crash or an expired session, once (ruling 40). */
export const DraftBanner = ({ draft }: { draft: DraftState }) => {
  const label = useLabel();
  const [day = '', clock = ''] = formatMoment(draft.offer?.savedAt ?? 0).split(' ');
  const hour = clock.slice(0, 5);
  const time = label(
    day === today() ? [`今天 ${hour}`, `today ${hour}`] : [`${day} ${hour}`, `${day} ${hour}`],
  );
  return (
    <section className="ky-draft" aria-label={label(['恢复草稿？', 'Restore the draft?'])}>
      <Glyph name="draft" tone="info" />
      <span>
        <b>{label(['恢复草稿？', 'Restore the draft?'])}</b>{' '}
        {label(
          draft.offer?.isElsewhere
            ? [
                `您于 ${time} 在另一台设备上填写的内容尚未提交`,
                `You have unsubmitted input from another device (${time})`,
              ]
            : [
                `本机保存了您于 ${time} 填写、尚未提交的内容`,
                `Your unsubmitted input (${time}) is kept on this device`,
              ],
        )}
      </span>
      <Button size="small" onClick={draft.restore}>
        {label(['恢复', 'Restore'])}
      </Button>
      <Button size="small" type="text" onClick={draft.discard}>
        {label(['丢弃', 'Discard'])}
      </Button>
    </section>
  );
};
