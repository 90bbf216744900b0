import { useClient } from '@keyan/console/client/context.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { DayInput } from '@keyan/console/fields/DayInput.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { englishQuantity, fill } from '@keyan/kernel/label.ts';
import { Button, Radio } from 'antd';
import { useId, useState } from 'react';
import type { FillAnswer } from './answers.ts';
import { fillService } from './fill-table.ts';

interface AskProps {
  readonly standing: FillAnswer;
  readonly onChanged: () => void;
}

/**
 * Panel 提问: sends one question with one message to each person concerned, and shows progress.
 * Long because form and progress share one state.
 */
export const AskPanel = ({ standing, onChanged }: AskProps) => {
  const label = useLabel();
  const client = useClient();
  const due = useId();
  const [to, setTo] = useState<'person' | 'secretary'>('person');
  const [day, setDay] = useState('');
  const [busy, setBusy] = useState(false);
  const { id, unasked, personless, questions, open, counts } = standing;
  const send = async (call: string, body: object) => {
    setBusy(true);
    try {
      const count = await client.post<number>(`/${fillService}/${call}`, { id, ...body });
      toast.success(
        call === 'ask'
          ? [
              `已向 ${count} 人提问，各一条消息`,
              `${englishQuantity(count, 'person', 'people')} asked`,
            ]
          : [`已催办 ${count} 人`, `${englishQuantity(count, 'person', 'people')} reminded`],
      );
      onChanged();
    } catch (fault) {
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  if (counts.unknown === 0 && questions === 0) return null;
  return (
    <div className="ky-fill-ask">
      {questions > 0 && (
        <p role="status">
          {label(
            fill(
              [
                '已问 {asked} 人，{done} 人已答，{open} 人未答',
                '{asked} asked, {done} answered, {open} open',
              ],
              {
                asked: questions,
                done: questions - open,
                open,
              },
            ),
          )}
          {open > 0 && (
            <Button size="small" loading={busy} onClick={() => void send('remind', {})}>
              {label(['催办未答的', 'Remind those open'])}
            </Button>
          )}
        </p>
      )}
      {unasked + personless > 0 && (
        <div className="ky-fill-line">
          <span>
            {label(
              fill(['还有 {count} 格没有问过人', 'Cells not yet asked for: {count}'], {
                count: unasked + personless,
              }),
            )}
          </span>
          <Radio.Group
            value={to}
            onChange={(event) => setTo(event.target.value)}
            options={[
              { value: 'person', label: label(['问本人', 'Ask the people concerned']) },
              { value: 'secretary', label: label(['问院系秘书', 'Ask college secretaries']) },
            ]}
          />
          <label htmlFor={due}>{label(['希望答复日期', 'Answer by'])}</label>
          <DayInput id={due} value={day} onChange={setDay} />
          <Button
            type="primary"
            loading={busy}
            onClick={() => void send('ask', { to, dueDate: day })}
          >
            {label(['提问', 'Ask'])}
          </Button>
        </div>
      )}
    </div>
  );
};
